import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { mailingApp } from '../../../test/mailing.ts'
import { credentials } from '../../../test/people.ts'
import { tokenIn } from '../../../test/smtp.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

const { email } = credentials('ana')
const password = 'correct horse battery'
const path = '#/reset-password'

async function world(engine: (typeof engines)[number]) {
  const app = await mailingApp(engine)
  const ana = app.as('ana')
  await ana.user()
  const ask = (address = email) => app.visitor().post('/auth/forgotPassword', { email: address })
  const use = (token: string, chosen = password) =>
    app.visitor().post('/auth/resetPassword', { token, password: chosen })
  /** The tokens of all mails with a link for a new password. */
  const links = () => app.mails.map((mail) => tokenIn(mail, path)).filter(Boolean)
  return {
    ...app,
    ana,
    ask,
    use,
    login: async (chosen: string) => (await app.visitor().post('/auth/login', { email, password: chosen })).status,
    /** The token of the latest mail. */
    async mailed() {
      const before = links().length
      expect((await ask()).status).toBe(200)
      await app.send('mail-password')
      expect(links().length).toBe(before + 1)
      return links().at(-1) ?? ''
    },
  }
}

test.for(engines)('%s: a link in a mail sets a new password once, and ends every other access', async (engine) => {
  const app = await world(engine)
  const { ana, mails, mailed, use, login, visitor, database } = app
  const { token: secret } = await makeToken(ana)
  const [first, token] = [await mailed(), await mailed()]
  expect(token).toMatch(/^[\w-]{43}$/)
  const mail = mails.findLast((one) => tokenIn(one, path) === token)
  expect(mail).toMatchObject({ envelope: { to: [email] }, subject: 'Set a new password for Taskdeck' })
  expect(mail?.text).toContain(`https://tasks.example.org/taskdeck/#/reset-password?token=${token}`)
  const stored = JSON.stringify(await database.db.selectFrom('mail_links').selectAll().execute())
  expect([stored.includes(token), stored.includes(email)]).toEqual([false, true])

  expect((await visitor().post('/auth/resetLink', { token })).body).toEqual({ email })
  expect((await use(token, 'short')).status).toBe(400)
  expect(await use(token)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('Your new password') },
  })
  expect([await login(credentials('ana').password), await login(password)]).toEqual([401, 200])
  expect((await ana.get('/auth/verify')).status).toBe(401)
  expect((await withToken(app, secret).get('/tasks/getTasks')).status).toBe(401)
  for (const used of [token, first, 'x', token.toUpperCase()]) {
    expect(await use(used)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('no longer works') },
    })
    expect((await visitor().post('/auth/resetLink', { token: used })).status).toBe(404)
  }
})

test.for(engines)('%s: of two uses of a link at once, one sets the password', async (engine) => {
  const { mailed, use } = await world(engine)
  const token = await mailed()
  const answers = await Promise.all(['first horse battery', 'second horse battery'].map((chosen) => use(token, chosen)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})

test.for(engines)('%s: a link works for 30 minutes, and not after the password was changed', async (engine) => {
  const { ana, mailed, use, pass } = await world(engine)
  const token = await mailed()
  pass(30 * 60_000)
  expect((await use(token)).status).toBe(404)
  const another = await mailed()
  await ana.put('/auth/password', { current: credentials('ana').password, password: 'another horse battery' })
  expect((await use(another)).status).toBe(404)
})

test.for(engines)('%s: a link, or a mail that waits, ends with the address or the password', async (engine) => {
  const { ana, ask, mailed, use, database, queue, mails, login } = await world(engine)
  const token = await mailed()
  const change = { email: 'ana@new.example', email_key: 'ana@new.example' }
  await database.db.updateTable('users').set(change).execute()
  expect((await use(token)).status).toBe(404)
  await database.db.updateTable('users').set({ email, email_key: email }).execute()
  expect(await login(credentials('ana').password)).toBe(200)

  await ask()
  await expect
    .poll(async () => (await queue.counts()).some((row) => row.kind === 'mail-password' && row.state === 'waiting'))
    .toBe(true)
  const before = mails.length
  await ana.put('/auth/password', { current: credentials('ana').password, password: 'another horse battery' })
  await queue.runDue()
  expect(mails.slice(before).filter((mail) => tokenIn(mail, path))).toEqual([])
})

test.for(engines)('%s: an unknown address gets the same response and no mail', async (engine) => {
  const { ask, send, mails, queue } = await world(engine)
  const unknown = await ask('nobody@example.com')
  const known = await ask()
  expect([unknown.status, known.status]).toEqual([200, 200])
  expect(unknown.body.message.replace('nobody@', 'ana@')).toBe(known.body.message)
  await send('mail-password')
  expect(mails.map(({ envelope }) => envelope.to)).toEqual([[email]])
  expect((await queue.counts()).map(({ count }) => count)).toEqual([1])
})

test.for(engines)('%s: each address may ask five times an hour, and nothing needs the mail server', async (engine) => {
  const { ask, smtp, pass } = await world(engine)
  smtp.close()
  for (const address of [email, 'nobody@example.com']) {
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await ask(address)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  }
  pass(3_600_000)
  expect((await ask()).status).toBe(200)
})

test('a server without mail offers no link', async () => {
  const { visitor, ask } = await world('sqlite')
  expect((await visitor().get('/auth/signups')).body).toMatchObject({ signups: 'open', sendsMail: true })
  expect((await ask('')).status).toBe(400)
  const without = await mailingApp('sqlite', { config: { mail: undefined } })
  expect((await without.visitor().get('/auth/signups')).body).toMatchObject({ signups: 'open', sendsMail: false })
  const refused = await without.visitor().post('/auth/forgotPassword', { email })
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('sends no mail') } })
})
