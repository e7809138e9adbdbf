import { Text, TextInput } from '@mantine/core'
import { type ClipboardEvent, type ComponentType, type FormEvent, type RefObject, useEffect, useRef } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { Dialog, focusNow } from '../ui/dialog.tsx'
import { PartFailed, usePart } from '../ui/part.tsx'
import { type DraftState, useDraft } from './draft.ts'
import { linesOf } from './lines.ts'

export interface BodyProps {
  state: DraftState
  dateStyle: Preferences['dateStyle']
  /** Set by the body: adds everything, or only the lines that were pasted or entered before the body was loaded. */
  submit: RefObject<((scope: 'everything' | 'waiting lines') => void) | undefined>
}

interface Props {
  onClose: () => void
  dateStyle: Preferences['dateStyle']
  loadBody: () => Promise<ComponentType<BodyProps>>
}

/**
 * Adds one task per line. The field is rendered at once; the parser is loaded on first use, and lines that were entered before that wait
 * for it.
 */
export function QuickAdd({ onClose, dateStyle, loadBody }: Props) {
  const state = useDraft()
  const { draft, change } = state
  const { line, pasted } = draft
  const body = usePart(loadBody)
  const submit = useRef<(scope: 'everything' | 'waiting lines') => void>(undefined)
  const isSubmitPending = useRef(false)

  useEffect(() => {
    if (!body.Part || !isSubmitPending.current) return
    isSubmitPending.current = false
    submit.current?.('waiting lines')
  }, [body.Part])
  const enter = (event: FormEvent) => {
    event.preventDefault()
    if (submit.current) return submit.current('everything')
    if (!line.trim()) return
    isSubmitPending.current = true
    change({ line: '', pasted: [...pasted, { text: line.trim() }] })
  }
  const paste = (event: ClipboardEvent) => {
    const more = linesOf(event.clipboardData.getData('text'))
    if (more.length < 2) return
    event.preventDefault()
    change({ pasted: [...pasted, ...more] })
  }
  return (
    <Dialog onClose={onClose} title="Quick add" size="lg" yOffset="12vh">
      <form onSubmit={enter}>
        <TextInput
          ref={focusNow}
          aria-label="New task"
          placeholder="Fix login timeout tomorrow !high #auth"
          size="md"
          data-autofocus
          value={line}
          onChange={(event) => change({ line: event.currentTarget.value })}
          onPaste={paste}
        />
        {body.Part && <body.Part state={state} dateStyle={dateStyle} submit={submit} />}
        {!body.Part && pasted.length > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            Not added yet: {pasted.map(({ text }) => text).join(' · ')}
          </Text>
        )}
        {body.hasFailed && <PartFailed onRetry={body.retry} reassurance="Your text is not lost." />}
      </form>
    </Dialog>
  )
}
