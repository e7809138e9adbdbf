import { taskCalls } from '../contract/calls/tasks.ts'
import type { TaskQuery } from '../contract/schemas/task-queries.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { openPartsOf, stillOpen } from '../contract/task-lists/open-parts.ts'
import type { Context } from './command.ts'
import { refused } from './errors.ts'
import { namingMissing } from './missing-tasks.ts'
import { nameOf } from './tasks.ts'

/** What to do with the open parts of tasks that are completed. Undefined if the user has not said it. */
export type PartsChoice = 'complete' | 'leave' | undefined

export interface WithParts {
  /** The tasks to complete. */
  ids: string[]
  /** The open parts that stay open. */
  left: Task[]
}

/** Decides about the open parts of tasks. Asks in a terminal; otherwise they stay open. Fails if the user wants neither. */
export async function withParts(context: Context, ids: string[], choice: PartsChoice): Promise<WithParts> {
  const { client, terminal, format } = context
  const list = async (query: TaskQuery) => (await client().call(taskCalls.list, { query })).tasks
  const parts = await namingMissing(client(), ids, () => openPartsOf(list, ids))
  if (!parts.length) return { ids, left: [] }
  const isAsked = choice === undefined && format === 'text' && terminal.canAsk && terminal.isTerminal
  const chosen = isAsked ? await ask(context, parts) : choice
  return chosen === 'complete' ? { ids: [...ids, ...parts.map(({ _id }) => _id)], left: [] } : { ids, left: parts }
}

/** The line that names open parts which stay open; none without such parts. */
export const linesAbout = (left: Task[]): string[] =>
  left.length ? [`${stillOpen(left.length)}: ${left.map(nameOf).join(', ')}`] : []

async function ask({ terminal }: Context, parts: Task[]): Promise<PartsChoice> {
  terminal.note(parts.length === 1 ? 'One part is open:' : `${parts.length} parts are open:`)
  for (const part of parts) terminal.note(`  ${nameOf(part)}`)
  const it = parts.length === 1 ? 'it' : 'them'
  const answer = (await terminal.ask(`Complete ${it} too? (y)es, (n)o: `)).toLowerCase()
  if (/^y(es)?$/.test(answer)) return 'complete'
  if (/^no?$/.test(answer)) return 'leave'
  throw refused('Nothing was completed.', 'Answer with y or n, or call it with --parts or --leave-parts.')
}
