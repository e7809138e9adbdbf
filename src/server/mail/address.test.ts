import { expect, test } from 'vitest'
import { isMailAddress, senderOf, shortAddress, withoutAddresses } from './address.ts'
import { html } from './html.ts'
import { letter } from './letter.ts'
import { messageOf } from './message.ts'
import { smtpServer } from './smtp-server.ts'

test('mail is sent only to addresses that every program reads in the same way', () => {
  for (const good of ['ana@example.org', "o'neil+tag@mail.example.co.uk", 'ana@localhost', 'A.B-c_d@x1.example']) {
    expect([good, isMailAddress(good)]).toEqual([good, true])
  }
  const odd = [
    '"ana b"@example.org',
    'ana@[127.0.0.1]',
    'ana@example.org, bo@example.org',
    'Ana <ana@example.org>',
    'ana@@x.org',
  ]
  const broken = [
    'ana@example.org\r\nBcc: bo@x.org',
    'ana',
    '@x.org',
    'ana@',
    '.ana@x.org',
    'a..b@x.org',
    'ana@-x.org',
    'ána@x.org',
    'ana@exämple.org',
  ]
  const long = [`${'a'.repeat(65)}@x.org`, `a@${'b.'.repeat(130)}org`, `${'a.'.repeat(200_000)}@`]
  for (const bad of [...odd, ...broken, ...long])
    expect([bad.slice(0, 40), isMailAddress(bad)]).toEqual([bad.slice(0, 40), false])
})

test('operators see addresses in a short form', () => {
  expect(shortAddress('ana@example.org')).toBe('a…@example.org')
  expect(withoutAddresses('550 <ana@example.org>: "bo@x.org"\r\n unknown')).toBe(
    '550 <a…@example.org>: "b…@x.org" unknown',
  )
})

test('the sender may have a plain name', () => {
  expect(senderOf('deck@example.org')).toEqual({ name: 'Taskdeck', address: 'deck@example.org' })
  expect(senderOf("Ana's Deck <deck@example.org>")).toEqual({ name: "Ana's Deck", address: 'deck@example.org' })
  for (const bad of ['Deck', '"Deck" <deck@example.org>', 'Deck <deck@example.org', 'A <a@x.org>, b@x.org']) {
    expect([bad, senderOf(bad)]).toEqual([bad, undefined])
  }
})

test('a mail server is named with its port, login and encryption', () => {
  expect(smtpServer('smtp://deck:p%40ss@mail.example.org')).toEqual({
    ...{ host: 'mail.example.org', port: 587, isSecure: false, startTls: 'required' },
    login: { user: 'deck', pass: 'p@ss' },
  })
  expect(smtpServer('smtps://mail.example.org')).toMatchObject({ port: 465, isSecure: true })
  expect(smtpServer('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25, startTls: 'off', login: undefined })
  expect(smtpServer('smtp://relay.lan:25?starttls=off')).toMatchObject({ startTls: 'off' })
  const problems: [string, string][] = [
    ['mail.example.org:25', 'must be smtp://user:password@host:port or smtps://user:password@host:port'],
    ['http://mail.example.org', 'must be smtp://user:password@host:port or smtps://user:password@host:port'],
    ['smtp://mail.example.org?pool=1', 'has no parameter pool; the only one is starttls'],
    ['smtp://mail.example.org?starttls=maybe', 'must have one of required, optional, off as starttls'],
    ['smtps://mail.example.org?starttls=off', 'begins with TLS already; leave out starttls'],
    ['smtp://deck@mail.example.org', 'must have both a user and a password, or neither'],
    ['smtp://deck:50%@mail.example.org', 'must have %25 in place of each % in the user and the password'],
  ]
  for (const [url, problem] of problems) expect(() => smtpServer(url)).toThrow(problem)
})

test('names and titles can inject neither headers nor HTML', async () => {
  const place = { app: 'https://tasks.example.org/taskdeck/', host: 'tasks.example.org' }
  const evil = 'Hello\r\nBcc: bo@example.org\r\n\r\n<script>alert(1)</script>\u202e'
  const mail = letter({ to: 'ana@example.org', subject: evil, paragraphs: [evil] }, place)
  const from = { name: 'Taskdeck', address: 'deck@example.org' }
  const raw = (await messageOf(mail, from, new Date(0))).toString()
  const [head = ''] = raw.split('\r\n\r\n')
  expect(head).not.toMatch(/^bcc:/im)
  expect(mail.html).not.toContain('<script')
  expect(html`<a href="${'" onclick="x'}">${'<&>'}</a>`.text).toBe('<a href="&quot; onclick=&quot;x">&lt;&amp;&gt;</a>')
})
