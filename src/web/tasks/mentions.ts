import type { Task } from '../../contract/schemas/tasks.ts'
import { referencesIn } from '../../contract/task-references.ts'

type Mentions = ReadonlyMap<number, Task[]>

const mentions = new WeakMap<readonly Task[], Mentions>()
const references = new WeakMap<Task, readonly number[]>()

/** The tasks whose descriptions mention a task, by its number. Computed once for a list of tasks. */
export function mentionsIn(tasks: readonly Task[]): Mentions {
  const known = mentions.get(tasks)
  if (known) return known
  const found = new Map<number, Task[]>()
  for (const task of tasks) {
    for (const number of referencesOf(task)) {
      if (number === task.number) continue
      const others = found.get(number)
      if (others) others.push(task)
      else found.set(number, [task])
    }
  }
  mentions.set(tasks, found)
  return found
}

const none: readonly number[] = []

/** Read once per task, because most changes leave most tasks as they are. */
function referencesOf(task: Task): readonly number[] {
  if (!task.description.includes('#')) return none
  const known = references.get(task)
  if (known) return known
  const found = referencesIn(task.description)
  references.set(task, found)
  return found
}
