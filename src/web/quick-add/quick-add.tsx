import {
  type ClipboardEvent,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { linesOf, maxPastedLines, newLine, withText } from '../../contract/quick-add/lines.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { Dialog, focusNow } from '../ui/dialog.tsx'
import { isComposing } from '../ui/layers.ts'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import { type DraftState, dropBareDay, useDraft } from './draft.ts'
import classes from './quick-add.module.css'

export interface BodyProps {
  state: DraftState
  field: {
    input: RefObject<HTMLTextAreaElement | null>
    /** Has the same text and size as the field, and lies behind it. The body fills it. */
    backdrop: HTMLElement
  }
  dateStyle: Preferences['dateStyle']
  /** Set by the body: adds everything, or only the lines that were pasted or entered before the body was loaded. */
  submit: RefObject<((scope: 'everything' | 'waiting lines') => Promise<void>) | undefined>
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
  const { typed, pasted } = draft
  const body = useOnDemand(loadBody)
  const submit = useRef<(scope: 'everything' | 'waiting lines') => Promise<void>>(undefined)
  const isSubmitPending = useRef(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const [backdrop, setBackdrop] = useState<HTMLElement | null>(null)
  const [refusal, setRefusal] = useState<string>()

  // As soon as the field is in the page, so that it receives the next key press.
  const attach = useCallback((element: HTMLTextAreaElement | null) => {
    input.current = element
    element?.setSelectionRange(element.value.length, element.value.length)
    focusNow(element)
  }, [])
  useEffect(() => {
    if (!body.Component || !isSubmitPending.current) return
    isSubmitPending.current = false
    void submit.current?.('waiting lines')
  }, [body.Component])
  const close = () => {
    dropBareDay()
    onClose()
  }
  const enter = (event: FormEvent) => {
    event.preventDefault()
    if (submit.current) return void submit.current('everything')
    if (!typed.text.trim()) return
    isSubmitPending.current = true
    change({ typed: newLine(''), pasted: [...pasted, typed] })
  }
  const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (!event.repeat) event.currentTarget.form?.requestSubmit()
  }
  const type = (text: string) => {
    setRefusal(undefined)
    change({ typed: withText(typed, text.replace(/\s*[\r\n]+\s*/g, ' ')) })
  }
  const paste = (event: ClipboardEvent) => {
    const more = linesOf(event.clipboardData.getData('text'))
    if (more.length < 2) return
    event.preventDefault()
    const isTooMany = pasted.length + more.length > maxPastedLines
    setRefusal(isTooMany ? tooMany(more.length, pasted.length) : undefined)
    if (!isTooMany) change({ pasted: [...pasted, ...more] })
  }
  return (
    <Dialog onClose={close} title="Quick add" size="lg" top="12vh">
      <form onSubmit={enter}>
        <div className={classes.field}>
          <div ref={setBackdrop} className={classes.backdrop} dir="auto" aria-hidden="true">
            {!body.Component && typed.text}
          </div>
          <textarea
            ref={attach}
            className={classes.input}
            rows={1}
            dir="auto"
            enterKeyHint="done"
            aria-label="New task"
            placeholder="Fix login timeout tomorrow !high #auth"
            data-autofocus
            value={typed.text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={submitByKey}
            onPaste={paste}
          />
        </div>
        {refusal && (
          <p className="critical above-8" role="alert">
            {refusal}
          </p>
        )}
        {body.Component && backdrop && (
          <body.Component state={state} field={{ input, backdrop }} dateStyle={dateStyle} submit={submit} />
        )}
        {!body.Component && pasted.length > 0 && (
          <p className="muted above-12">Not added yet: {pasted.map(({ text }) => text).join(' · ')}</p>
        )}
        {body.hasFailed && <CodeFailed onRetry={body.retry} reassurance="Your text is not lost." />}
      </form>
    </Dialog>
  )
}

function tooMany(count: number, waiting: number): string {
  const already = waiting ? `, and ${waiting} are here already` : ''
  return `These are ${count.toLocaleString('en')} lines. At most ${maxPastedLines} fit here${already}. Nothing was pasted: copy fewer lines at once.`
}
