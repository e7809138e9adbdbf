import { expect, test } from 'vitest'
import { browser } from '../../../test/browser.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { withKey } from '../../../test/keys.ts'
import { liveApp } from '../../../test/live.ts'
import { printedBy } from '../../../test/operator.ts'
import { backedUp, emptyMachine } from '../../../test/restored.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { cookieOf } from '../../../test/uploads.ts'
import { epochHeader, positionInTag, positionText } from '../../contract/log-position.ts'
import { restore } from '../operator/restore.ts'

type Asked = Pick<ReturnType<typeof browser>, 'send'>

const list = (asked: Asked, tag?: string) =>
  asked.send('GET', '/tasks/getTasks', undefined, { headers: tag ? { 'if-none-match': tag } : {} })
const titlesIn = (body: { tasks: { title: string }[] }) => body.tasks.map(({ title }) => title).sort()

/** A server with one task is backed up and gets two more. It is restored, and gets two others: its log is as long as before. */
async function restored(engine: Engine) {
  const before = await liveApp({ engine })
  const ana = before.as('ana')
  const early = await withKey(ana, 'early').post('/tasks/createTask', taskInput({ title: 'kept' }))
  const folder = await backedUp(before)
  const late = await withKey(ana, 'late').post('/tasks/createTask', taskInput({ title: 'A' }))
  await addTask(ana, { title: 'B' })
  const listed = await list(ana)
  expect((await list(ana, String(listed.headers.etag))).status).toBe(304)

  const env = await emptyMachine(engine)
  await printedBy(restore, env, folder)
  const after = await liveApp({ config: { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR } })
  const again = browser(after.app, { headers: { cookie: await cookieOf(ana) } })
  for (const title of ['X', 'Y']) await again.post('/tasks/createTask', taskInput({ title }))
  const tag = String(listed.headers.etag)
  return { ana, again, early, late, tag, epoch: positionInTag(tag)?.epoch ?? '', listen: after.listen }
}

test.for(engines)('%s: after a restore, no list is taken for one of the former history', async (engine) => {
  const { again, tag } = await restored(engine)
  const { status, body, headers } = await list(again, tag)
  expect([status, titlesIn(body)]).toEqual([200, ['X', 'Y', 'kept']])
  const [former, now] = [positionInTag(tag), positionInTag(String(headers.etag))]
  expect(now?.seq).toBe(former?.seq)
  expect(now?.epoch).not.toBe(former?.epoch)
  expect((await list(again, String(headers.etag))).status).toBe(304)
})

test.for(engines)('%s: after a restore, a stream does not resume in the former history', async (engine) => {
  const { ana, epoch, listen } = await restored(engine)
  const resumed = await listen(ana, { lastEventId: positionText({ seq: 2, epoch }) })
  const reload = await resumed.next()
  expect([reload.name, reload.id]).toEqual(['reload', 3])
  expect(reload.epoch).not.toBe(epoch)
  // A client that names no epoch is told of it, although it has missed no event.
  const beat = await (await listen(ana, { after: 3 })).next('beat')
  expect([beat.id, beat.epoch]).toEqual([3, reload.epoch])
  const known = await listen(ana, { after: positionText({ seq: 2, epoch: reload.epoch }) })
  expect(await known.next()).toMatchObject({ name: 'change', id: 3, epoch: reload.epoch })
})

test.for(engines)('%s: a change that is based on another history is refused', async (engine) => {
  const { again, epoch } = await restored(engine)
  const change = (headers: Record<string, string>) =>
    again.send('PUT', '/tasks/updateTask/1', { title: 'mine' }, { headers: { 'if-match': '"1"', ...headers } })
  const refused = await change({ [epochHeader]: epoch })
  expect([refused.status, refused.body.code]).toEqual([412, 'other_history'])
  expect(titlesIn((await list(again)).body)).toEqual(['X', 'Y', 'kept'])
  const now = positionInTag(String((await list(again)).headers.etag))?.epoch ?? ''
  expect((await change({ [epochHeader]: now })).status).toBe(200)
  // Clients of older versions name none.
  expect((await change({})).status).toBe(200)
})

test.for(engines)('%s: a stored answer is repeated exactly if its change is part of this history', async (engine) => {
  const { again, early, late } = await restored(engine)
  const repeat = (key: string, title: string) => withKey(again, key).post('/tasks/createTask', taskInput({ title }))
  expect((await repeat('early', 'kept')).text).toBe(early.text)
  // Its change was lost with its answer, so it is made again, once.
  const made = await repeat('late', 'A')
  expect([made.status, made.body.task._id === late.body.task._id]).toEqual([201, false])
  expect((await repeat('late', 'A')).text).toBe(made.text)
  expect(titlesIn((await list(again)).body)).toEqual(['A', 'X', 'Y', 'kept'])
})
