import { Type } from 'typebox'
import type { Task } from '../contract/schemas/tasks.ts'
import { type ListedTask, listedData, listedTask } from './task-data.ts'
import { taskLine } from './task-text.ts'

const defaultLimit = 25
const maxLimit = 100

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
      maximum: 1_000_000,
      description: 'How many tasks to leave out at the beginning: the nextOffset of the page before.',
    }),
  ),
}

export interface Page {
  limit?: number
  offset?: number
}

export const pageOf = Type.Object({
  today: Type.String({ description: 'The day where the user is.' }),
  total: Type.Integer({ description: 'How many tasks match.' }),
  tasks: Type.Array(listedTask),
  nextOffset: Type.Optional(Type.Integer({ description: 'Where the next page begins. Absent on the last page.' })),
})

interface Listed {
  today: string
  /** The reasons to say with each task, by its number. */
  reasons?: ReadonlyMap<number, readonly string[]>
}

/** One page of a list, and a sentence that says what was left out. */
export function page(all: readonly Task[], { limit = defaultLimit, offset = 0 }: Page, { today, reasons }: Listed) {
  const tasks = all.slice(offset, offset + limit).map(listedData)
  const end = offset + tasks.length
  const isCut = end < all.length
  const lines = tasks.map((task: ListedTask) => taskLine(task, today, reasons?.get(task.number)))
  return {
    text: [summary(all.length, offset, end, today), ...lines].join('\n'),
    data: { today, total: all.length, tasks, ...(isCut ? { nextOffset: end } : {}) },
  }
}

function summary(total: number, offset: number, end: number, today: string): string {
  if (total === 0) return `No task matches. Today is ${today}.`
  if (end === offset) return `There are only ${total} tasks. Use a smaller offset.`
  const shown =
    offset === 0 && end === total
      ? `${total} ${total === 1 ? 'task' : 'tasks'}`
      : `Tasks ${offset + 1} to ${end} of ${total}`
  return `${shown}. Today is ${today}.${end < total ? ` For more, call again with offset ${end}.` : ''}`
}
