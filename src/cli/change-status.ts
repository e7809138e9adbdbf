import { localDay } from '../contract/calendar-day.ts'
import type { ManyChange, Task } from '../contract/schemas/tasks.ts'
import { type Status, taskCalls } from '../contract/tasks.ts'
import type { Context } from './command.ts'
import { nameOf, numbersOf } from './tasks.ts'

/** Changes tasks in the same way, as one change that can be undone. Returns them as they are now, and the tasks that follow repeating ones. */
export async function changeTasks({ client, now }: Pick<Context, 'client' | 'now'>, ids: string[], change: ManyChange) {
  const next = change.status === 'Completed' ? { next: { today: localDay(now()) } } : {}
  const {
    tasks = [],
    nextTasks = [],
    change: number,
  } = await client().call(taskCalls.bulkUpdate, {
    body: { ids, change, ...next },
  })
  return { tasks, nextTasks, change: number }
}

/** Gives tasks a status and prints what was done. */
export async function changeStatus(context: Context, ids: string[], status: Status, verb: string) {
  const { tasks, nextTasks, change } = await changeTasks(context, ids, { status })
  context.print({
    json: { tasks, nextTasks, change },
    quiet: () => numbersOf(nextTasks),
    text: () => [...tasks.map((task) => `${verb} ${nameOf(task)}`), ...nextTasks.map(nextWords)].join('\n'),
  })
}

const nextWords = (task: Task) => `Next is ${nameOf(task)}${task.dueDate ? `, due ${task.dueDate.slice(0, 10)}` : ''}`
