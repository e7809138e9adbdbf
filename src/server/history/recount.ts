import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { pagesOf } from '../json-list.ts'
import type { OpenDraft } from './draft.ts'
import { bytesOfValues } from './event-table.ts'
import type { ForgetAll } from './forgetting.ts'
import type { LabelChanges } from './label-table.ts'

interface Parts {
  database: Database
  openDraft: OpenDraft
  forgetAll: ForgetAll
}

const ownersAtOnce = 100
const eventsAtOnce = 2_000
const tasksAtOnce = 500

/**
 * Counts again what decks and labels say, for owners who have changed something since the last time: a node of an older version does not
 * count. Nothing is locked meanwhile; what is changed while it is counted leaves the numbers as they are until the next run.
 */
export function recounting({ database, openDraft, forgetAll }: Parts) {
  const { db, readAside, transaction } = database

  const eventsAfter = (owner: string, seq: number) =>
    db
      .selectFrom('events')
      .where('user_id', '=', owner)
      .where('seq', '>', seq)
      .where('seq', '<=', seq + eventsAtOnce)

  /** Forgets what a crash has left of tasks that were purged: the oldest events are forgotten last. */
  async function finishForgetting(owner: string, lastSeq: number): Promise<void> {
    for (let seq = 0; seq < lastSeq; seq += eventsAtOnce) {
      const left = eventsAfter(owner, seq)
        .where('kind', '=', 'created')
        .where('after', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('tasks')
                .select('id')
                .where('tasks.user_id', '=', owner)
                .whereRef('tasks.id', '=', 'events.task_id'),
            ),
          ),
        )
        .select('task_id')
      for (const { task_id: taskId } of await readAside(owner, left)) {
        await forgetAll(owner, { taskId, below: Number.MAX_SAFE_INTEGER })
      }
    }
  }

  async function countText(owner: string, lastSeq: number): Promise<number> {
    let bytes = 0
    for (let seq = 0; seq < lastSeq; seq += eventsAtOnce) {
      const sum = eventsAfter(owner, seq).select((row) => row.fn.sum<number>(bytesOfValues).as('bytes'))
      for (const row of await readAside(owner, sum)) bytes += Number(row.bytes)
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

  async function recount(owner: string, lastSeq: number): Promise<void> {
    await finishForgetting(owner, lastSeq)
    const deck = db.selectFrom('decks').select(['last_seq', 'text_bytes']).where('user_id', '=', owner)
    const before = await deck.executeTakeFirstOrThrow()
    const [bytes, labels] = [await countText(owner, before.last_seq), await countLabels(owner)]
    await transaction(owner, (tx) => openDraft(tx, owner, '').confirmCounts(before, bytes, labels), 'housekeeping')
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
      for (const { user_id, last_seq } of rows) {
        if (stop?.aborted) return
        await recount(user_id, last_seq)
        await nextTurn()
      }
    }
  }
}
