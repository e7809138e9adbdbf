import { expect, test } from 'vitest'
import { ownersOfStatements, workerLanes } from './worker-lanes.ts'

/** Ana and Bo are on the first worker, which hangs; Cleo is on the second one. */
const workers: Record<string, string> = { ana: 'first', bo: 'first', cleo: 'second' }
const hanging = () => new Promise<never>(() => {})

test('a worker that hangs holds a part of the connections, and refuses its other work', {
  timeout: 10_000,
}, async () => {
  const { run } = workerLanes(async (owner) => workers[owner] ?? '')
  for (let index = 0; index < 10; index++) run('ana', 'reads', hanging).catch(() => {})
  const refused = run('bo', 'reads', async () => 'read').catch((error) => error)
  expect(await run('cleo', 'reads', async () => 'read')).toBe('read')
  expect(await run('bo', 'writes', async () => 'written')).toBe('written')
  expect(await refused).toMatchObject({ code: 'unavailable', retryAfter: 2, message: /part of the database/ })
})

test('the worker of an owner is asked once', async () => {
  const asked: string[] = []
  const { run } = workerLanes(async (owner) => {
    asked.push(owner)
    return 'first'
  })
  await run('ana', 'reads', async () => {})
  await run('ana', 'writes', async () => {})
  expect(asked).toEqual(['ana'])
})

test('the owner of a statement is the value that its rows are compared with', () => {
  const ownerOf = ownersOfStatements()
  expect(ownerOf('select * from "tasks" where "id" = $1 and "user_id" = $2', ['1', 'ana'])).toBe('ana')
  expect(ownerOf('select (select last_seq from decks where decks.user_id = $1)', ['ana'])).toBe('ana')
  expect(ownerOf('select * from "sessions" where "user_id" = $1', ['ana'])).toBeUndefined()
  expect(ownerOf('select * from "tasks" where "due" < $1', ['2026-11-19'])).toBeUndefined()
})
