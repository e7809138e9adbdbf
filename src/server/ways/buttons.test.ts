import { expect, test } from 'vitest'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { historyOf } from '../../../test/history.ts'
import { notifiedApp } from '../../../test/notified-app.ts'
import { addTask } from '../../../test/tasks.ts'
import { openDatabase } from '../database/open.ts'
import { pushKeys } from './push-keys.ts'
import { actMs, actOfSecret, secretOfAct } from './way-acts.ts'

const dead = { message: 'This button no longer works. Open the task instead.', code: 'not_found' }

/** Ana with a topic of ntfy that has just shown a reminder of a task, and the phone on which she presses its buttons. */
async function world(engine: Engine) {
  const app = await notifiedApp(engine)
  const { ana, service } = app
  const { way } = (await ana.post('/ways', { kind: 'ntfy', address: `${service.origin}/tasks` })).body
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  const task = await addTask(ana, { title: 'Call', dueDate: null, reminders: ['2026-11-18T23:30'] })
  await app.reach('2026-11-18T22:30:00Z')
  const message = JSON.parse(String(service.received.find(({ path }) => path === '/')?.body))
  const [, done, tomorrow] = message.actions
  const press = ({ url, method, body }: { url: string; method: string; body: string }) =>
    app.visitor().send(method as 'POST', new URL(url).pathname, JSON.parse(body))
  const shown = async () => (await ana.get(`/tasks/task/${task._id}`)).body
  return { ...app, task, id: way.id as string, message, done, tomorrow, press, shown }
}

test.for(engines)('%s: the buttons of ntfy complete a task or put it off, without a session', async (engine) => {
  const { ana, task, message, done, tomorrow, press, shown, service } = await world(engine)
  expect(message.actions).toMatchObject([
    { action: 'view', label: 'Open' },
    { action: 'http', label: 'Done', method: 'POST', clear: true, headers: { 'content-type': 'application/json' } },
    { action: 'http', label: 'Tomorrow', method: 'POST' },
  ])
  // The secret is in no address, which servers log.
  expect(done.url).toMatch(/^http:\/\/[^/]+\/ways\/press$/)
  expect((await press(tomorrow)).body).toEqual({ message: 'Put off until tomorrow.' })
  // In Berlin, where the user is.
  expect(await shown()).toMatchObject({ status: 'Pending', startDate: '2026-11-19T00:00:00.000Z' })
  expect((await press(done)).body).toEqual({ message: 'Completed.' })
  const { version } = await shown()
  expect((await press(done)).status).toBe(200)
  expect(await shown()).toMatchObject({ status: 'Completed', version })
  const name = `${new URL(service.origin).host}/tasks`
  expect((await historyOf(ana, task._id)).map(({ via }) => via)).toEqual([`way:${name}`, `way:${name}`, 'session'])
})

test.for(engines)(
  '%s: a button ends with its time, its way, its task and its account, and says no more than that',
  async (engine) => {
    const { ana, task, id, done, press, shown, reach, now, database } = await world(engine)
    const refused = async () => {
      const { status, body } = await press(done)
      expect([status, body]).toEqual([404, dead])
      return true
    }
    await ana.put(`/ways/${id}`, { isOn: false })
    expect(await refused()).toBe(true)
    await ana.put(`/ways/${id}`, { isOn: true })
    await ana.delete(`/tasks/deleteTask/${task._id}`)
    expect(await refused()).toBe(true)
    await ana.post(`/tasks/trash/${task._id}/restore`)
    const { _id: user_id } = await ana.user()
    await database.db.insertInto('restrictions').values({ user_id, disabled_at: 1, max_file_bytes: null }).execute()
    expect(await refused()).toBe(true)
    await database.db.deleteFrom('restrictions').execute()
    const { button } = JSON.parse(done.body)
    const [content, signature] = button.split('.')
    const forged = Buffer.from(String(Buffer.from(content, 'base64url')).replace(task._id, id)).toString('base64url')
    for (const wrong of ['', '.', 'x', content, `${content}.`, `${forged}.${signature}`, `${button}.x`, '😀.😀'])
      expect((await press({ ...done, body: JSON.stringify({ button: wrong }) })).body).toEqual(dead)
    await reach(now() + actMs)
    expect(await refused()).toBe(true)
    expect(await shown()).toMatchObject({ status: 'Pending' })
    await ana.delete(`/ways/${id}`)
    expect(await refused()).toBe(true)
  },
)

test('a button of another installation does not work here', async () => {
  const [here, there] = await Promise.all(
    [1, 2].map(async () => {
      const database = openDatabase(await migratedDatabase('sqlite'))
      const keys = await pushKeys(database.db, 1)
      await database.close()
      return keys
    }),
  )
  if (!here || !there) throw new Error('no keys')
  const act = { way: 'w', task: 't', act: 'done' as const }
  const secret = secretOfAct(there, act, 0)
  expect([actOfSecret(there, secret, actMs - 1), actOfSecret(there, secret, actMs)]).toEqual([act, undefined])
  expect(actOfSecret(here, secret, 0)).toBeUndefined()
})
