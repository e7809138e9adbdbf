import type { Task } from '../schemas/tasks.ts'
import { textOf } from './filter.ts'

/** Comparing more tasks at once would hold up other requests. */
const maxCompared = 20_000
const maxCharacters = 40_000_000

/** All tasks without their descriptions, for a list that depends on the links or words of all of them; undefined if they are too many. */
export async function tasksToCompare(
  batches: AsyncIterable<Task[]>,
  maxTasks = maxCompared,
): Promise<Task[] | undefined> {
  const tasks: Task[] = []
  let characters = 0
  for await (const some of batches) {
    for (const task of some) {
      // Searches use the text, which is known from now on, and whether there is a description.
      characters += textOf(task).length
      task.description = task.description && ' '
      tasks.push(task)
    }
    if (tasks.length > maxTasks || characters > maxCharacters) return undefined
  }
  return tasks
}
