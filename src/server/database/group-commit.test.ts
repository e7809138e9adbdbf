import type { Kysely } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { groupCommit } from './group-commit.ts'
import type { Schema } from './schema.ts'

/** A database whose statements fail as the test requires. */
function failing(
  fails: (sql: string) => Error | undefined,
  more: Pick<Parameters<typeof groupCommit>[0], 'stage' | 'isOpen'> = {},
) {
  const executeQuery = async ({ sql }: { sql: string }) => {
    const error = fails(sql)
    if (error) throw error
  }
  const execute = async (work: (tx: unknown) => Promise<unknown>) => {
    await executeQuery({ sql: 'begin' })
    return work({ executeQuery })
  }
  return groupCommit({ db: { transaction: () => ({ execute }) } as unknown as Kysely<Schema>, ...more })
}

test('if a transaction cannot begin, all work in its group fails', async () => {
  const locked = new Error('database is locked')
  const transaction = failing((sql) => (sql === 'begin' ? locked : undefined))
  const answers = await Promise.allSettled([transaction('ana', async () => 1), transaction('ana', async () => 2)])
  expect(answers).toEqual([
    { status: 'rejected', reason: locked },
    { status: 'rejected', reason: locked },
  ])
})

test('if the database ends a transaction, all work in its group fails with the reason', async () => {
  const full = new Error('database or disk is full')
  const transaction = failing((sql) => (sql === 'rollback to one' ? new Error('no such savepoint: one') : undefined))
  const answers = await Promise.allSettled([
    transaction('ana', async () => 'written, but not for good'),
    transaction('ana', () => Promise.reject(full)),
  ])
  expect(answers).toEqual([
    { status: 'rejected', reason: full },
    { status: 'rejected', reason: full },
  ])
})

test('if the database ends a transaction while work reads, all work in its group fails with the reason', async () => {
  const broken = new Error('disk I/O error')
  let isOpen = true
  const transaction = failing(() => undefined, { isOpen: () => isOpen })
  const answers = await Promise.allSettled([
    transaction('ana', async () => 'written, but not for good'),
    transaction('ana', async () => {
      isOpen = false
      throw broken
    }),
  ])
  expect(answers).toEqual([
    { status: 'rejected', reason: broken },
    { status: 'rejected', reason: broken },
  ])
})

test('work that fails on its own does not affect the others in its group', async () => {
  const transaction = failing(() => undefined)
  const wrong = new Error('no such task')
  const answers = await Promise.allSettled([
    transaction('ana', async () => 'written'),
    transaction('ana', () => Promise.reject(wrong)),
  ])
  expect(answers).toEqual([
    { status: 'fulfilled', value: 'written' },
    { status: 'rejected', reason: wrong },
  ])
})

test('owners take turns, however much one of them writes', async () => {
  const transaction = failing(() => undefined)
  const order: string[] = []
  const write = (owner: string, name: string) => transaction(owner, async () => order.push(name))
  await Promise.all([
    ...['ana 1', 'ana 2', 'ana 3'].map((name) => write('ana', name)),
    ...['bo 1', 'bo 2'].map((name) => write('bo', name)),
  ])
  expect(order).toEqual(['ana 1', 'bo 1', 'ana 2', 'bo 2', 'ana 3'])
})

test('an owner pauses after long work, and others are served in the meantime', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const longWork = async () => void vi.advanceTimersByTime(15)
  let commits = 0
  const transaction = failing((sql) => {
    if (sql === 'begin') commits++
    return undefined
  })
  const order: string[] = []
  const long = Promise.all(
    [1, 2, 3].map((number) => transaction('ana', longWork).then(() => order.push(`ana ${number}`))),
  )
  await transaction('bo', async () => {})
  for (const number of [1, 2]) {
    await new Promise(setImmediate)
    await transaction('bo', async () => {})
    order.push(`bo ${number}`)
  }
  expect(order).toEqual(['ana 1', 'bo 1', 'bo 2'])
  while (order.length < 5) {
    vi.advanceTimersByTime(1)
    await new Promise(setImmediate)
  }
  await long
  expect(order).toEqual(['ana 1', 'bo 1', 'bo 2', 'ana 2', 'ana 3'])
  expect(commits).toBeGreaterThanOrEqual(5)
})

test('an owner pauses after staged work for as long as it took, up to a limit', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let stagedMs = 40
  const transaction = failing(() => undefined, {
    stage: async (_owner, work) => {
      vi.advanceTimersByTime(stagedMs)
      return work(undefined as never)
    },
  })
  for (const [took, pause] of [
    [40, 40],
    [3_000, 500],
  ] as const) {
    stagedMs = took
    await transaction('ana', async () => {}, 'long')
    const before = performance.now()
    const next = transaction('ana', async () => performance.now() - before)
    await transaction('bo', async () => {})
    expect(performance.now()).toBe(before)
    while (performance.now() < before + pause) {
      vi.advanceTimersByTime(1)
      await new Promise(setImmediate)
    }
    expect(await next).toBe(pause)
  }
})
