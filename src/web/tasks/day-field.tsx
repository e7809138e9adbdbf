import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { noDate } from '../../contract/task-lists/due.ts'
import controls from '../ui/controls.module.css'
import fieldClasses from '../ui/field.module.css'
import { Field } from '../ui/field.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { Popup } from '../ui/popup.tsx'
import classes from './day-field.module.css'
import { DayPicker, focusDay } from './day-picker.tsx'
import { useToday } from './today.ts'

export interface DayFieldProps {
  field?: RefObject<HTMLInputElement | null>
  id?: string
  label: string
  value: string | null
  /** Whether the user may choose no day. */
  isOptional?: boolean
  /** Called with null if no day is chosen, and with an empty text while the typed text is not a day. */
  onChange: (day: string | null) => void
  /** The day that a text means. Undefined while that cannot be said yet. */
  read: ((text: string) => string | undefined) | undefined
  /** Called with every text that is typed. */
  onText?: (text: string) => void
  /** Called when a day is chosen in the calendar. */
  onPick?: (day: string) => void
  /** Called when the user chooses no day. */
  onClear?: () => void
  /** Called when the user leaves the field or presses Enter. */
  onDone?: () => void
  error?: string | undefined
  /** Shown while no day is chosen. */
  placeholder?: string
  preferences: Pick<Preferences, 'dateStyle' | 'weekStart'>
}

/** The value while the typed text is not a day. */
export const unreadDay = ''
const notADay = 'That is not a day. Try 2026-11-20, 20 Nov or friday.'

/** Typed text that is not a day. */
interface Unread {
  text: string
  /** The previous day. It is set again if the text is cleared and a day is required. */
  before: string | null
  /** Whether the field was left. Before that, no error is shown, because the user is still typing. */
  isLeft: boolean
}

/** A field for a calendar day, typed or picked. The value is a text such as `2026-11-14`, without a time zone. */
export function DayField({
  field: given,
  id,
  label,
  value,
  isOptional = false,
  onChange,
  read,
  onText,
  onPick,
  onClear,
  onDone,
  error,
  placeholder = isOptional ? noDate : 'Choose a day',
  preferences,
}: DayFieldProps) {
  const { dateStyle, weekStart } = preferences
  const today = useToday()
  const own = useRef<HTMLInputElement>(null)
  const field = given ?? own
  /** The text while the user types a day. Otherwise the field shows the value. */
  const [text, setText] = useState<string>()
  const [typed, setTyped] = useState<Unread>()
  // Opens by a click, by typing, or by the arrow down, not by the focus alone: the calendar would cover what the user reaches next with Tab.
  const [isOpen, setOpen] = useState(false)
  /** The day that the calendar shows, if it is not that of the value. */
  const [shown, setShown] = useState<string>()
  const unread = value ? undefined : typed
  const wrong = read && unread && (unread.isLeft || Boolean(error))

  const open = () => {
    if (!isOpen) setShown(undefined)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    // The arrow keys may have moved the focus into the calendar.
    if (document.activeElement?.closest('[data-popup]')) field.current?.focus()
  }
  const change = (day: string | null) => {
    setTyped(undefined)
    onChange(day)
  }
  const type = (next: string) => {
    open()
    setText(next)
    onText?.(next)
    setShown(undefined)
    const before = unread ? unread.before : value
    if (!next.trim()) return change(isOptional ? null : before)
    const day = read?.(next)
    if (day) return change(day)
    onChange(unreadDay)
    setTyped({ text: next, before, isLeft: false })
  }
  const leave = () => {
    setOpen(false)
    setText(undefined)
    setTyped(unread && { ...unread, isLeft: true })
    onDone?.()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget?.closest('[data-popup]') && relatedTarget !== field.current) leave()
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter') leave()
    if (key === 'Escape') currentTarget.blur()
    if (key !== 'ArrowDown') return
    if (isOpen) focusDay(currentTarget.parentElement, at)
    else open()
  }
  const pick = (day: string) => {
    close()
    setText(undefined)
    onPick?.(day)
    change(day)
  }
  const clear = () => {
    setText(undefined)
    change(null)
    onClear?.()
  }
  const at = shown ?? (value || today)
  const clearButton = isOptional && value && (
    <button
      type="button"
      className={`${controls.icon} ${controls.reachable} ${fieldClasses.inside}`}
      aria-label={noDate}
      title={noDate}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={clear}
    >
      <CloseIcon size={16} />
    </button>
  )
  return (
    <Field {...{ id, label }} error={wrong ? notADay : error} end={clearButton}>
      {({ className, ...attributes }) => (
        <>
          <input
            ref={field}
            type="text"
            // Only a day has the font of a value: the words in its place must not look like one.
            className={`${className} ${value || unread ? classes.value : ''}`}
            autoComplete="off"
            placeholder={placeholder}
            value={text ?? unread?.text ?? (value ? formatDay(value, dateStyle) : '')}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={onBlur}
            onClick={open}
            onKeyDown={onKeyDown}
            {...attributes}
          />
          {/* The calendar would cover the error below the field. */}
          {isOpen && !wrong && (
            <Popup anchor={field.current} role="group" aria-label="Choose a day" onClose={close} onBlur={onBlur}>
              <DayPicker
                shown={at}
                onShow={setShown}
                chosen={value || null}
                today={today}
                weekStart={weekStart}
                onPick={pick}
              />
            </Popup>
          )}
        </>
      )}
    </Field>
  )
}
