import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { linesOf, maxPastedLines, newLine, withText } from '../../contract/quick-add/lines.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { SessionState } from '../accounts/kept-session.ts'
import { focusNow } from '../ui/dialog.tsx'
import { isComposing } from '../ui/layers.ts'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import { type DraftState, dropBareValues, hasDraft, useDraft } from './draft.ts'
import type { FormDraft } from './form-draft.ts'
import { Frame, type FrameKind } from './frame.tsx'
import { placeOfQuickAdd } from './open-at.ts'
import classes from './quick-add.module.css'
import type { SheetFormProps } from './sheet-form.tsx'

export interface BodyProps {
  state: DraftState
  field: {
    input: RefObject<HTMLTextAreaElement | null>
    /** Has the same text and size as the field, and lies behind it. The body fills it. */
    backdrop: HTMLElement
    /** Empty places above the field and at its start, which the body fills. */
    above: HTMLElement | null
    start: HTMLElement | null
  }
  kind: FrameKind
  dateStyle: Preferences['dateStyle']
  /** Set by the body: adds everything, or only the lines that were pasted or entered before the body was loaded. */
  submit: RefObject<((scope: 'everything' | 'waiting lines') => Promise<void>) | undefined>
  onMore: (draft: FormDraft) => void
}

interface Props {
  /** Keeps everything that was typed for the form with all fields, in which the user goes on. */
  onMore: (draft: FormDraft) => void
  /** Whether the form holds a task that is not added yet. */
  hasFormDraft: () => boolean
  onClose: () => void
  session: SessionState
  loadBody: () => Promise<ComponentType<BodyProps>>
  loadForm: () => Promise<ComponentType<SheetFormProps>>
}

/**
 * Adds one task per line. The field is rendered at once; the parser is loaded on first use, and lines that were entered before that wait
 * for it.
 */
export function QuickAdd({ onClose, onMore, hasFormDraft, session, loadBody, loadForm }: Props) {
  const [place] = useState(placeOfQuickAdd.get)
  const [kind] = useState<FrameKind>(() => (isNarrow() ? 'sheet' : place ? 'panel' : 'dialog'))
  const state = useDraft()
  const { draft, change } = state
  const { typed, pasted } = draft
  const [form, setForm] = useState<'new' | 'resumed' | undefined>(() =>
    kind === 'sheet' && !place && !hasDraft() && hasFormDraft() ? 'resumed' : undefined,
  )
  const body = useOnDemand(loadBody)
  const submit = useRef<(scope: 'everything' | 'waiting lines') => Promise<void>>(undefined)
  const isSubmitPending = useRef(false)
  /** Closed by the user before the entered line could be added. */
  const isClosePending = useRef(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const [backdrop, setBackdrop] = useState<HTMLElement | null>(null)
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const [start, setStart] = useState<HTMLElement | null>(null)
  const [refusal, setRefusal] = useState<string>()

  // As soon as the field is in the page, so that it receives the next key press.
  const attach = useCallback((element: HTMLTextAreaElement | null) => {
    input.current = element
    element?.setSelectionRange(element.value.length, element.value.length)
    focusNow(element)
  }, [])
  const close = () => {
    if (isSubmitPending.current && !body.hasFailed && !isClosePending.current) {
      isClosePending.current = true
      return
    }
    dropBareValues()
    placeOfQuickAdd.set(undefined)
    onClose()
  }
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!body.Component || !isSubmitPending.current) return
    isSubmitPending.current = false
    void submit.current?.('waiting lines')
    if (isClosePending.current) closeNow()
  }, [body.Component])
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
  const type = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    // The keyboards of some phones report no key for Enter.
    if ((nativeEvent as InputEvent).inputType === 'insertLineBreak') return currentTarget.form?.requestSubmit()
    const text = currentTarget.value
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
  if (form) {
    return (
      <Frame kind={kind} place={place} onClose={close} isForm>
        <MoreFields load={loadForm} session={session} isResumed={form === 'resumed'} onClose={close} />
      </Frame>
    )
  }
  return (
    <Frame kind={kind} place={place} onClose={close}>
      <form onSubmit={enter} data-frame={kind} className={classes.form}>
        <div ref={setAbove} />
        <div className={classes.frame}>
          <span ref={setStart} className={classes.start} />
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
              onChange={type}
              onKeyDown={submitByKey}
              onPaste={paste}
              onScroll={({ currentTarget }) => backdrop?.scrollTo(0, currentTarget.scrollTop)}
            />
          </div>
        </div>
        {refusal && (
          <p className="critical above-8" role="alert">
            {refusal}
          </p>
        )}
        {body.Component && backdrop && (
          <body.Component
            state={state}
            field={{ input, backdrop, above, start }}
            kind={kind}
            dateStyle={session.preferences.dateStyle}
            submit={submit}
            onMore={(draft) => {
              onMore(draft)
              change({ typed: newLine('') })
              setForm('new')
            }}
          />
        )}
        {!body.Component && pasted.length > 0 && (
          <p className="muted above-12">Not added yet: {pasted.map(({ text }) => text).join(' · ')}</p>
        )}
        {body.hasFailed && <CodeFailed onRetry={body.retry} reassurance="Your text is not lost." />}
      </form>
    </Frame>
  )
}

/** The form with all fields, in the sheet. */
function MoreFields({ load, ...props }: SheetFormProps & { load: Props['loadForm'] }) {
  const form = useOnDemand(load)
  if (form.Component) return <form.Component {...props} />
  return form.hasFailed ? <CodeFailed onRetry={form.retry} reassurance="Your text is not lost." /> : null
}

/** Where places are in a bar at the bottom edge, quick add is there too. */
const isNarrow = () => window.matchMedia('(max-width: 991.98px)').matches

function tooMany(count: number, waiting: number): string {
  const already = waiting ? `, and ${waiting} are here already` : ''
  return `These are ${count.toLocaleString('en')} lines. At most ${maxPastedLines} fit here${already}. Nothing was pasted: copy fewer lines at once.`
}
