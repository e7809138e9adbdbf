import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { mailingApp } from '../../../test/mailing.ts'
import { answer } from '../../../test/smtp.ts'
import { letter } from './letter.ts'
import type { MailRules } from './mails.ts'

const kind = 'mail-test'
const place = { app: 'https://tasks.example.org/taskdeck/', host: 'tasks.example.org' }

/** A kind of mail for tests, and how to add one. */
async function world(engine: (typeof engines)[number], options: Parameters<typeof mailingApp>[1] = {}) {
  const app = await mailingApp(engine, options)
  const { _id: owner } = await app.as('ana').user()
  const { mails } = app.node()
  const register = (some: Pick<MailRules, 'register'>, compose?: () => Promise<undefined>) =>
    some.register({
      kind,
      compose:
        compose ?? (async () => letter({ to: 'ana@example.org', subject: 'Hello', paragraphs: ['Text'] }, place)),
    })
  const own = app.node()
  register(own.mails)
  const rows = () => app.database.db.selectFrom('deliveries').selectAll().where('kind', '=', kind).execute()
  const add = () => app.database.transaction(owner, (tx) => mails.add(tx, owner, kind, {}))
  return { ...app, own, add, rows, register, owner }
}

test.for(engines)('%s: several nodes send each mail once', async (engine) => {
  const { add, own, node, register, mails, rows } = await world(engine)
  const other = node()
  register(other.mails)
  for (let count = 0; count < 5; count++) await add()
  await Promise.all([own.queue.runDue(), other.queue.runDue(), own.queue.runDue()])
  expect(mails.length).toBe(5)
  expect((await rows()).map(({ state, last_error }) => [state, last_error])).toEqual(Array(5).fill(['sent', null]))
})

test.for(engines)('%s: a temporary refusal is tried again until the server takes the mail', async (engine) => {
  let refusals = 2
  const { add, own, mails, rows, pass } = await world(engine, {
    server: {
      onRcptTo: (_address, _session, done) => done(refusals-- > 0 ? answer(451, 'later, ana@example.org') : null),
    },
  })
  await add()
  await own.queue.runDue()
  const last_error = 'to a…@example.org: The mail server refused the mail for now: 451 later, a…@example.org'
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, last_error }])
  pass(30_000)
  await own.queue.runDue()
  pass(60_000)
  await own.queue.runDue()
  expect(mails.length).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 3, last_error: null }])
  pass(3_600_000)
  await own.queue.runDue()
  expect(mails.length).toBe(1)
})

test.for(engines)('%s: a mail is never sent again if nobody knows whether the server took it', async (engine) => {
  const { promise: text, resolve } = Promise.withResolvers<void>()
  const { add, own, rows, pass, queue, smtp, register } = await world(engine, {
    server: { onData: (stream) => void stream.resume().on('end', resolve) },
  })
  register(own.mails)
  await add()
  const running = own.queue.runDue()
  // The server has the text and does not answer. From now on, no node sends the mail again.
  await text
  expect(await rows()).toMatchObject([{ state: 'sent' }])
  pass(120_000)
  await queue.runDue()
  smtp.close()
  await running
  expect(await rows()).toMatchObject([
    {
      state: 'failed',
      attempts: 1,
      last_error: expect.stringContaining('It is not known whether the mail server took'),
    },
  ])
})

test.for(engines)('%s: a mail without anything to say is not sent, and an odd address is given up', async (engine) => {
  const { add, own, register, mails, rows } = await world(engine)
  register(own.mails, async () => undefined)
  await add()
  await own.queue.runDue()
  expect([mails.length, (await rows())[0]?.state]).toEqual([0, 'sent'])
  own.mails.register({
    kind,
    compose: async () => letter({ to: '"a b"@example.org', subject: 'Hello', paragraphs: [] }, place),
  })
  await add()
  await own.queue.runDue()
  expect((await rows()).find(({ state }) => state === 'failed')?.last_error).toBe(
    'to "…@example.org: Mail cannot be sent to addresses of this form',
  )
})
