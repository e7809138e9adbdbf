import type { Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { send } from './pipelined.ts'
import { sharedReads } from './shared-reads.ts'

const onPostgres = engines.filter((engine) => engine === 'postgres')

async function world(connections = 10) {
  const connectionString = await migratedDatabase('postgres')
  const pool = new pg.Pool({ connectionString, max: connections, pipeline: true } as pg.PoolConfig)
  onTestFinished(() => pool.end())
  let connected = 0
  pool.on('connect', (client) => {
    connected++
    client.on('error', () => {})
  })
  pool.on('error', () => {})
  const read = sharedReads(pool, connections)
  const number = async (value: number) => {
    const [row] = await read<{ n: number }>({ name: 'number', text: 'select $1::int as n', values: [value] })
    return row?.n
  }
  return { pool, read, number, connected: () => connected }
}

const inUse = ({ totalCount, idleCount }: pg.Pool) => totalCount - idleCount
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test.for(onPostgres)('%s: concurrent reads share three connections and give them back', async () => {
  const { pool, number, connected } = await world()
  expect(await Promise.all(numbers(90).map(number))).toEqual(numbers(90))
  expect([connected(), inUse(pool)]).toEqual([3, 0])
  // A connection has at most 40 reads; the others wait for their own.
  const many = Promise.all(numbers(300).map(number))
  expect(pool.waitingCount + pool.totalCount).toBeGreaterThan(3)
  expect(await many).toEqual(numbers(300))
  expect([connected() <= 10, inUse(pool)]).toEqual([true, 0])
})

test.for(onPostgres)('%s: with two connections, reads leave both to others', async () => {
  const { pool, number } = await world(2)
  expect(await Promise.all(numbers(10).map(number))).toEqual(numbers(10))
  expect([pool.totalCount <= 2, inUse(pool)]).toEqual([true, 0])
})

test.for(onPostgres)('%s: a failed read fails alone, and its connection is closed after the others', async () => {
  const { pool, read, number } = await world(3)
  const failed = read({ text: 'select 1 / $1::int', values: [0] })
  const others = numbers(20).map(number)
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(await Promise.all(others)).toEqual(numbers(20))
  expect([inUse(pool), pool.totalCount]).toEqual([0, 0])
  expect(await number(1)).toBe(1)
})

test.for(onPostgres)('%s: reads on a connection that breaks fail, and later ones get a new one', async () => {
  const { pool, read, number } = await world(3)
  await number(1)
  const broken = [read({ text: 'select pg_terminate_backend(pg_backend_pid())' }), ...numbers(5).map(number)]
  for (const { status } of await Promise.allSettled(broken)) expect(status).toBe('rejected')
  expect(inUse(pool)).toBe(0)
  expect(await number(2)).toBe(2)
})

test.for(onPostgres)('%s: the statements of one turn of the event loop leave together', async () => {
  const client = new pg.Client({
    connectionString: await migratedDatabase('postgres'),
    pipeline: true,
  } as pg.ClientConfig)
  await client.connect()
  onTestFinished(() => client.end())
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const sent = numbers(3).map((n) => send<{ n: number }>(client, { text: 'select $1::int as n', values: [n] }))
  expect([stream.writableCorked, stream.writableLength > 0]).toEqual([1, true])
  expect((await Promise.all(sent)).map(({ rows }) => rows[0]?.n)).toEqual(numbers(3))
  expect(stream.writableCorked).toBe(0)
})
