import { expect, test } from 'vitest'
import { addPasskey, withPasskey } from '../../../test/authenticator.ts'
import { engines } from '../../../test/database.ts'
import { mailingApp } from '../../../test/mailing.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'
import { makeToken } from '../../../test/tokens.ts'

async function world(engine: (typeof engines)[number]) {
  const app = await mailingApp(engine)
  const ana = app.as('ana')
  await ana.user()
  return {
    ...app,
    ana,
    /** The subjects of the mails that were sent since the last call. */
    async told(count: number) {
      const before = app.mails.length
      await expect
        .poll(async () => {
          await app.queue.runDue()
          return app.mails.length - before
        })
        .toBe(count)
      return app.mails.slice(before).map(({ subject }) => subject)
    },
  }
}

test.for(engines)('%s: a sign-in from a new browser is told once, and the first one is not', async (engine) => {
  const { ana, visitor, told, mails } = await world(engine)
  const other = visitor({ headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140' } })
  await other.post('/auth/login', credentials('ana'))
  expect(await told(1)).toEqual(['New sign-in to Taskdeck'])
  expect(mails[0]?.envelope.to).toEqual(['ana@example.com'])
  expect(mails[0]?.text).toContain('Firefox on Linux, from the address 127.0.0.1, at 2026-11-18 12:00 UTC')
  await other.post('/auth/logout')
  await other.post('/auth/login', credentials('ana'))
  await ana.post('/auth/login', credentials('ana'))
  await visitor().post('/auth/login', credentials('ana'))
  expect(await told(1)).toEqual(['New sign-in to Taskdeck'])
})

test.for(engines)('%s: a changed password and a new token are told, and at most ten things an hour', async (engine) => {
  const { ana, told, queue, pass } = await world(engine)
  const { password } = credentials('ana')
  await makeToken(ana, { name: 'ci' })
  await ana.put('/auth/password', { current: password, password })
  expect((await told(2)).sort()).toEqual(['New API token in Taskdeck', 'Your password for Taskdeck was changed'])
  for (let count = 0; count < 12; count++) await makeToken(ana, { name: `Number ${count}` })
  expect((await told(8)).length).toBe(8)
  pass(3_600_000)
  await ana.post('/auth/prove', { password })
  await makeToken(ana, { name: 'Later' })
  expect(await told(1)).toEqual(['New API token in Taskdeck'])
  expect((await queue.counts()).filter(({ state }) => state === 'waiting')).toEqual([])
})

test.for(engines)('%s: changes of one-time codes are told', async (engine) => {
  const { ana, told, mails, now } = await world(engine)
  await turnOnCodes(ana, now)
  expect(await told(1)).toEqual(['One-time codes for Taskdeck are on'])
  expect((await ana.post('/auth/second-factor/recovery-codes')).status).toBe(200)
  expect(await told(1)).toEqual(['New recovery codes for Taskdeck'])
  expect((await ana.delete('/auth/second-factor')).status).toBe(200)
  expect(await told(1)).toEqual(['One-time codes for Taskdeck are off'])
  expect(mails.at(-1)?.text).toContain('https://tasks.example.org/taskdeck/#/settings/security')
})

test.for(engines)('%s: changes of passkeys are told, and a possible copy', async (engine) => {
  const { ana, told, mails, visitor } = await world(engine)
  const key = await addPasskey(ana)
  expect(await told(1)).toEqual(['New passkey for Taskdeck'])
  expect((await withPasskey(visitor(), key, { counter: 1 })).status).toBe(403)
  expect(await told(1)).toEqual(['A passkey for Taskdeck may have been copied'])
  expect((await ana.delete(`/auth/passkeys/${key.id}`)).status).toBe(200)
  expect(await told(1)).toEqual(['A passkey for Taskdeck was removed'])
  expect(mails.at(-1)?.text).toContain('https://tasks.example.org/taskdeck/#/settings/security')
})

test('without mail, nobody is told of a new browser, and the list of events still marks it', async () => {
  const { as, visitor, queue } = await mailingApp('sqlite', { config: { mail: undefined } })
  const ana = as('ana')
  await ana.user()
  await visitor().post('/auth/login', credentials('ana'))
  expect((await ana.get('/auth/security-events')).body.events[0].mark).toBe('new browser')
  expect(await queue.counts()).toEqual([])
})
