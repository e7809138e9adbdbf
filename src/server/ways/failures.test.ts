import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { notifiedApp } from '../../../test/notified-app.ts'
import { freshSubscription } from '../../../test/push-service.ts'
import { addTask } from '../../../test/tasks.ts'

interface Listed {
  id: string
  kind: string
  problem: string | null
}

const ways = async (person: { get: (path: string) => Promise<{ body: { ways: Listed[] } }> }) =>
  (await person.get('/ways')).body.ways.toSorted((a, b) => a.kind.localeCompare(b.kind))

const kindsOf = (listed: Listed[]) => listed.map(({ kind }) => kind)

test.for(engines)('%s: a browser at the address of a program takes nothing from it', async (engine) => {
  const { as, ana, service } = await notifiedApp(engine)
  const address = `${service.origin}/gotify`
  expect((await ana.post('/ways', { kind: 'gotify', address, token: 'app' })).status).toBe(201)
  const { keys } = freshSubscription()
  for (const person of [as('bo'), ana]) {
    const { status, body } = await person.put('/ways/push', { endpoint: address, ...keys, turnOn: true })
    expect([status, body.way.kind]).toEqual([200, 'push'])
  }
  expect(kindsOf(await ways(ana))).toEqual(['gotify', 'push', 'push'])
  await ana.post('/ways/push/remove', { endpoint: address })
  expect(kindsOf(await ways(ana))).toEqual(['gotify', 'push'])
})

test.for(engines)('%s: an address that takes no message is refused when it is added', async (engine) => {
  const { ana, service } = await notifiedApp(engine)
  for (const topic of ['%ff', '%zz', 'team/%ff', 'team//']) {
    const refused = await ana.post('/ways', { kind: 'ntfy', address: `${service.origin}/${topic}` })
    expect([topic, refused.status, refused.body.code]).toEqual([topic, 400, 'invalid_input'])
  }
  const { keys } = freshSubscription()
  for (const p256dh of ['B'.repeat(87), `A${keys.p256dh.slice(1)}`]) {
    const subscription = { endpoint: `${service.origin}/tablet`, auth: keys.auth, p256dh, turnOn: true }
    const refused = await ana.put('/ways/push', subscription)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input'])
  }
})

test.for(engines)('%s: a way that was stored broken says so, and the others go on', async (engine) => {
  const { ana, service, database, way, reach } = await notifiedApp(engine)
  await ana.post('/ways', { kind: 'ntfy', address: `${service.origin}/ana-tasks` })
  await database.db
    .updateTable('ways')
    .set({ p256dh: 'B'.repeat(87) })
    .where('id', '=', way)
    .execute()
  const problem = 'Taskdeck could not send the message. Remove this way, and add it again.'
  expect(await ana.post(`/ways/${way}/test`, {})).toMatchObject({
    status: 200,
    body: { hasArrived: false, message: `The test failed: ${problem}` },
  })
  await addTask(ana, { title: 'call', reminders: ['2026-11-18T15:00'] })
  await reach('2026-11-18T15:00:00Z')
  expect(service.received).toHaveLength(1)
  expect(await ways(ana)).toEqual([
    expect.objectContaining({ kind: 'ntfy', problem: null }),
    expect.objectContaining({ kind: 'push', problem }),
  ])
})

test.for(engines)('%s: a message that may have arrived is not repeated', async (engine) => {
  const { ana, service, reach, now } = await notifiedApp(engine)
  for (const [status, attempts] of [
    [500, 1],
    [502, 1],
    [504, 1],
    [429, 2],
    [503, 2],
  ] as const) {
    service.received.length = 0
    service.state.status = status
    const at = new Date(now() + 60_000).toISOString().slice(0, 16)
    await addTask(ana, { title: `${status}`, reminders: [at] })
    await reach(`${at}:00Z`)
    service.state.status = 201
    await reach(now() + 3_600_000)
    expect([status, service.received.length]).toEqual([status, attempts])
  }
})

test.for(engines)('%s: a message that fails before it leaves is tried again', async (engine) => {
  const { ana, database, reach, now, messages } = await notifiedApp(engine)
  const rows = database.db
  await rows.deleteFrom('push_keys').execute()
  await rows.insertInto('push_keys').values({ id: 1, public_key: '', private_key: '', created_at: 0 }).execute()
  await addTask(ana, { title: 'call', reminders: ['2026-11-18T15:00'] })
  await reach('2026-11-18T15:00:00Z')
  const waiting = rows.selectFrom('deliveries').select(['state', 'attempts']).where('kind', '=', 'message')
  expect([await waiting.execute(), messages()]).toEqual([[{ state: 'waiting', attempts: 1 }], []])
  await rows.deleteFrom('push_keys').execute()
  await reach(now() + 30_000)
  expect(messages().map(({ title }) => title)).toEqual(['call'])
})

test.for(engines)('%s: browsers whose sessions have ended do not count as ways', async (engine) => {
  const { ana, service, database } = await notifiedApp(engine)
  const subscribe = (index: number) =>
    ana.put('/ways/push', { endpoint: `${service.origin}/${index}`, ...freshSubscription().keys, turnOn: true })
  for (let index = 1; index < 20; index++) expect((await subscribe(index)).status).toBe(200)
  expect((await subscribe(20)).status).toBe(413)
  await database.db.updateTable('ways').set({ session_id: 'ended' }).where('kind', '=', 'push').execute()
  expect((await subscribe(21)).status).toBe(200)
  expect(await database.db.selectFrom('ways').select('session_id').execute()).toHaveLength(1)
})

test.for(engines)('%s: a notice that was left from before a stop waits for the end of quiet hours', async (engine) => {
  const { ana, soon, reach, messages } = await notifiedApp(engine)
  const quietHours = { isOn: true, from: '20:00', to: '07:30', isQuietAtWeekends: false }
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin', quietHours })
  await addTask(ana, { title: 'evening', reminders: ['2026-11-18T19:59'] })
  // Ready before the quiet hours. The server is off until the night.
  await soon('2026-11-18T18:59:58Z')
  await soon('2026-11-18T18:59:00Z')
  await reach('2026-11-18T22:00:00Z')
  expect(messages()).toEqual([])
  await reach('2026-11-19T06:30:00Z')
  expect(messages().map(({ title }) => title)).toEqual(['evening'])
})
