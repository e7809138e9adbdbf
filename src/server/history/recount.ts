import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { pagesOf } from '../json-list.ts'
import type { OpenDraft } from './draft.ts'
import { bytesOfValues } from './event-table.ts'
import type { LabelChanges } from './label-table.ts'

interface Parts {
  database: Database
  openDraft: OpenDraft
}

const ownersAtOnce = 100
const eventsAtOnce = 2_000
const tasksAtOnce = 500

/**
 * Counts again what decks and labels say, for owners who have changed something since the last time: a node of an older version does not
 * count. Nothing is locked meanwhile; what is changed while it is counted leaves the numbers as they are until the next run.
 */
export function recounting({ database, openDraft }: Parts) {
  const { db, readAside, transaction } = database

  async function countText(owner: string, lastSeq: number): Promise<number> {
    let bytes = 0
    for (let seq = 0; seq < lastSeq; seq += eventsAtOnce) {
      const some = db.selectFrom('events').where('user_id', '=', owner).where('seq', '>', seq)
      const query = some
        .where('seq', '<=', seq + eventsAtOnce)
        .select((row) => row.fn.sum<number>(bytesOfValues).as('bytes'))
      for (const row of await readAside(owner, query)) bytes += Number(row.bytes)
    }
    return bytes
  }

  async function countLabels(owner: string): Promise<LabelChanges> {
    const counts: LabelChanges = new Map()
    const pages = pagesOf(tasksAtOnce, (last?: { id: string }) => {
      const some = db.selectFrom('tasks').select(['id', 'labels']).where('user_id', '=', owner)
      return readAside(
        owner,
        some
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(tasksAtOnce),
      )
    })
    for await (const rows of pages) {
      for (const label of rows.flatMap(({ labels }) => JSON.parse(labels) as string[])) {
        counts.set(label, (counts.get(label) ?? 0) + 1)
      }
    }
    return counts
  }

  return async (stop?: AbortSignal): Promise<void> => {
    const decks = pagesOf(ownersAtOnce, (last?: { user_id: string }) =>
      db
        .selectFrom('decks')
        .select(['user_id', 'last_seq'])
        .where('user_id', '>', last?.user_id ?? '')
        .where('removed_at', 'is', null)
        .whereRef('counted_seq', '<>', 'last_seq')
        .orderBy('user_id')
        .limit(ownersAtOnce)
        .execute(),
    )
    for await (const rows of decks) {
      for (const { user_id: owner, last_seq } of rows) {
        if (stop?.aborted) return
        const [bytes, labels] = [await countText(owner, last_seq), await countLabels(owner)]
        await transaction(
          owner,
          (tx) => openDraft(tx, owner, '').confirmCounts(last_seq, bytes, labels),
          'housekeeping',
        )
        await nextTurn()
      }
    }
  }
}
