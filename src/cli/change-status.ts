import { taskCalls } from '../contract/calls/tasks.ts'
import type { ManyChange, Task } from '../contract/schemas/tasks.ts'
import type { Status } from '../contract/tasks.ts'
import { withChange } from './change-note.ts'
import type { Context } from './command.ts'
import { namingMissing } from './missing-tasks.ts'
import { loadPreferences, todayOf } from './preferences.ts'
import { nameOf, numbersOf } from './tasks.ts'

/** Changes tasks in the same way, as one change that can be undone. Returns them as they are now, and the tasks that follow repeating ones. */
export async function changeTasks({ client, now }: Pick<Context, 'client' | 'now'>, ids: string[], change: ManyChange) {
  const isCompleting = change.status === 'Completed'
  const next = isCompleting ? { next: { today: todayOf(await loadPreferences(client()), now()) } } : {}
  const linked = [...(change.addLinks ?? []), ...(change.removeLinks ?? [])].map(({ to }) => to)
  const {
    tasks = [],
    nextTasks = [],
    change: number,
  } = await namingMissing(client(), [...ids, ...linked], () =>
    client().call(taskCalls.bulkUpdate, { body: { ids, change, ...next } }),
  )
  return { tasks, nextTasks, change: number }
}

/** Something that a command does after the change: fields of its JSON, and lines of its text. */
interface Afterwards {
  json: object
  lines: string[]
}

/** Gives tasks a status and prints what was done. */
export async function changeStatus(
  context: Context,
  ids: string[],
  status: Status,
  verb: string,
  afterwards: (tasks: Task[]) => Promise<Afterwards> = async () => ({ json: {}, lines: [] }),
) {
  const { tasks, nextTasks, change } = await changeTasks(context, ids, { status })
  const { json, lines } = await afterwards(tasks)
  context.print({
    json: { tasks, nextTasks, change, ...json },
    quiet: () => numbersOf(nextTasks),
    text: () => {
      const all = [...tasks.map((task) => `${verb} ${nameOf(task)}`), ...nextTasks.map(nextWords), ...lines]
      return withChange(context.terminal, all.join('\n'), change)
    },
  })
}

const nextWords = (task: Task) => `Next is ${nameOf(task)}${task.dueDate ? `, due ${task.dueDate.slice(0, 10)}` : ''}`
