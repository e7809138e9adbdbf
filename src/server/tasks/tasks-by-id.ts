import type { Task } from '../../contract/schemas/tasks.ts'
import type { Database } from '../database/database.ts'
import { currentJson, storedJson } from './stored-json.ts'

/** Finds tasks as they are now, also in the trash. Those that were deleted for good are missing. */
export function tasksById(database: Database) {
  const current = currentJson(database)
  return async (owner: string, ids: string[]): Promise<Map<string, Task>> => {
    if (!ids.length) return new Map()
    const query = database.db
      .selectFrom('tasks')
      .select(['id', storedJson.as('json')])
      .where('user_id', '=', owner)
      .where('id', 'in', ids)
    const rows = await current(owner, await database.readAside(owner, query))
    return new Map(rows.map(({ id, json }) => [id, JSON.parse(json)]))
  }
}

export type TasksById = ReturnType<typeof tasksById>
