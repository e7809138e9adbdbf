import { expect, onTestFinished, test } from 'vitest'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { openDatabase } from '../database/open.ts'
import { attemptLimits, type Limit } from './attempts.ts'

const minute = 60_000
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const address = (name = '1', max = 5): Limit => ({ key: `address ${name}`, max, windowMs: 15 * minute })
const account = (max = 100): Limit => ({ key: 'account', max, windowMs: 60 * minute })

/** Attempt limits on a separate database that counts its transactions. The clock stands still until a test moves it. */
async function limitsOn(engine: Engine, { maxRows }: { maxRows?: number } = {}) {
  const database = openDatabase(await migratedDatabase(engine))
  onTestFinished(() => database.close())
  let [now, writes] = [Date.UTC(2026, 0, 1), 0]
  const counting: typeof database = {
    ...database,
    transaction: (...args) => {
      writes++
      return database.transaction(...args)
    },
  }
  const limits = attemptLimits({ database: counting, clock: () => now, ...(maxRows ? { maxRows } : {}) })
  return {
    ...limits,
    database,
    writes: () => writes,
    rows: () => database.db.selectFrom('attempts').selectAll().orderBy('count').execute(),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** Returns how many of the attempts are admitted. */
    admitted: async (attempts: Promise<void>[]) =>
      (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length,
  }
}

test.for(engines)('%s: a thousand concurrent attempts are counted exactly, in a few writes', async (engine) => {
  const { take, admitted, writes, rows } = await limitsOn(engine)
  expect(await admitted(times(1000).map(() => take([address()])))).toBe(5)
  expect(writes()).toBe(1)
  expect((await rows()).map(({ count }) => count)).toEqual([5])
  expect(await admitted(times(1000).map((index) => take([address(`other ${index}`)])))).toBe(1000)
  expect(writes()).toBeLessThanOrEqual(3)
})

test.for(engines)('%s: a refused attempt writes nothing and is counted under no key', async (engine) => {
  const { take, admitted, writes, rows, pass } = await limitsOn(engine)
  expect(await admitted(times(100).map(() => take([address(), account()])))).toBe(5)
  const [before, written] = [await rows(), writes()]
  for (const _ of times(3)) {
    expect(await admitted(times(100).map(() => take([address(), account()])))).toBe(0)
    pass(2_000)
  }
  expect(writes()).toBe(written)
  expect(await rows()).toEqual(before)
  expect(before.map(({ count }) => count)).toEqual([5, 5])
})

test.for(engines)('%s: a returned attempt frees its place at once, on every node', async (engine) => {
  const one = await limitsOn(engine)
  const other = attemptLimits({ database: one.database, clock: () => Date.UTC(2026, 0, 1) + 2_000 })
  expect(await one.admitted(times(6).map(() => one.take([address()])))).toBe(5)
  await other.giveBack([address()])
  one.pass(1_000)
  await expect(one.take([address()])).resolves.toBeUndefined()
  await expect(other.take([address()])).rejects.toMatchObject({ code: 'too_many_requests' })
  await Promise.all(times(3).map(() => other.giveBack([address()])))
  expect(await other.take([address()])).toBeUndefined()
  expect((await one.rows()).map(({ count }) => count)).toEqual([3])
})

test.for(engines)('%s: setting the clock back does not lengthen a block', async (engine) => {
  const { take, admitted, pass } = await limitsOn(engine)
  expect(await admitted(times(6).map(() => take([address()])))).toBe(5)
  pass(-10 * 24 * 60 * minute)
  for (const _ of times(3)) {
    await expect(take([address()])).rejects.toMatchObject({ retryAfter: 15 * 60 })
    pass(0)
  }
  pass(15 * minute - 1)
  await expect(take([address()])).rejects.toMatchObject({ retryAfter: 1 })
  pass(1)
  await expect(take([address()])).resolves.toBeUndefined()
})

test.for(engines)(
  '%s: the number of rows stays limited with many keys, and no blocked key is removed',
  async (engine) => {
    const { take, admitted, rows } = await limitsOn(engine, { maxRows: 50 })
    expect(await admitted(times(10).map(() => take([address('blocked')])))).toBe(5)
    await Promise.all(times(3).map(() => take([address('tried often')])))
    for (const round of times(20)) {
      await Promise.all(times(10).map((index) => take([address(`${round} ${index}`)])))
      expect((await rows()).length).toBeLessThanOrEqual(60)
    }
    const counts = (await rows()).map(({ count }) => count)
    expect(counts.slice(-2)).toEqual([3, 5])
    await expect(take([address('blocked')])).rejects.toMatchObject({ code: 'too_many_requests' })
  },
)

test.for(engines)('%s: rows written by an older version are kept until their window ends', async (engine) => {
  const { take, rows, pass, database, forgetOld } = await limitsOn(engine, { maxRows: 10 })
  const until = Date.UTC(2026, 0, 1) + 15 * minute
  const old = times(20).map((index) => ({ key: `old ${index}`, count: 1, until }))
  await database.db.insertInto('attempts').values(old).execute()
  await take([address()])
  await forgetOld()
  expect(await rows()).toHaveLength(20)
  pass(15 * minute)
  await forgetOld()
  expect(await rows()).toEqual([])
})
