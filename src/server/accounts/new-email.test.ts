import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { mailingApp } from '../../../test/mailing.ts'
import { credentials } from '../../../test/people.ts'
import { answer, tokenIn } from '../../../test/smtp.ts'
import { newPasswordFor } from './forgotten-password.ts'
import { passwordHasher } from './passwords.ts'

const path = '#/confirm-email'
const cheap = passwordHasher({ maxRunning: 1, cost: { memory: 8, passes: 1, parallelism: 1 } })

async function world(engine: (typeof engines)[number], server: SMTPServerOptions = {}) {
  const app = await mailingApp(engine, { server })
  const ana = app.as('ana')
  await ana.user()
  const change = (email: string) => ana.put('/auth/email', { email })
  return {
    ...app,
    ana,
    change,
    confirm: (token: string) => app.visitor().post('/auth/confirmEmail', { token }),
    login: async (email: string) =>
      (await app.visitor().post('/auth/login', { email, password: credentials('ana').password })).status,
    /** The token that is sent to a new address. */
    async mailed(email: string) {
      expect((await change(email)).status).toBe(200)
      await app.send('mail-confirm')
      return tokenIn(app.mails.findLast(({ envelope }) => envelope.to[0] === email) ?? {}, path)
    },
  }
}

test.for(engines)('%s: a new email counts when its reader confirms it, and the old one is told', async (engine) => {
  const { mailed, mails, ana, visitor, confirm, login } = await world(engine)
  const token = await mailed('ana@new.example')
  const told = mails.find(({ envelope }) => envelope.to[0] === 'ana@example.com')
  expect(told?.subject).toBe('Your email for Taskdeck is about to change')
  expect([told?.text?.includes('a…@new.example'), told?.text?.includes(token)]).toEqual([true, false])
  expect((await visitor().post('/auth/emailLink', { token })).body).toEqual({ email: 'ana@new.example' })
  expect([await login('ana@example.com'), await login('ana@new.example')]).toEqual([200, 401])
  expect((await visitor().post('/auth/resetPassword', { token, password: 'a new password' })).status).toBe(404)

  expect((await confirm(token)).body).toEqual({
    message: 'Your email is now ana@new.example.',
    email: 'ana@new.example',
  })
  expect([await login('ana@example.com'), await login('ana@new.example')]).toEqual([401, 200])
  expect((await ana.get('/auth/verify')).body.user.email).toBe('ana@new.example')
  expect((await confirm(token)).status).toBe(404)
})

test.for(engines)('%s: a change of the password, or of the email again, ends the link', async (engine) => {
  const { mailed, ana, confirm, login } = await world(engine)
  const first = await mailed('ana@one.example')
  const second = await mailed('ana@two.example')
  expect((await confirm(first)).status).toBe(404)
  await ana.put('/auth/password', { current: credentials('ana').password, password: credentials('ana').password })
  expect((await confirm(second)).status).toBe(404)
  expect(await login('ana@example.com')).toBe(200)
})

const minute = 60_000
const thief = 'thief@new.example'

/** Ana takes her account back: with another password, or with a reset of the operator. */
const takeBacks = {
  'a new password': async ({ as }: Pick<Awaited<ReturnType<typeof world>>, 'as'>) => {
    const { password } = credentials('ana')
    const owner = await as('ana').elsewhere()
    expect((await owner.put('/auth/password', { current: password, password: 'another horse battery' })).status).toBe(
      200,
    )
  },
  'a reset': async ({ database }: Pick<Awaited<ReturnType<typeof world>>, 'database'>) => {
    await newPasswordFor('ana@example.com', database, cheap)
  },
}

const cases = engines.flatMap((engine) =>
  Object.entries(takeBacks).map(([name, take]) => [engine, name, take] as const),
)

test.for(cases)('%s: after %s, a mail that waits to be tried again gets no link', async ([engine, , take]) => {
  let isBusy = true
  const app = await world(engine, {
    onRcptTo: (_address, _session, done) => done(isBusy ? answer(451, 'Try again later') : null),
  })
  const { change, queue, mails, database, pass } = app
  expect((await change(thief)).status).toBe(200)
  await queue.runDue()
  isBusy = false
  await take(app)
  pass(minute)
  await queue.runDue()
  expect(mails.filter(({ subject }) => subject === 'Confirm your email for Taskdeck')).toEqual([])
  expect(mails.map(({ subject }) => subject)).toContain('Your email for Taskdeck is about to change')
  expect(await database.db.selectFrom('mail_links').selectAll().execute()).toEqual([])
})

test.for(cases)('%s: after %s, a mail that is on its way fails before it is handed over', async ([engine, , take]) => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = await world(engine, {
    onRcptTo({ address }, _session, done) {
      if (address !== thief) return done()
      reached.resolve()
      released.promise.then(() => done())
    },
  })
  const { change, queue, mails, database, pass } = app
  expect((await change(thief)).status).toBe(200)
  const run = queue.runDue()
  await reached.promise
  await take(app)
  released.resolve()
  await run
  pass(minute)
  await queue.runDue()
  expect(mails.filter(({ envelope }) => envelope.to[0] === thief)).toEqual([])
  expect(await database.db.selectFrom('mail_links').selectAll().execute()).toEqual([])
})

test.for(engines)('%s: an email of another account is refused only to the reader of its mails', async (engine) => {
  const { as, mailed, confirm } = await world(engine)
  await as('bo').user()
  const token = await mailed('bo@example.com')
  expect(await confirm(token)).toMatchObject({ status: 409, body: { message: 'Another account has this email.' } })
})

test.for(engines)('%s: a change requires a recent proof, mail, and another address', async (engine) => {
  const { change, database, ana, mails, queue } = await world(engine)
  expect(await change('ANA@example.com')).toMatchObject({
    status: 400,
    body: { message: 'This is your email already.' },
  })
  expect((await change('"ana b"@example.com')).status).toBe(400)
  await database.db.updateTable('sessions').set({ proved_at: 0 }).execute()
  expect((await change('ana@new.example')).status).toBe(403)
  await queue.runDue()
  expect(mails).toEqual([])
  await ana.post('/auth/prove', { password: credentials('ana').password })
  const statuses = []
  for (let count = 0; count < 4; count++) statuses.push((await change('ana@new.example')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('a server without mail changes no email', async () => {
  const { as } = await mailingApp('sqlite', { config: { mail: undefined } })
  expect((await as('ana').put('/auth/email', { email: 'ana@new.example' })).status).toBe(403)
})
