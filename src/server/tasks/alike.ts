import type { ImportedTask } from '../../contract/imports.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'

const pageRows = 1_000

type Known = Pick<TaskRow, 'id' | 'title' | 'due_date'>

/** Equal for tasks that a person would take for the same one: with the same words and due date. */
const looksOf = (title: string, dueDate: string | null | undefined) =>
  `${title.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()}\n${dueDate?.slice(0, 10) ?? ''}`

/** Finds tasks of an owner outside the trash that look like new ones of an import, by the ids of these. Those with the ids of `own` do not count. */
export function alikeTasks({ db, readAside }: Database) {
  return async (
    owner: string,
    imported: readonly ImportedTask[],
    own: ReadonlySet<string>,
  ): Promise<Map<string, string>> => {
    const wanted = new Map<string, string[]>()
    for (const { _id, title, dueDate } of imported) {
      if (title === undefined) continue
      const looks = looksOf(title, dueDate)
      const same = wanted.get(looks)
      if (same) same.push(_id)
      else wanted.set(looks, [_id])
    }
    const found = new Map<string, string>()
    const pages = pagesOf(pageRows, (last?: Known) => {
      const page = db
        .selectFrom('tasks')
        .select(['id', 'title', 'due_date'])
        .where('user_id', '=', owner)
        .where('trashed_at', 'is', null)
        .orderBy('id')
        .limit(pageRows)
      return readAside(owner, last ? page.where('id', '>', last.id) : page)
    })
    for await (const page of pages) {
      for (const { id, title, due_date } of page) {
        if (own.has(id)) continue
        for (const like of wanted.get(looksOf(title, due_date)) ?? []) if (!found.has(like)) found.set(like, id)
      }
    }
    return found
  }
}
