import { type FormEvent, useState } from 'react'
import { formatDay } from '../../contract/format-day.ts'
import { inShortMonths } from '../../contract/quick-add/short-months.ts'
import { firstDue, problemOfDates, type Repeat, weekdayOf } from '../../contract/repeat.ts'
import { weekdayNames } from '../../contract/repeat-rule.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import { isSameValue } from '../../contract/task-fields.ts'
import { dayOf } from '../../contract/task-lists/due.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { selectNow } from '../ui/dialog.tsx'
import { Listbox } from '../ui/listbox.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { MenuProps } from './edited-fields.ts'
import { NextDates } from './next-dates.tsx'
import classes from './repeat-menu.module.css'
import { readingTime, useToday } from './today.ts'
import { loadWordReader, notLoaded, useWordReader } from './word-reader.ts'

const notUnderstood = 'That is not a repetition. Try every 2 weeks, every mon, thu or every month on the 1st.'
/** The value of the option for no repetition. */
const never = ''

/** How tasks repeat: typed in words, or chosen from the most common ways. The next three dates show what it means. */
export function RepeatMenu({ tasks, preferences: { dateStyle }, onChoose, onClose }: Omit<MenuProps, 'field'>) {
  const today = useToday()
  const inWords = (repeat: Repeat) => repeatWords(repeat, (day) => formatDay(day, dateStyle))
  const [first] = tasks
  const shared = tasks.every((task) => isSameValue(task.repeat, first?.repeat)) ? first?.repeat : undefined
  const [text, setText] = useState(shared ? inWords({ rule: shared.rule, from: 'due' }) : '')
  const [isAfter, setAfter] = useState(shared?.from === 'completion')
  const [isKept, setKept] = useState(shared?.missed === 'keep')
  const [error, setError] = useState<string>()
  const reader = useWordReader()
  const typed = text.trim() ? reader?.typedRepeat(text, { dateStyle, now: readingTime() }) : undefined
  const isCountedAfter = isAfter || typed?.from === 'completion'
  const isKeeping = !isCountedAfter && (isKept || typed?.missed === 'keep')
  /** A rule as the user has chosen to count it; words such as `after completion` choose too. */
  const withChoices = (rule: string, words: Repeat | undefined = typed): Repeat => {
    if (isAfter || words?.from === 'completion') return { rule, from: 'completion' }
    return { rule, from: 'due', ...(isKept || words?.missed === 'keep' ? { missed: 'keep' } : {}) }
  }
  const due = first && dayOf(first)
  // Tasks that are due on different days of the month share a rule without one.
  const dayInMonth = tasks.every((task) => dayOf(task)?.slice(8) === due?.slice(8)) ? (due ?? today) : undefined
  const inTasks = (words: Repeat) => inShortMonths(withChoices(words.rule, words), dayInMonth)
  const problemOf = (repeat: Repeat) => tasks.flatMap((task) => problemOfDates(repeat, dayOf(task)) ?? [])[0]
  const repeat = typed && inTasks(typed)

  const choose = (chosen: Repeat | null) => {
    if (shared !== undefined && isSameValue(chosen, shared)) return onClose()
    const isUndated = tasks.every((task) => task.dueDate === null)
    onChoose({ repeat: chosen, ...(chosen && isUndated ? { dueDate: firstDue(chosen, today) } : {}) })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return choose(null)
    const loaded = reader ?? (await loadWordReader().catch(() => undefined))
    if (!loaded) return setError(notLoaded)
    const words = loaded.typedRepeat(text, { dateStyle, now: readingTime() })
    if (!words) return setError(notUnderstood)
    const wanted = inTasks(words)
    const problem = problemOf(wanted)
    if (problem) setError(problem)
    else choose(wanted)
  }
  const options = [
    ...usualRules(due ?? today).map((rule) => ({ value: rule, label: capitalised(inWords({ rule, from: 'due' })) })),
    { value: never, label: 'Does not repeat' },
  ]
  return (
    <form className={classes.menu} noValidate onSubmit={submit}>
      <div className={classes.typed}>
        <TextField
          ref={selectNow}
          label="In words"
          placeholder="every 2 weeks on Monday"
          autoComplete="off"
          data-autofocus
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setError(undefined)
          }}
        />
        <Button type="submit" variant="default">
          Set
        </Button>
      </div>
      <label className={classes.from}>
        <input
          type="checkbox"
          className={controls.checkbox}
          checked={isCountedAfter}
          onChange={({ currentTarget }) => setAfter(currentTarget.checked)}
        />
        Count from the day of completion
      </label>
      <label className={classes.from} data-disabled={isCountedAfter || undefined}>
        <input
          type="checkbox"
          className={controls.checkbox}
          checked={isKeeping}
          disabled={isCountedAfter}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
        Add a task for every missed date
      </label>
      <p className={classes.dates} role="status">
        {repeat && !problemOf(repeat) && (
          <NextDates repeat={repeat} due={due ?? null} today={today} dateStyle={dateStyle} />
        )}
      </p>
      <Listbox
        label="Common repetitions"
        isAutoFocused={false}
        options={options}
        current={tasks.map((task) => task.repeat?.rule ?? never)}
        onChoose={(rule) => choose(rule === never ? null : withChoices(rule))}
      />
    </form>
  )
}

/** The rules that fit a day: those that come most often, as texts. */
function usualRules(day: string): string[] {
  const date = Number(day.slice(8))
  return [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    `FREQ=WEEKLY;BYDAY=${weekdayNames[weekdayOf(day)]}`,
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekdayNames[weekdayOf(day)]}`,
    date > 28 ? saidOf(day, 'FREQ=MONTHLY') : `FREQ=MONTHLY;BYMONTHDAY=${date}`,
    saidOf(day, 'FREQ=YEARLY'),
  ]
}

const saidOf = (day: string, rule: string) => inShortMonths({ rule, from: 'due' }, day).rule
