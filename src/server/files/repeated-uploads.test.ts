import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { kindsIn } from '../../../test/keys.ts'
import { addTask } from '../../../test/tasks.ts'
import { cookieOf, endOfForm, filePart, formType, part, uploadApp, uploadOf } from '../../../test/uploads.ts'
import { keyHeader } from '../../contract/idempotency-key.ts'
import { wireRules } from '../wiring.ts'

type World = NonNullable<Parameters<typeof uploadApp>[0]>

/** Ana with a task, and a function that uploads with a key. */
async function world(options: World) {
  const app = await uploadApp(options)
  const ana = app.as('ana')
  const task = await addTask(ana)
  const upload = async (form = [filePart(), endOfForm], key = 'k', origin = app.origin) => {
    const headers = { cookie: await cookieOf(ana), 'content-type': formType, [keyHeader]: key }
    const body = new Blob(form.map((bytes) => new Uint8Array(bytes)))
    const response = await fetch(`${origin}/tasks/task/${task._id}/upload`, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  return { ...app, ana, task, upload }
}

test.for(engines)(
  '%s: a repeated upload is stored once, even if the quota is used up or the task is in the trash',
  async (engine) => {
    const { ana, task, upload, stored, rows, database } = await world({ engine, config: { maxFiles: 1 } })
    const first = await upload()
    expect(first.status).toBe(201)
    const files = await stored()
    expect(files).toHaveLength(1)
    expect(await upload()).toEqual(first)
    // Another upload is refused, because only one file is allowed.
    expect((await upload(undefined, 'other')).status).toBe(413)
    await ana.delete(`/tasks/deleteTask/${task._id}`)
    expect(await upload()).toEqual(first)
    expect([await stored(), (await rows()).length]).toEqual([files, 1])
    expect(await kindsIn(database)).toEqual(['created', 'attached', 'trashed'])
    expect(await database.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  },
)

test.for(engines)('%s: of ten concurrent repetitions of an upload, one is stored', async (engine) => {
  const { upload, stored, database } = await world({ engine })
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload()))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`201 ${answers[0]?.text}`]))
  expect([(await stored()).length, await kindsIn(database)]).toEqual([1, ['created', 'attached']])
})

test('of concurrent repetitions of an upload on two nodes, one is stored', async () => {
  const { upload, origin, stored, database, config } = await world({ engine: 'postgres', isOwn: true })
  const { databaseUrl, dataDir } = config
  const { app: other } = await testApp({ config: { databaseUrl, dataDir } })
  await other.listen({ port: 0, host: '127.0.0.1' })
  const nodes = [origin, other.listeningOrigin]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => upload(undefined, 'k', nodes[index % 2] ?? origin)),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`201 ${answers[0]?.text}`]))
  expect([(await stored()).length, await kindsIn(database)]).toEqual([1, ['created', 'attached']])
})

test.for(engines)('%s: the same key with another file is refused, and nothing is stored', async (engine) => {
  const { upload, stored, database } = await world({ engine })
  expect((await upload()).status).toBe(201)
  const files = await stored()
  for (const form of [
    [filePart('other bytes'), endOfForm],
    [part('name="file"; filename="other.txt"'), endOfForm],
    [part('name="file"; filename="notes.txt"', 'bytes', 'image/png'), endOfForm],
  ]) {
    const { status, text } = await upload(form)
    expect([status, JSON.parse(text).code]).toEqual([422, 'key_reused'])
  }
  expect([await stored(), await kindsIn(database)]).toEqual([files, ['created', 'attached']])
})

test.for(engines)(
  '%s: a file whose change was written keeps its bytes, even if the database is lost before it says so',
  async (engine) => {
    const { ana, task, stored, rows, database, ...app } = await world({ engine })
    const lost =
      engine === 'postgres'
        ? Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
        : Object.assign(new Error('disk I/O error'), { errcode: 10 })
    let transactions = 0
    const { files } = wireRules({
      ...app,
      log: pino({ level: 'silent' }),
      database: {
        ...database,
        async transaction(...args) {
          const result = await database.transaction(...args)
          // The first one reserves the space, the second one attaches the file.
          if (++transactions === 2) throw lost
          return result
        },
      },
    })
    const { _id: owner } = await ana.user()
    const add = () => files.add({ owner, via: 'session', key }, task._id, uploadOf(bytes()))
    const key = { key: 'k', fingerprint: 'upload', serialize: JSON.stringify }
    await expect(add()).rejects.toBe(lost)
    const [row] = await rows()
    expect(await stored()).toEqual([`${owner}/${row?.id}`])
    const again = await add().catch((error) => JSON.parse(error.json))
    expect([again.file._id, (await stored()).length]).toEqual([row?.id, 1])
  },
)

async function* bytes() {
  yield Buffer.from('bytes')
}

test.for(engines)('%s: a failed upload can be repeated with the same key', async (engine) => {
  const { ana, task, upload, stored } = await world({ engine })
  await ana.delete(`/tasks/deleteTask/${task._id}`)
  expect((await upload()).status).toBe(404)
  await ana.post(`/tasks/trash/${task._id}/restore`)
  expect((await upload([part('name="other"; filename="notes.txt"'), endOfForm])).status).toBe(400)
  expect(await stored()).toEqual([])
  expect((await upload()).status).toBe(201)
  expect(await stored()).toHaveLength(1)
})
