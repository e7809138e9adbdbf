import { taskCalls } from '../contract/calls/tasks.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import type { Client } from './client.ts'
import type { Context } from './command.ts'
import { usageError } from './errors.ts'
import { oneLine } from './output/clean.ts'

/** All tasks, without those in the trash. */
export const loadTasks = async (client: Client): Promise<Task[]> =>
  (await client.call(taskCalls.list, { query: {} })).tasks

const reference = /^#?(\d{1,9})$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isTaskReference = (word: string | undefined) => word !== undefined && reference.test(word)

/** A word that names a task, as the server takes it: `12`, `#12` or an id. */
export function taskReference(word: string): string {
  const [whole, number] = reference.exec(word) ?? []
  if (whole === undefined) throw usageError(`“${word}” is not the number of a task.`, 'Give numbers such as 12 or #12.')
  return number ?? whole
}

/** The references of one or more tasks. */
export function taskReferences(words: string[]): string[] {
  if (!words.length) throw usageError('Which task?', 'Give its number, such as 12. taskdeck list shows the numbers.')
  return words.map(taskReference)
}

/**
 * The references of the given tasks; without any, that of the task that the current git branch is named after, at the server that the
 * repository is bound to.
 */
export async function tasksOrCurrent(context: Pick<Context, 'bindTo' | 'cwd'>, words: string[]): Promise<string[]> {
  if (words.length) return taskReferences(words)
  const number = (await import('./git/current-task.ts')).currentTask(context)
  if (number !== undefined) return [String(number)]
  throw usageError(
    'Which task?',
    'Give its number, such as 12, or switch to a git branch such as 12-fix-login. taskdeck list shows the numbers.',
  )
}

/** `#12 Fix login`, safe to print. */
export const nameOf = ({ number, title }: Pick<Task, 'number' | 'title'>) => `#${number} ${oneLine(title)}`

/** The numbers of tasks, one a line. */
export const numbersOf = (tasks: readonly Pick<Task, 'number'>[]) => tasks.map(({ number }) => number).join('\n')
