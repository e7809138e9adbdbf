import { sql } from 'kysely'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { GitReferenceRow } from '../database/schema.ts'

const pageRows = 200

/** Reads of references outside a change. Those that were undone are left out. */
export function referenceTable({ db, readAside }: Database) {
  const all = (owner: string) => db.selectFrom('git_references').selectAll().where('user_id', '=', owner)
  const shown = (owner: string) => all(owner).where('removed_at', 'is', null)
  const pages = (owner: string, of: typeof all) =>
    pagesOf(pageRows, (last?: GitReferenceRow) => {
      const page = of(owner).orderBy('task_id').orderBy('id').limit(pageRows)
      return readAside(owner, last ? page.where(sql<boolean>`(task_id, id) > (${last.task_id}, ${last.id})`) : page)
    })
  return {
    /** The references of a task, newest first. */
    ofTask: (owner: string, taskId: string): Promise<GitReferenceRow[]> =>
      shown(owner).where('task_id', '=', taskId).orderBy('at', 'desc').orderBy('id').execute(),
    /** All references of an owner, page by page. */
    pages: (owner: string) => pages(owner, shown),
    /** Those that were undone as well. */
    pagesOfAll: (owner: string) => pages(owner, all),
  }
}
