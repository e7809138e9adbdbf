import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { remindingApp } from '../../../test/reminders.ts'
import type { DeliveryRow } from '../database/schema.ts'
import type { DeliveryKind } from './delivery-kind.ts'

const minute = 60_000
const start = Date.parse('2026-11-18T12:00:00Z')

async function world(engine: (typeof engines)[number], deliver: DeliveryKind['deliver']) {
  const app = await remindingApp(engine, new Date(start).toISOString())
  const { _id: owner } = await app.as('ana').user()
  app.queue.register({ kind: 'test', deliver })
  const add = (...times: number[]) =>
    app.queue.of(app.database.db, owner).insert(
      times.map((due_at) => ({
        ...{ user_id: owner, id: randomUUID(), kind: 'test', subject: randomUUID(), name: '', local_time: null },
        ...{ due_at, state: 'waiting', attempts: 0, next_at: due_at, last_error: null },
      })),
    )
  const rows = (): Promise<DeliveryRow[]> => app.database.db.selectFrom('deliveries').selectAll().execute()
  return { ...app, owner, add, rows }
}

test.for(engines)(
  '%s: deliveries are made when they are due, together for an owner, and once by several nodes',
  async (engine) => {
    const delivered: number[] = []
    const deliver = async (_owner: string, due: DeliveryRow[]) => {
      delivered.push(due.length)
      return 'sent' as const
    }
    const { add, queue, node, reach, rows } = await world(engine, deliver)
    await add(start + minute, start + minute, start + 2 * minute)
    const others = [node(), node()]
    for (const other of others) other.register({ kind: 'test', deliver })
    await reach(start + minute - 1)
    expect(delivered).toEqual([])
    await reach(start + minute)
    expect(delivered).toEqual([2])
    await Promise.all([reach(start + 2 * minute), ...others.map((other) => other.runDue())])
    expect(delivered).toEqual([2, 1])
    expect((await queue.counts()).map(({ state, count }) => [state, count])).toEqual([['sent', 3]])
    await reach(start + 25 * 60 * minute)
    expect(await rows()).toEqual([])
  },
)

test.for(engines)(
  '%s: a failed delivery is tried again with growing pauses, and given up after ten times',
  async (engine) => {
    const tried: number[] = []
    const app = await world(engine, async () => {
      tried.push((app.now() - start) / 1000)
      throw new Error('The receiver answered 503.')
    })
    await app.add(start)
    for (let second = 0; second < 6 * 3_600; second += 30) await app.reach(start + second * 1000)
    expect(tried).toEqual([0, 30, 90, 210, 450, 930, 1_890, 3_810, 7_410, 11_010])
    expect(await app.rows()).toMatchObject([
      { state: 'failed', attempts: 10, last_error: 'The receiver answered 503.' },
    ])
    expect((await app.queue.failed(10)).length).toBe(1)
    expect(app.queue.state()).toMatchObject({ failed: 1, lateSince: undefined })
    expect(app.queue.state().results.get('test')).toEqual({ delivered: 0, retried: 9, failed: 1 })
  },
)

test.for(engines)('%s: another node tries again what a killed one has taken, after a minute', async (engine) => {
  const tried: number[] = []
  const { promise: never } = Promise.withResolvers<'sent'>()
  const app = await world(engine, () => never)
  await app.add(start)
  const other = app.node()
  other.register({
    kind: 'test',
    async deliver() {
      tried.push((app.now() - start) / 1000)
      return 'sent'
    },
  })
  void app.queue.runDue()
  await expect.poll(async () => (await app.rows())[0]?.attempts).toBe(1)
  await other.runDue()
  expect(tried).toEqual([])
  void app.reach(start + minute)
  await other.runDue()
  expect(tried).toEqual([60])
})

test.for(engines)('%s: a kind that this version does not know waits for one that does', async (engine) => {
  const app = await world(engine, async () => 'sent')
  await app.add(start)
  const older = app.node()
  await older.runDue()
  expect(await app.rows()).toMatchObject([{ state: 'waiting', last_error: expect.stringContaining('kind test') }])
  // A restored backup may name any number of kinds, which must not become as many metrics.
  expect([...older.state().results.keys()]).toEqual(['unknown'])
  await app.reach(start + minute)
  expect(await app.rows()).toMatchObject([{ state: 'sent' }])
})

test.for(engines)('%s: a slow kind takes one delivery at a time, and holds up no other kind', async (engine) => {
  const delivered: number[] = []
  const app = await world(engine, async (_owner, rows) => {
    delivered.push(rows.length)
    return 'sent'
  })
  const slow: string[] = []
  const { promise: answer, resolve } = Promise.withResolvers<'sent'>()
  app.queue.register({
    kind: 'slow',
    isSlow: true,
    deliver: async (_owner, rows) => {
      slow.push(...rows.map(({ id }) => id))
      return answer
    },
  })
  await app.add(start, start, start)
  const [first, second] = await app.rows()
  const ids = [first?.id ?? '', second?.id ?? '']
  await app.database.db.updateTable('deliveries').set({ kind: 'slow' }).where('id', 'in', ids).execute()
  const running = app.queue.runDue()
  await expect.poll(() => [delivered, slow.length]).toEqual([[1], 1])
  resolve('sent')
  await running
  expect(slow.toSorted()).toEqual(ids.toSorted())
})
