import { useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isKind, isSameValue, isShownIn } from '../../contract/task-fields.ts'
import { fieldName } from '../../contract/words/field-words.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { useUndo } from '../history/undo.ts'
import { unreadAmount } from '../tasks/amount-field.tsx'
import { haveOpenParts } from '../tasks/complete-parts.tsx'
import { unreadDay } from '../tasks/day-field.tsx'
import { type EditedField, editedFields } from '../tasks/edited-fields.ts'
import { labelsProblem } from '../tasks/labels-problem.ts'
import { unprovedWords } from '../tasks/unproved.ts'
import { useCompleteTasks } from '../tasks/use-complete.ts'
import { partOf } from './merge.ts'
import { type Saved, saveValues, useLeaving } from './save.ts'

/** The fields that the page shows. */
export const shownFields = editedFields.filter((field) => isShownIn('page', field))
type Values = Pick<Task, EditedField>

export type Fields = ReturnType<typeof useFields>

/** The fields beside the text. Each is saved as soon as it has a new value. Text that is still being typed waits. */
export function useFields(task: Task, dateStyle: Preferences['dateStyle']) {
  const undo = useUndo()
  const complete = useCompleteTasks()
  const leaving = useLeaving()
  const saved = partOf(task, shownFields)
  const [typed, setTyped] = useState<Partial<Values>>({})
  /** Values on their way to the task. They are shown, so that the next key changes them and not the former ones. */
  const [saving, setSaving] = useState<Partial<Values>>({})
  const [note, setNote] = useState<{ field: EditedField; words: string }>()
  const [isRefused, setRefused] = useState(false)
  const running = useRef(new Set<Promise<Saved | undefined>>())
  const lastChange = useRef<string | null>(null)
  const shown: Values = { ...saved, ...saving }
  const values: Values = { ...shown, ...typed }

  const forget = (field: EditedField) => setTyped(({ [field]: _, ...others }) => others)

  /** Saves a value, with others that belong to it. Completing a task with open parts needs a decision first. */
  async function save<F extends EditedField>(field: F, value: Task[F], more: Partial<Values> = {}) {
    forget(field)
    if (isSameValue(value, shown[field])) return
    if (value === 'Completed' && haveOpenParts([task])) return complete(task)
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
  const finish = (field: EditedField) => {
    const value = typed[field]
    if (value !== undefined && isValid({ [field]: value })) void save(field, value)
  }

  return {
    values,
    /** The field that was saved last, and how. */
    note,
    /** Whether the user has tried to save what is not a day. */
    isRefused,
    isDirty: shownFields.some((name) => typed[name] !== undefined && !isSameValue(typed[name], saved[name])),
    type: <F extends EditedField>(field: F, value: Task[F]) => {
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
      for (const name of shownFields) finish(name)
      const results = await Promise.all(running.current)
      return results.every((result) => result !== undefined)
    },
    lastChange: () => lastChange.current,
  }
}

/** The values without those of an edit, unless they were changed again. */
const without = (values: Partial<Values>, edit: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => edit[name as EditedField] !== value))

const isValid = (values: Partial<Values>) => shownFields.every((field) => isRead(field, values[field]))

/** Whether the text that was typed into a field is a value of it. */
function isRead(field: EditedField, value: unknown): boolean {
  if (value === undefined) return true
  if (isKind(field, 'labels')) return labelsProblem(value as string[]) === null
  return value !== (isKind(field, 'day') ? unreadDay : unreadAmount)
}

function describe(task: Task, field: EditedField, dateStyle: Preferences['dateStyle']): string {
  if (field !== 'labels') {
    return describeChange([task], partOf(task, [field]), dateStyle)
  }
  return `Changed the ${fieldName(field)} of ${nameOf(task)}`
}
