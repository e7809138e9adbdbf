import type { Task } from '../contract/schemas/tasks.ts'
import { stillOpen } from '../contract/task-lists/open-parts.ts'
import type { OpenParts } from './open-parts.ts'
import { fitting, maxCharacters } from './paging.ts'
import { type ListedTask, listedData } from './task-data.ts'
import { inLine, taskLine } from './task-text.ts'

interface Done {
  message: string
  change: number | null
  tasks?: readonly Task[] | undefined
  nextTasks?: readonly Task[] | undefined
  openParts?: OpenParts | undefined
}

/** The tasks that fit into a third of a result, and their number. */
function shown(tasks: readonly Task[]) {
  const some = fitting(tasks.map(listedData), (task) => JSON.stringify(task).length, maxCharacters / 3)
  return { some, left: tasks.length - some.length }
}

const linesOf = ({ some, left }: ReturnType<typeof shown>, prefix = '') => [
  ...some.map((task: ListedTask) => `${prefix}${taskLine(task)}`),
  ...(left ? [`${prefix}${left} more`] : []),
]

/** The result of a change: what was done to which tasks, and how to undo it. */
export function done({ message: said, change, tasks = [], nextTasks = [], openParts }: Done) {
  const message = change === null ? 'Nothing was changed, because the tasks already had these values.' : inLine(said)
  const [changed, next, open] = [shown(tasks), shown(nextTasks), shown(openParts?.tasks ?? [])]
  const stillOpenCount = `${openParts?.isCut ? 'At least ' : ''}${stillOpen(openParts?.tasks.length ?? 0)}`
  const lines = [
    message,
    ...linesOf(changed),
    ...linesOf(next, 'Repeats as '),
    ...(open.some.length ? [`${stillOpenCount}: complete those whose work is done, or tell the user.`] : []),
    ...linesOf(open, 'Open: '),
    ...(change === null ? [] : [`This is change ${change}. To undo it, call undo with change ${change}.`]),
  ]
  const data = {
    message,
    change,
    ...(tasks.length ? { tasks: changed.some } : {}),
    ...(next.some.length ? { nextTasks: next.some } : {}),
    ...(open.some.length ? { openParts: open.some } : {}),
  }
  return { text: lines.join('\n'), data }
}
