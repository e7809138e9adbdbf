import type { TaskQuery } from '../schemas/task-queries.ts'
import type { Task } from '../schemas/tasks.ts'
import { linksIn, openParts } from './link-index.ts'

/** Lists the tasks that match a filter. */
type List = (query: TaskQuery) => Promise<Task[]>

/** Above this number of tasks, one list of everything is cheaper than one list of the parts of each. */
const maxLists = 20

/**
 * The open parts of tasks, named by id or number, and their open parts in turn, without these tasks themselves, for clients that do not have
 * all tasks.
 */
export async function openPartsOf(list: List, ids: readonly string[]): Promise<Task[]> {
  const isNamed = ({ _id, number }: Task) => ids.some((id) => id === _id || id.replace('#', '') === String(number))
  if (ids.length > maxLists) {
    const all = await list({})
    return openParts(linksIn(all), all.filter(isNamed))
  }
  const found = new Map<string, Task>()
  let level: readonly string[] = ids
  while (level.length) {
    const parts = (await Promise.all(level.map((partOf) => list({ partOf }))))
      .flat()
      .filter(({ _id }) => !found.has(_id))
    for (const part of parts) found.set(part._id, part)
    level = parts.map(({ _id }) => _id)
  }
  return [...found.values()]
    .filter((task) => task.status !== 'Completed' && !isNamed(task))
    .sort((a, b) => a.number - b.number)
}

/** `2 parts are still open`. */
export const stillOpen = (count: number) => (count === 1 ? '1 part is still open' : `${count} parts are still open`)
