import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { absent, inTrash } from './reading.ts'
import { tasksAtOnce } from './task-batch.ts'
import { keyOf } from './task-ids.ts'
import type { Identified, TaskWrites } from './task-writes.ts'

/** Finds the tasks of a change, which must be present: they exist and are not in the trash. */
export function presentTasks(writes: TaskWrites) {
  /** Finds a task that is not in the trash, within a change. Fails with `not_found`, which says whether it can be restored. */
  async function present(draft: Draft, id: string): Promise<TaskRow> {
    const row = await writes.find(draft, keyOf(id))
    if (!row) throw absent()
    if (row.trashed_at) throw inTrash([row])
    return row
  }

  /** Names each of these tasks once, even if it is named several times, by id and by number. Fails like `present`. */
  async function presentOnce(draft: Draft, ids: string[]): Promise<Identified[]> {
    const found = await writes.identify(draft, ids.map(keyOf))
    if (found.length < ids.length) throw absent(ids.length > 1 ? unknownIn(ids, found) : undefined)
    const tasks = [...new Map(found.map((task) => [task.id, task])).values()]
    const trashed = tasks.filter(({ trashed_at }) => trashed_at)
    if (trashed.length) throw inTrash(trashed)
    return tasks
  }

  /** The rows of these tasks, batch by batch. Those of a batch must be written before the next one is read. */
  async function* slices(draft: Draft, tasks: Identified[]): AsyncGenerator<TaskRow[]> {
    for (let first = 0; first < tasks.length; first += tasksAtOnce) {
      const ids = tasks.slice(first, first + tasksAtOnce).map(({ id }) => id)
      await writes.load(draft, ids)
      yield Promise.all(ids.map((id) => present(draft, id)))
    }
  }

  return { present, presentOnce, slices }
}

/** The ids and numbers that name none of these tasks. */
function unknownIn(ids: string[], found: Identified[]): string[] {
  const known = new Set(found.flatMap(({ id, number }): (string | number)[] => [id, number]))
  return ids.filter((name) => {
    const key = keyOf(name)
    return !known.has('id' in key ? key.id : key.number)
  })
}
