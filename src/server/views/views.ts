import { randomUUID } from 'node:crypto'
import { type Expression, type Kysely, sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { NewView, SavedView, ViewChange } from '../../contract/schemas/views.ts'
import { viewLimits } from '../../contract/views.ts'
import type { Database } from '../database/database.ts'
import type { SavedViewRow, Schema } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { viewTable } from './view-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
}

type Table = ReturnType<typeof viewTable>

/** The saved views of one owner: names for addresses of the web app, in the order that the owner has chosen. */
export function viewRules({ database, history }: Dependencies) {
  return {
    list: async (owner: string): Promise<SavedView[]> => (await viewTable(database.db, owner).all()).map(viewOf),

    /** The address of a view, also within a transaction; undefined if the owner has no such view. */
    addressOf: async (owner: string, id: string, db: Kysely<Schema> = database.db): Promise<string | undefined> =>
      (await viewTable(db, owner).all()).find((row) => row.id === id)?.address,

    /** Fails with `too_large` if the owner has too many views, and with `conflict` if the id is taken. */
    create(author: Author, { id = randomUUID(), name, address, pinned = false, place = viewLimits.views }: NewView) {
      const work = async (tx: Kysely<Schema>) => {
        const table = viewTable(tx, author.owner)
        const rows = await table.all()
        if (rows.length >= viewLimits.views) throw tooMany()
        if (rows.some((row) => row.id === id)) throw new AppError('conflict', 'You already have a view with this id.')
        const row = { id, name: name.trim(), address, pinned: pinned ? 1 : 0, place: rows.length }
        await table.insert(row)
        await move(table, [...rows, row], id, place)
        return row
      }
      return history.changeSettings(author, work, (row) => ({ message: 'View saved.', view: viewOf(row) }))
    },

    /** Fails with `not_found` if the owner has no such view. */
    update(author: Author, id: string, { name, address, pinned, place }: ViewChange) {
      const work = async (tx: Kysely<Schema>) => {
        const table = viewTable(tx, author.owner)
        const rows = await table.all()
        const row = rows.find((one) => one.id === id)
        if (!row) throw absent()
        const columns = {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(address === undefined ? {} : { address }),
          ...(pinned === undefined ? {} : { pinned: pinned ? 1 : 0 }),
        }
        if (Object.keys(columns).length) await table.update(id, columns)
        if (place !== undefined) await move(table, rows, id, place)
        return { ...row, ...columns }
      }
      return history.changeSettings(author, work, (row) => ({ message: 'View changed.', view: viewOf(row) }))
    },

    /** Fails with `not_found` if the owner has no such view. */
    remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await viewTable(tx, author.owner).remove(id)
        if (!numDeletedRows) throw absent()
      }
      return history.changeSettings(author, work, () => ({ message: 'View deleted.' }))
    },

    /** Adds the views of an archive behind those that are here, within a transaction, as far as there is room. Returns which are new, and how many have none. */
    async addWithin(tx: Kysely<Schema>, owner: string, added: SavedView[]) {
      const table = viewTable(tx, owner)
      const rows = await table.all()
      const isKnown = ({ id, name, address }: SavedView) =>
        rows.some((row) => row.id === id || (row.name === name && row.address === address))
      const unknown = added.filter((view) => !isKnown(view))
      const fresh = unknown.slice(0, viewLimits.views - rows.length)
      for (const [index, { id, name, address, pinned }] of fresh.entries())
        await table.insert({ id, name: name.trim(), address, pinned: pinned ? 1 : 0, place: rows.length + index })
      return { ids: fresh.map(({ id }) => id), added: fresh.length, left: unknown.length - fresh.length }
    },

    /** Removes all views of an account that is being deleted, within its transaction. */
    eraseAll: (tx: Kysely<Schema>, owner: string) => viewTable(tx, owner).removeAll(),
  }
}

/** In a query: whether this owner has this saved view. Both may be columns. */
export const hasView = (
  owner: Expression<unknown>,
  id: Expression<unknown>,
) => sql<boolean>`exists (select 1 from saved_views
  where saved_views.user_id = ${owner} and saved_views.id = ${id})`

export type ViewRules = ReturnType<typeof viewRules>

/** Moves a view to a place among all views, and numbers them. Only rows with another number than before are written. */
async function move(table: Table, rows: Pick<SavedViewRow, 'id' | 'place'>[], id: string, place: number) {
  const others = rows.filter((row) => row.id !== id)
  const moved = rows.filter((row) => row.id === id)
  const ordered = [...others.slice(0, place), ...moved, ...others.slice(place)]
  for (const [index, row] of ordered.entries()) if (row.place !== index) await table.update(row.id, { place: index })
}

const viewOf = ({ id, name, address, pinned }: Omit<SavedViewRow, 'user_id'>): SavedView => ({
  id,
  name,
  address,
  pinned: pinned === 1,
})

const absent = () => new AppError('not_found', 'That view does not exist.')
const tooMany = () =>
  new AppError('too_large', `You have ${viewLimits.views} saved views, which is the maximum. Delete one first.`)
