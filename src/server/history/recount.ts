import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import { withRest } from '../work/slices.ts'
import type { Draft, OpenDraft } from './draft.ts'
import type { EventKinds } from './event-kinds.ts'
import { bytesOfValues } from './event-table.ts'
import type { ForgetAll } from './forgetting.ts'

/** Recounts something for an owner, and returns a function that corrects the stored number. */
export type Recount = (owner: string) => Promise<(draft: Draft) => Promise<void>>

interface Dependencies {
  database: Database
  kinds: EventKinds
  openDraft: OpenDraft
  forgetAll: ForgetAll
  /** Counters of the nouns, which are corrected together with the counted text. */
  recounts: Recount[]
  /** Counts the bytes of an owner's stored answers, which count as text. */
  answerBytes: (owner: string) => Promise<number>
}

const ownersAtOnce = 100
const eventsAtOnce = 2_000

/**
 * Recounts the stored numbers of owners who have changed something since the last recount, because nodes of an older version do not count.
 * Takes no locks. If an owner changes something during the count, the numbers are not corrected until the next run.
 */
export function recounting({ database, kinds, openDraft, forgetAll, recounts, answerBytes }: Dependencies) {
  const { db, readAside, transaction } = database

  const eventsAfter = (owner: string, seq: number) =>
    db
      .selectFrom('events')
      .where('user_id', '=', owner)
      .where('seq', '>', seq)
      .where('seq', '<=', seq + eventsAtOnce)

  /** Removes the values that a crash has left in events of purged subjects. The first event of a subject is cleared last. */
  async function finishForgetting(owner: string, before: number, lastSeq: number): Promise<void> {
    for (const [kind, { missing }] of entriesOf(kinds)) {
      if (!missing) continue
      for (let seq = before; seq < lastSeq; seq += eventsAtOnce) {
        const first = eventsAfter(owner, seq).where('kind', '=', kind).where('after', 'is not', null)
        const subjects = (await readAside(owner, first.select('task_id'))).map(({ task_id }) => task_id)
        for (const subject of await missing(owner, subjects)) {
          await forgetAll(owner, { subject, below: Number.MAX_SAFE_INTEGER })
        }
      }
    }
  }

  async function countText(owner: string, before: number, lastSeq: number): Promise<number> {
    let bytes = 0
    for (let seq = before; seq < lastSeq; seq += eventsAtOnce) {
      const sum = eventsAfter(owner, seq).select((row) => row.fn.sum<number>(bytesOfValues).as('bytes'))
      for (const row of await readAside(owner, sum)) bytes += Number(row.bytes)
    }
    return bytes
  }

  async function recount(owner: string, lastSeq: number): Promise<void> {
    const [first] = await readAside(
      owner,
      db.selectFrom('events').select('seq').where('user_id', '=', owner).orderBy('seq').limit(1),
    )
    const beforeFirst = Number(first?.seq ?? 1) - 1
    await finishForgetting(owner, beforeFirst, lastSeq)
    const deck = db.selectFrom('decks').select(['last_seq', 'text_bytes']).where('user_id', '=', owner)
    const before = await deck.executeTakeFirstOrThrow()
    const bytes = (await countText(owner, beforeFirst, before.last_seq)) + (await answerBytes(owner))
    const corrections: Awaited<ReturnType<Recount>>[] = []
    for (const count of recounts) corrections.push(await count(owner))
    const correct = async (draft: Draft) => {
      if (!(await draft.confirmText(before, bytes))) return
      for (const correction of corrections) await correction(draft)
    }
    await transaction(owner, (tx) => correct(openDraft(tx, { owner, via: 'system' }, '')), 'housekeeping')
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
        await withRest(() => recount(user_id, last_seq))
      }
    }
  }
}

function entriesOf(kinds: EventKinds) {
  return Object.entries(kinds) as [keyof EventKinds, EventKinds[keyof EventKinds]][]
}
