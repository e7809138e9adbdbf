import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { ViewRules } from '../views/views.ts'
import { davRoot } from './addresses.ts'
import { offeredViewTable } from './offered-view-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  views: Pick<ViewRules, 'list' | 'addressOf'>
}

/** The saved views that an owner offers to CalDAV clients. */
export function offeredViewRules({ database, history, views }: Dependencies) {
  return {
    /** The path of CalDAV on this server, and the ids of the offered views in the order of all views. */
    async list(owner: string): Promise<{ path: string; views: string[] }> {
      const offered = await offeredViewTable(database.db, owner).all()
      const all = offered.size ? await views.list(owner) : []
      return { path: davRoot, views: all.flatMap(({ id }) => (offered.has(id) ? id : [])) }
    },
    /** Offers exactly these views. Fails with `not_found` if the owner does not have one of them. */
    offer(author: Author, ids: string[]) {
      const wanted = [...new Set(ids)]
      const work = async (tx: Kysely<Schema>) => {
        for (const id of wanted) {
          if ((await views.addressOf(author.owner, id, tx)) === undefined)
            throw new AppError('not_found', 'That view does not exist.')
        }
        await offeredViewTable(tx, author.owner).replace(wanted)
      }
      return history.changeSettings(author, work, () => ({
        message: wanted.length
          ? `Offered ${wanted.length} saved ${wanted.length === 1 ? 'view' : 'views'} as lists.`
          : 'Only the list Taskdeck is offered.',
        views: wanted,
      }))
    },
  }
}

export type OfferedViewRules = ReturnType<typeof offeredViewRules>
