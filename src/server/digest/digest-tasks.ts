import type { Task } from '../../contract/schemas/tasks.ts'
import { isOfToday } from '../../contract/task-lists/task-days.ts'
import { tasksToCompare } from '../../contract/task-lists/tasks-to-compare.ts'

interface DigestTasks {
  tasks: Task[]
  /** A sentence about what the digest leaves out, because there are too many tasks to compare. */
  leftOut?: string
}

/** The tasks of a digest: all of them, or if they are too many, those whose day has come. `read` is called again for these. */
export async function digestTasks(
  read: () => AsyncIterable<Task[]>,
  today: string,
  maxTasks?: number,
): Promise<DigestTasks> {
  const all = await tasksToCompare(read(), maxTasks)
  if (all) return { tasks: all }
  const dated = await tasksToCompare(datedIn(read(), today), maxTasks)
  return dated
    ? {
        tasks: dated,
        leftOut: 'You have too many tasks to compare, so this mail does not say what is next or blocked.',
      }
    : { tasks: [], leftOut: 'You have too many tasks to list in this mail. Open Today to see what is due.' }
}

async function* datedIn(batches: AsyncIterable<Task[]>, today: string): AsyncGenerator<Task[]> {
  for await (const some of batches) yield some.filter((task) => isOfToday(task, today))
}
