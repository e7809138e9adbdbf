import { useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type AmountName, amountFields, isSameValue, isShownIn } from '../../contract/task-fields.ts'
import { fieldName } from '../../contract/words/field-words.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { useUndo } from '../history/undo.ts'
import { unreadAmount } from '../tasks/amount-field.tsx'
import { unreadDay } from '../tasks/day-field.tsx'
import { labelsProblem } from '../tasks/labels-problem.ts'
import { unprovedWords } from '../tasks/unproved.ts'
import { partOf } from './merge.ts'
import { type Saved, saveValues, useLeaving } from './save.ts'

const plainNames = ['status', 'priority', 'dueDate', 'startDate', 'repeat', 'labels'] as const
export type SideField = (typeof plainNames)[number] | AmountName
/** The amounts that the page shows. */
export const amounts = amountFields.filter(({ field }) => isShownIn('page', field))
const names: readonly SideField[] = [...plainNames, ...amounts.map(({ field }) => field)]
type Values = Pick<Task, SideField>

export type Fields = ReturnType<typeof useFields>

/** The fields beside the text. Each is saved as soon as it has a new value. Text that is still being typed waits. */
export function useFields(task: Task, dateStyle: Preferences['dateStyle']) {
  const undo = useUndo()
  const leaving = useLeaving()
  const saved = partOf(task, names)
  const [typed, setTyped] = useState<Partial<Values>>({})
  /** Values on their way to the task. They are shown, so that the next key changes them and not the former ones. */
  const [saving, setSaving] = useState<Partial<Values>>({})
  const [note, setNote] = useState<{ field: SideField; words: string }>()
  const [isRefused, setRefused] = useState(false)
  const running = useRef(new Set<Promise<Saved | undefined>>())
  const lastChange = useRef<string | null>(null)
  const shown: Values = { ...saved, ...saving }
  const values: Values = { ...shown, ...typed }

  const forget = (field: SideField) => setTyped(({ [field]: _, ...others }) => others)

  /** Saves a value, with others that belong to it. */
  async function save<F extends SideField>(field: F, value: Task[F], more: Partial<Values> = {}) {
    forget(field)
    if (isSameValue(value, shown[field])) return
    setNote(undefined)
    const edit = { ...more, [field]: value } as Pick<Task, F>
    setSaving((before) => ({ ...before, ...edit }))
    const attempt = saveValues({ base: task, values: edit, dateStyle, signal: leaving() })
    running.current.add(attempt)
    const result = await attempt.finally(() => running.current.delete(attempt))
    setSaving((before) => without(before, edit))
    if (!result?.change) return
    lastChange.current = result.change
    setNote({ field, words: result.isWaiting ? 'Waiting' : 'Saved' })
    const unproved = field === 'status' && value === 'Completed' ? unprovedWords([result.task]) : ''
    undo.offer(describe(result.task, field, dateStyle) + unproved, result.change)
  }

  /** Saves what was typed into a field, if it is valid. */
  const finish = (field: SideField) => {
    const value = typed[field]
    if (value !== undefined && isValid({ [field]: value })) void save(field, value)
  }

  return {
    values,
    /** The field that was saved last, and how. */
    note,
    /** Whether the user has tried to save what is not a day. */
    isRefused,
    isDirty: names.some((name) => typed[name] !== undefined && !isSameValue(typed[name], saved[name])),
    type: <F extends SideField>(field: F, value: Task[F]) => {
      setRefused(false)
      setTyped((before) => ({ ...before, [field]: value }))
    },
    save,
    finish,
    /** Saves everything, and waits for the server. Resolves to false if something is invalid or was refused. */
    finishAll: async () => {
      if (!isValid(typed)) {
        setRefused(true)
        return false
      }
      for (const name of names) finish(name)
      const results = await Promise.all(running.current)
      return results.every((result) => result !== undefined)
    },
    lastChange: () => lastChange.current,
  }
}

/** The values without those of an edit, unless they were changed again. */
const without = (values: Partial<Values>, edit: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => edit[name as SideField] !== value))

const isValid = ({ dueDate, startDate, labels = [], ...others }: Partial<Values>) =>
  dueDate !== unreadDay &&
  startDate !== unreadDay &&
  labelsProblem(labels) === null &&
  amounts.every(({ field }) => others[field] !== unreadAmount)

function describe(task: Task, field: SideField, dateStyle: Preferences['dateStyle']): string {
  if (field !== 'labels') {
    return describeChange([task], partOf(task, [field]), dateStyle)
  }
  return `Changed the ${fieldName(field)} of ${nameOf(task)}`
}
