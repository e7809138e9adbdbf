import type { Values } from '../contract/schemas/history.ts'
import { deletedTask, type LinkedName } from '../contract/words/field-words.ts'
import { numberOf } from '../contract/words/task-names.ts'
import type { Client } from './client.ts'
import { loadTasks } from './tasks.ts'

/** Names the tasks that are linked in these values. Loads tasks only if there are any. */
export async function linkNames(client: Client, values: readonly Values[]): Promise<LinkedName> {
  const isLinked = values.some((value) => value?.partOf || value?.blockedBy?.length || value?.related?.length)
  const numbers = new Map((isLinked ? await loadTasks(client) : []).map((task) => [task._id, numberOf(task)]))
  return (id) => numbers.get(id) ?? deletedTask
}
