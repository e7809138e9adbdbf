import { expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import { makeLogger } from '../http/logging.ts'

/** An app with Google, and the log lines of its security events. */
async function loggedApp() {
  const { stream, text, lines } = collect(false)
  const app = await googleApp({ dependencies: { log: makeLogger('info', stream) } })
  const browser = app.visitor({ address: '192.0.2.7' })
  let seen = 0
  return {
    ...app,
    browser,
    text,
    idOf: async () => (await browser.get('/auth/verify')).body.user._id,
    /** The events since the last call, each with its user. The address is always the same. */
    news: () => {
      const fresh = lines()
        .filter(({ event }) => event)
        .slice(seen)
      seen += fresh.length
      for (const line of fresh) expect(line).toMatchObject({ level: 30, ip: '192.0.2.7' })
      return fresh.map(({ event, user }) => [event, user])
    },
  }
}

test('sign-ins, failed attempts and sign-outs with a password are logged', async () => {
  const { browser, idOf, news, text, visitor } = await loggedApp()
  const ana = credentials('ana')
  await browser.post('/auth/signup', { username: 'Ana the First', ...ana })
  const id = await idOf()
  await visitor({ address: '192.0.2.7' }).post('/auth/login', { ...ana, password: 'a guess' })
  await visitor({ address: '192.0.2.7' }).post('/auth/login', credentials('nobody'))
  await browser.post('/auth/login', ana)
  expect(news()).toEqual([
    ['signed up with a password', id],
    ['wrong password', id],
    ['wrong password', undefined],
    ['signed in with a password', id],
  ])

  const phone = visitor({ address: '192.0.2.7' })
  await phone.post('/auth/login', ana)
  const { sessions } = (await browser.get('/auth/sessions')).body as { sessions: { id: string; current: boolean }[] }
  await browser.delete(`/auth/sessions/${sessions.find(({ current }) => !current)?.id}`)
  await browser.delete('/auth/sessions')
  await browser.post('/auth/prove', { password: 'another guess' })
  await browser.put('/auth/password', { current: ana.password, password: 'quite another password' })
  await browser.post('/auth/logout')
  await browser.post('/auth/logout')
  await browser.post('/auth/login', { ...ana, password: 'quite another password' })
  await browser.post('/auth/delete', { password: 'quite another password' })
  expect(news()).toEqual([
    ['signed in with a password', id],
    ['session ended', id],
    ['other sessions ended', id],
    ['wrong password', id],
    ['password changed', id],
    ['signed out', id],
    ['signed in with a password', id],
    ['account deleted', id],
  ])
  expect(text()).not.toMatch(/example\.com|Ana the First|guess|password of|quite another/)
  for (const token of [...browser.cookies.values(), ...phone.cookies.values()]) expect(text()).not.toContain(token)
})

test('sign-ins, failed attempts and sign-outs with Google are logged', async () => {
  const { browser, idOf, news, text, visitor, google } = await loggedApp()
  google.account = { sub: '1', email: 'gina@gmail.example', email_verified: true, name: 'Gina' }
  await throughGoogle(browser)
  const id = await idOf()
  await throughGoogle(browser)
  await throughGoogle(browser, { button: 'cancel' })
  await throughGoogle(browser, { purpose: 'link', button: 'cancel' })
  await browser.put('/auth/password', { password: 'a first password' })
  await browser.delete('/auth/google')
  await throughGoogle(browser, { purpose: 'link' })
  expect(news()).toEqual([
    ['signed up with Google', id],
    ['signed in with Google', id],
    ['Google sign-in: cancelled', id],
    ['Google sign-in: cancelled', id],
    ['password changed', id],
    ['Google unlinked', id],
    ['Google linked', id],
  ])

  google.account = { sub: '2', email: 'gina@gmail.example', email_verified: true }
  await throughGoogle(visitor({ address: '192.0.2.7' }))
  google.account = { sub: '3', email: 'else@gmail.example', email_verified: false }
  await throughGoogle(visitor({ address: '192.0.2.7' }))
  expect(news()).toEqual([
    ['Google sign-in: other_account', undefined],
    ['Google sign-in: unverified', undefined],
  ])
  expect(text()).not.toMatch(/gmail\.example|Gina|a first password/)
})

test('a takeover of an account by Google is logged', async () => {
  const { browser, news, google } = await loggedApp()
  const signup = await browser.post('/auth/signup', { username: 'ana', ...credentials('ana') })
  google.account = { sub: '1', email: 'ana@example.com', email_verified: true }
  await throughGoogle(browser)
  expect(news()).toEqual([
    ['signed up with a password', signup.body.user._id],
    ['taken over with Google', signup.body.user._id],
  ])
})
