import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { cookieOf, uploadApp } from '../../../test/uploads.ts'
import { bytesFrom } from './continuing.ts'

/** A deck with a large file, and the download of its archive, also of its rest. */
async function world(engine: Engine) {
  let ahead = 0
  const app = await uploadApp({ engine, dependencies: { clock: () => Date.now() + ahead } })
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'Grüße', description: 'x'.repeat(5_000) })
  const file = await app.upload(ana, task._id, randomBytes(300_000), 'random.bin')
  const cookie = await cookieOf(ana)
  const download = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.origin}/archive`, { headers: { cookie, ...headers } })
    return { response, bytes: async () => Buffer.from(await response.arrayBuffer()) }
  }
  const from = (first: number, tag: string) => download({ range: `bytes=${first}-`, 'if-range': tag })
  return { ...app, ana, task, file, download, from, pass: (ms: number) => (ahead += ms) }
}

test.for(engines)('%s: a download that was broken off is continued, with the same bytes', async (engine) => {
  const { ana, task, download, from, pass } = await world(engine)
  const { response, bytes } = await download()
  const tag = String(response.headers.get('etag'))
  expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  const whole = await bytes()
  // Another minute stands in the ZIP and in its page, if it was made anew.
  pass(3_600_000)
  for (const first of [1, 5_000, whole.length - 200_000, whole.length - 1]) {
    const rest = await from(first, tag)
    expect(rest.response.status).toBe(206)
    expect(rest.response.headers.get('content-range')).toBe(`bytes ${first}-${whole.length - 1}/${whole.length}`)
    expect(rest.response.headers.get('etag')).toBe(tag)
    expect((await rest.bytes()).equals(whole.subarray(first))).toBe(true)
  }
  // Anything else is the whole archive: past the end, without the tag, with another one, and after a change.
  const begin = async (answer: Promise<Awaited<ReturnType<typeof download>>>) => {
    const { response: given, bytes: read } = await answer
    expect([given.status, String((await read()).subarray(0, 2))]).toEqual([200, 'PK'])
  }
  await begin(from(whole.length, tag))
  await begin(download({ range: 'bytes=5-' }))
  await begin(download({ range: 'bytes=0-5', 'if-range': tag }))
  await begin(from(5, `${tag.slice(0, -3)}AA"`))
  await begin(from(5, `"${Number.MAX_SAFE_INTEGER}${tag.slice(tag.indexOf('.'))}`))
  for (const change of [
    () => ana.put('/labels/colours', { label: 'docs', colour: 'teal' }),
    () => ana.post('/views', { name: 'One', address: '/list' }),
    () => ana.put('/auth/preferences', { weekStart: 'sunday' }),
    () => ana.put(`/tasks/updateTask/${task._id}`, { title: 'Other' }),
    () => pass(2 * 86_400_000),
  ]) {
    const now = String(
      (
        await (async () => {
          const given = await download()
          await given.bytes()
          return given.response
        })()
      ).headers.get('etag'),
    )
    await change()
    await begin(from(5, now))
  }
})

// A client that waits for the missing bytes is cut off after 90 seconds.
test('the rest of an archive with a damaged file, or of one that changes meanwhile, does not end well', {
  timeout: 60_000,
}, async () => {
  const { ana, file, folder, download, from } = await world('sqlite')
  const { response, bytes } = await download()
  await bytes()
  await rm(join(folder, (await ana.user())._id, file._id))
  const rest = await from(10, String(response.headers.get('etag')))
  await expect(rest.bytes()).rejects.toThrow()

  const parts = async function* () {
    yield Buffer.from('abc')
    yield Buffer.from('def')
  }
  const taken: string[] = []
  const changed = async () => {
    throw new Error('It has changed')
  }
  const read = async (first: number, length = 6, check: () => Promise<void> = changed) => {
    taken.length = 0
    for await (const part of bytesFrom(parts(), { first, length }, check)) taken.push(String(part))
  }
  await expect(read(1)).rejects.toThrow('It has changed')
  expect(taken).toEqual(['bc'])
  // A client waits for missing bytes, and takes surplus ones for the next answer.
  for (const length of [5, 7]) {
    await expect(read(1, length, async () => {})).rejects.toThrow('another length')
    expect(taken).not.toContain('def')
  }
})
