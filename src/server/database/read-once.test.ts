import { expect, onTestFinished, test } from 'vitest'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { openDatabase } from './open.ts'

const deck = { user_id: 'ana', last_number: 1, last_seq: 1, removed_at: null, text_bytes: 0, counted_seq: 0 }

const user = {
  ...{ id: 'ana', username: 'ana', email: 'ana', email_key: 'ana', preferences: '{}' },
  ...{ password_hash: null, image: null, created_at: 0, removed_at: null },
}

async function world(engine: Engine) {
  const database = openDatabase(await migratedDatabase(engine))
  onTestFinished(() => database.close())
  await database.db.insertInto('users').values(user).execute()
  await database.db.insertInto('decks').values(deck).execute()
  const read = database.prepare((db, owner: string) =>
    db.selectFrom('decks').select('last_seq').where('user_id', '=', owner),
  )
  return { database, find: database.readOnce(read) }
}

test('sqlite: the same question is read once in a snapshot', async () => {
  const { find } = await world('sqlite')
  const [first, second, other] = [find('ana'), find('ana'), find('bo')]
  expect(second).toBe(first)
  expect([first, other]).toEqual([[{ last_seq: 1 }], []])
})

test.for(engines)('%s: a repeated read sees every write that is done, and none before', async (engine) => {
  const { database, find } = await world(engine)
  expect(await find('ana')).toEqual([{ last_seq: 1 }])
  for (let seq = 2; seq < 20; seq++) {
    await database.transaction('ana', async (tx) => {
      await tx.updateTable('decks').set({ last_seq: seq }).where('user_id', '=', 'ana').execute()
      // Answered by a snapshot that ends with the commit.
      expect(await find('ana')).toEqual([{ last_seq: seq - 1 }])
    })
    expect(await find('ana')).toEqual([{ last_seq: seq }])
  }
})
