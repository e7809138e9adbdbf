import { Type } from 'typebox'
import type { NoteMatch } from '../contract/schemas/notes.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { taskLimits } from '../contract/tasks.ts'
import { listedData } from './task-data.ts'
import { inLine, taskLine } from './task-text.ts'

export const defaultLimit = 25
const maxLimit = 100

/** The characters of a list in words, and of its data. Agents pay for every word, and cut what is longer. */
export const maxCharacters = 30_000

/** As many of these, from the beginning, as fit into a result. At least one. */
export function fitting<T>(values: readonly T[], lengthOf: (value: T) => number, max = maxCharacters): T[] {
  let length = 0
  const end = values.findIndex((value, index) => {
    length += lengthOf(value)
    return index > 0 && length > max
  })
  return values.slice(0, end === -1 ? values.length : end)
}

/** The part of a list that an agent gets. */
export const pageFields = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      description: `The most tasks to return; ${defaultLimit} unless given.`,
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: taskLimits.offset,
      description: 'Tasks to leave out at the beginning: the nextOffset of the page before.',
    }),
  ),
}

export interface Page {
  limit?: number
  offset?: number
}

/** A page of a list, and how many tasks the whole list has. */
export interface Found {
  total: number
  tasks: Task[]
  /** How many others were left out because somebody else holds them. */
  held?: number
  /** Why the tasks are urgent, by their ids. */
  reasons?: Record<string, string[]>
  /** The notes by which tasks were found, by the ids of the tasks. */
  notes?: Record<string, NoteMatch>
}

/** One page of a list, and a sentence that says what was left out. */
export function page(
  { total, tasks: found, reasons, notes = {}, held = 0 }: Found,
  { offset = 0 }: Page,
  today: string,
) {
  const tasks = fitting(
    found.map((task) => {
      const { number, excerpt } = notes[task._id] ?? {}
      return {
        ...listedData(task),
        ...(reasons ? { reasons: reasons[task._id] ?? [] } : {}),
        ...(excerpt === undefined ? {} : { foundInNote: { number, excerpt } }),
      }
    }),
    (task) => JSON.stringify(task).length,
  )
  const end = offset + tasks.length
  const lines = tasks.map((task) => {
    const line = taskLine(task, today, 'reasons' in task ? task.reasons : [])
    const { foundInNote: note } = task
    return note ? `${line} · found in note ${note.number}: “${inLine(note.excerpt)}”` : line
  })
  return {
    text: [summary(total, offset, end, today), ...heldWords(held), ...lines].join('\n'),
    data: {
      today,
      total,
      tasks,
      ...(held ? { heldByOthers: held } : {}),
      ...(end < total && tasks.length ? { nextOffset: end } : {}),
    },
  }
}

const heldWords = (held: number) =>
  held
    ? [`${held} more ${held === 1 ? 'is' : 'are'} left out, because somebody else holds ${held === 1 ? 'it' : 'them'}.`]
    : []

function summary(total: number, offset: number, end: number, today: string): string {
  if (total === 0) return `No task matches. Today is ${today}.`
  if (end === offset) return `There are only ${total} tasks. Use a smaller offset.`
  const shown =
    offset === 0 && end === total
      ? `${total} ${total === 1 ? 'task' : 'tasks'}`
      : `Tasks ${offset + 1} to ${end} of ${total}`
  return `${shown}. Today is ${today}.${end < total ? more(end) : ''}`
}

const more = (end: number) =>
  end <= taskLimits.offset ? ` For more, call again with offset ${end}.` : ' For others, filter more closely.'
