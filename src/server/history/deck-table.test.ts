import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { countersIn } from './deck-table.ts'

test.for(engines)('%s: changes that share a commit count on, except from one that failed', async (engine) => {
  const { database, as } = await testApp({ engine })
  const { _id: owner } = await as('ana').user()
  const countersOf = countersIn(database)
  const wrong = new Error('no such task')
  const change = (numbers: number, events: number, fails = false) =>
    database.transaction(owner, async (tx) => {
      const counters = countersOf(tx, owner)
      const { last_number, last_seq } = await counters.takeNumbers(numbers)
      await counters.takeSeqs(events, 10)
      if (fails) throw wrong
      return { last_number, last_seq }
    })
  const before = await change(1, 1)
  const after = await Promise.allSettled([change(1, 1), change(5, 5, true), change(2, 1), change(0, 1), change(1, 1)])
  const shown = after.map((result) =>
    result.status === 'rejected'
      ? result.reason
      : [result.value.last_number - before.last_number, result.value.last_seq - before.last_seq],
  )
  expect(shown).toEqual([[1, 1], wrong, [3, 2], [3, 3], [4, 4]])
  const { last_number, last_seq, text_bytes } = await database.db
    .selectFrom('decks')
    .selectAll()
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  expect([last_number - before.last_number, last_seq - before.last_seq, text_bytes]).toEqual([4, 5, 50])
})
