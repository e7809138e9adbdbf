import { expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '../../../test/database.ts'
import { connect, hookApp, receivingProgram } from '../../../test/outgoing-hooks.ts'
import { addTask } from '../../../test/tasks.ts'
import type { DeliveryLease } from '../deliveries/delivery-kind.ts'
import { followingWebhooks } from './following.ts'
import { pumping } from './pump.ts'

const minute = 60_000
const noMails = { add: async () => {}, wake() {} }
const delivered = {
  ...{ isDelivered: true, isGone: false, status: 204, tookMs: 1, problem: null, response: '', retryMs: undefined },
}

test.for(engines)('%s: a webhook that fails is tried again, also if another of its owner works', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const [quick, failing] = [await receivingProgram(), await receivingProgram()]
  const { id } = await connect(ana, quick.url)
  await connect(ana, failing.url)
  await addTask(ana, { title: 'One' })
  const asked = Promise.withResolvers<void>()
  failing.answer = async (response) => {
    await asked.promise
    response.writeHead(500).end()
  }
  const sending = app.send()
  const row = () => app.database.db.selectFrom('deliveries').select('next_at').where('id', '=', id).executeTakeFirst()
  await expect.poll(async () => [quick.received.length, (await row())?.next_at]).toEqual([1, null])
  asked.resolve()
  await sending
  failing.answer = (response) => response.writeHead(204).end()
  app.moveClock(minute)
  await app.queue.runDue()
  await app.following.settled()
  expect(failing.told()).toEqual(['task.created One', 'task.created One'])
  expect(quick.told()).toEqual(['task.created One'])
})

test.for(engines)('%s: a reminder that is due while a node ends its work is told at once', async (engine) => {
  const app = await hookApp(engine, Date.parse('2026-11-18T14:59:50Z'))
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const hook = await connect(ana, (await receivingProgram()).url, { events: ['reminder.due'] })
  await addTask(ana, { title: 'Call', reminders: ['2026-11-18T15:00'] })
  const other = app.node()
  const sent: string[] = []
  let looks = 0
  const pump = pumping({
    database: app.database,
    log: {
      // The messages that wait have been read already.
      async readSome(row) {
        if (looks++ === 0) {
          app.moveClock(20_000)
          await other.queue.runDue()
        }
        return { hook: row, hasMore: false }
      },
    },
    async send(_hook, { body }) {
      sent.push(JSON.parse(body).type)
      return delivered
    },
    clock: app.now,
    onPaused: async () => {},
    pausedMails: noMails,
  })
  const onTrouble = (error: unknown) => expect.fail(String(error))
  const following = followingWebhooks({ ...app, pump, clock: app.now, onTrouble })
  await following.wake(owner, hook.id)
  for (let run = 0; run < 2; run++) {
    await app.queue.runDue()
    await following.settled()
  }
  expect(sent).toEqual(['reminder.due'])
})

test('a lease is released after it was renewed, not meanwhile', async () => {
  const app = await hookApp('sqlite')
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const { id } = await connect(ana, (await receivingProgram()).url)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const steps: string[] = []
  const pump = pumping({
    database: app.database,
    log: {
      async readSome(hook) {
        await vi.advanceTimersByTimeAsync(20_000)
        return { hook, hasMore: false }
      },
    },
    send: async () => delivered,
    clock: app.now,
    onPaused: async () => {},
    pausedMails: noMails,
  })
  const stopping = new AbortController().signal
  const lease: DeliveryLease = {
    until: 0,
    stopping,
    async renew() {
      steps.push('renewing')
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      steps.push('renewed')
      return true
    },
    release: async () => void steps.push('released'),
    handOver: async () => {},
  }
  await pump.work(owner, id, lease, stopping)
  expect(steps).toEqual(['renewing', 'renewed', 'released'])
})

test.for(engines)('%s: an owner sends at most 60 messages by hand in an hour', async (engine) => {
  const app = await hookApp(engine)
  const ana = app.as('ana')
  const program = await receivingProgram()
  const [one, two] = [await connect(ana, program.url), await connect(ana, program.url)]
  const { delivery } = (await ana.post(`${one.path}/test`)).body
  for (let sent = 1; sent < 60; sent++) await ana.post(`${two.path}/test`)
  const refused = await ana.post(`${one.path}/deliveries/${delivery.id}/send`)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many attempts. Please try again in 60 minutes.' },
  })
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await ana.post(`${one.path}/test`)).status).toBe(429)
  expect(program.received).toHaveLength(60)
  app.moveClock(60 * minute)
  expect((await ana.post(`${one.path}/test`)).body.message).toBe('Delivered.')
})
