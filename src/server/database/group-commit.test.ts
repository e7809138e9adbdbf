import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'
import type { Schema } from './schema.ts'

/** A database in which statements fail as the test wants it. */
function failing(fails: (sql: string) => Error | undefined) {
  const executeQuery = async ({ sql }: { sql: string }) => {
    const error = fails(sql)
    if (error) throw error
  }
  const execute = async (work: (tx: unknown) => Promise<unknown>) => {
    await executeQuery({ sql: 'begin' })
    return work({ executeQuery })
  }
  return groupCommit({ transaction: () => ({ execute }) } as unknown as Kysely<Schema>)
}

test('a transaction that cannot begin fails for everybody who waits for it', async () => {
  const locked = new Error('database is locked')
  const transaction = failing((sql) => (sql === 'begin' ? locked : undefined))
  const answers = await Promise.allSettled([transaction(async () => 1), transaction(async () => 2)])
  expect(answers).toEqual([
    { status: 'rejected', reason: locked },
    { status: 'rejected', reason: locked },
  ])
})

test('a transaction that the database ended by itself fails for everybody in it, and says why it ended', async () => {
  const full = new Error('database or disk is full')
  const transaction = failing((sql) => (sql === 'rollback to one' ? new Error('no such savepoint: one') : undefined))
  const answers = await Promise.allSettled([
    transaction(async () => 'written, but not for good'),
    transaction(() => Promise.reject(full)),
  ])
  expect(answers).toEqual([
    { status: 'rejected', reason: full },
    { status: 'rejected', reason: full },
  ])
})

test('work that fails by itself fails alone', async () => {
  const transaction = failing(() => undefined)
  const wrong = new Error('no such task')
  const answers = await Promise.allSettled([
    transaction(async () => 'written'),
    transaction(() => Promise.reject(wrong)),
  ])
  expect(answers).toEqual([
    { status: 'fulfilled', value: 'written' },
    { status: 'rejected', reason: wrong },
  ])
})
