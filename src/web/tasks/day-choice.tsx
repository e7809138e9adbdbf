import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { Button } from '../ui/button.tsx'
import { Listbox, type Option } from '../ui/listbox.tsx'
import classes from './day-choice.module.css'
import { DayField } from './day-field.tsx'
import { readingTime, useToday } from './today.ts'
import { numberedDay, optionCalled, optionNamed } from './typed-choice.ts'
import { loadWordReader, notLoaded, useWordReader } from './word-reader.ts'

interface Props {
  label: string
  options: Option[]
  /** The current days of everything that the choice changes. */
  current: string[]
  preferences: Preferences
  onChoose: (day: string) => void
}

/** A digit that nothing follows within this time chooses an option. */
const digitMs = 600

/**
 * Chooses a day: one of the list, or another one in words or from a calendar. The list has the focus, so that no soft keyboard covers it.
 * Letters and digits that are typed there go to the field: a single digit is the number of an option, `25` a day of the month.
 */
export function DayChoice({ label, options, current, preferences, onChoose }: Props) {
  const { dateStyle } = preferences
  const today = useToday()
  const field = useRef<HTMLInputElement>(null)
  const reader = useWordReader()
  const [text, setText] = useState('')
  /** The digit with which the text has begun in the list. */
  const [digit, setDigit] = useState<string>()
  const [error, setError] = useState<string>()
  const numbered = text !== '' && text === digit ? Number(digit) - 1 : undefined

  const read = (words: string, { typedDay } = reader ?? { typedDay: () => undefined }) =>
    optionCalled(words, options)?.value ??
    numberedDay(words, today) ??
    typedDay(words, { dateStyle, now: readingTime() }) ??
    optionNamed(words, options)?.value
  const choose = useEffectEvent(onChoose)
  const numberedValue = numbered === undefined ? undefined : options[numbered]?.value
  useEffect(() => {
    if (numberedValue === undefined) return
    const timer = setTimeout(() => choose(numberedValue), digitMs)
    return () => clearTimeout(timer)
  }, [numberedValue])

  const type = (key: string) => {
    field.current?.focus()
    setDigit(options[Number(key) - 1] && key)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (numberedValue !== undefined) return onChoose(numberedValue)
    if (!text.trim()) return setError('Please choose a day.')
    const loaded = reader ?? (await loadWordReader().catch(() => undefined))
    const day = read(text, loaded)
    if (day !== undefined) onChoose(day)
    else setError(loaded ? 'That is not a day. Try 2026-11-20, 20 Nov or friday.' : notLoaded)
  }
  return (
    <>
      <Listbox label={label} options={options} current={current} marked={numbered} onType={type} onChoose={onChoose} />
      <form noValidate onSubmit={submit} className={classes.another}>
        <DayField
          field={field}
          label="Another day"
          placeholder="next tue, 25 or dec 24"
          value={(text.trim() && read(text)) || null}
          onChange={() => {}}
          read={reader && ((words) => read(words) || undefined)}
          onText={(typed) => {
            setText(typed)
            if (typed !== digit) setDigit(undefined)
            setError(undefined)
          }}
          onPick={onChoose}
          error={error}
          preferences={preferences}
        />
        <Button type="submit" variant="default">
          Set
        </Button>
      </form>
    </>
  )
}
