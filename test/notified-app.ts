import type { Engine } from './database.ts'
import { freshSubscription, pushService } from './push-service.ts'
import { remindingApp } from './reminders.ts'

/** A Wednesday, 13:00 in Berlin. */
const noon = '2026-11-18T12:00:00Z'

/** Ana with a browser that is notified, and a clock that only the test moves. */
export async function notifiedApp(engine: Engine) {
  const service = await pushService()
  const app = await remindingApp(engine, noon, {
    allowedHookHosts: ['127.0.0.1'],
    pushContact: 'mailto:op@example.com',
  })
  const ana = app.as('ana')
  const browser = freshSubscription()
  const subscribe = (person = ana, turnOn = true) =>
    person.put('/ways/push', { endpoint: `${service.origin}/phone`, ...browser.keys, turnOn })
  const { body } = await subscribe()
  const messages = () =>
    service.received.map(({ path, body: bytes }) =>
      path === '/phone' ? JSON.parse(browser.decrypt(bytes)) : JSON.parse(String(bytes)),
    )
  /** Moves the clock to a time, and on until no page takes the reminders any more. */
  async function reach(time: string | number) {
    await app.reach(time)
    await app.reach(app.now() + 10_000)
    await app.reach(app.now())
    await app.notices.settled()
  }
  return { ...app, ana, service, subscribe, messages, reach, soon: app.reach, way: body.way.id as string }
}
