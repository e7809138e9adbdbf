import { createServer, type Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mailServer } from '../../../test/mail-server.ts'
import { answer } from '../../../test/smtp.ts'
import { GivenUp } from '../deliveries/delivery-kind.ts'
import { messageOf } from './message.ts'
import { sendBySmtp } from './smtp.ts'

const from = { name: 'Taskdeck', address: 'deck@example.org' }
const to = 'ana@example.org'
const message = () => messageOf({ to, subject: 'Hello', text: 'Text', html: '<p>Text</p>' }, from, new Date(0))
const generous = { connectMs: 60_000, answerMs: 60_000, wholeMs: 60_000 }

/** Sends a mail, and says how that ended and whether the server was about to get its text. */
async function sendTo(server: Parameters<typeof sendBySmtp>[0], timeouts = generous) {
  let wasHandedOver = false
  const onHandOver = async () => {
    wasHandedOver = true
  }
  const outcome = await sendBySmtp(
    server,
    { from: from.address, to, message: await message() },
    { onHandOver, timeouts },
  ).then(
    () => 'taken',
    (error: Error) => `${error instanceof GivenUp ? 'given up' : 'again'}: ${error.message}`,
  )
  return { outcome, wasHandedOver }
}

async function refusedWith(options: SMTPServerOptions) {
  const { settings, mails } = await mailServer(options)
  return { ...(await sendTo(settings)), count: mails.length }
}

test('a mail server gets a mail once, with its envelope, headers, text and HTML', async () => {
  const { settings, mails } = await mailServer()
  expect(await sendTo(settings)).toEqual({ outcome: 'taken', wasHandedOver: true })
  expect(mails).toMatchObject([{ subject: 'Hello', text: 'Text\n', envelope: { from: from.address, to: [to] } }])
  expect(mails[0]?.raw).toContain('Auto-Submitted: auto-generated')
  expect(mails[0]?.from).toEqual(from)
})

test('a refusal before the text is tried again if it is temporary, and given up if it is not', async () => {
  const later = answer(451, `4.7.1 <${to}> greylisted`)
  expect(await refusedWith({ onRcptTo: (_address, _session, done) => done(later) })).toEqual({
    outcome: 'again: The mail server refused the mail for now: 451 4.7.1 <a…@example.org> greylisted',
    wasHandedOver: false,
    count: 0,
  })
  const never = answer(550, `5.1.1 <${to}> unknown`)
  expect(await refusedWith({ onRcptTo: (_address, _session, done) => done(never) })).toEqual({
    outcome: 'given up: The mail server refused the mail: 550 5.1.1 <a…@example.org> unknown',
    wasHandedOver: false,
    count: 0,
  })
})

test('a server that refuses the text says so for certain', async () => {
  const refuse = (code: number): SMTPServerOptions => ({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done(answer(code, 'no')))
    },
  })
  expect(await refusedWith(refuse(452))).toMatchObject({
    outcome: expect.stringMatching(/^again: /),
    wasHandedOver: true,
  })
  expect(await refusedWith(refuse(554))).toMatchObject({ outcome: expect.stringMatching(/^given up: /) })
})

test('a mail is not sent again if its server dies while it takes it', async () => {
  const dying: SMTPServerOptions = {
    onData(stream) {
      stream.resume().on('end', () => server.close())
      for (const connection of server.connections)
        stream.on('end', () => (connection as unknown as { _socket: Socket })._socket.destroy())
    },
  }
  const { settings, server } = await mailServer(dying)
  expect(await sendTo(settings)).toEqual({
    outcome: expect.stringMatching(
      /^given up: It is not known whether the mail server took the mail, so it is not sent again/,
    ),
    wasHandedOver: true,
  })
})

test('a mail is tried again if its server dies before it wants the text, or is not there', async () => {
  const { settings, server } = await mailServer({
    onRcptTo() {
      for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy()
    },
  })
  expect(await sendTo(settings)).toEqual({
    outcome: expect.stringMatching(/^again: The mail server could not be used/),
    wasHandedOver: false,
  })
  await new Promise<void>((resolve) => server.close(resolve))
  expect(await sendTo(settings)).toMatchObject({ outcome: expect.stringMatching(/^again: .*ECONNREFUSED/) })
})

test('a server that says nothing, or goes on for ever, ends the attempt', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const settings = { host: '127.0.0.1', port, isSecure: false, startTls: 'optional', login: undefined } as const
  for (const timeouts of [
    { ...generous, connectMs: 20 },
    { ...generous, wholeMs: 20 },
  ]) {
    expect(await sendTo(settings, timeouts)).toMatchObject({
      outcome: expect.stringMatching(/^again: /),
      wasHandedOver: false,
    })
  }
})

test('TLS and a login are required where the settings say so', async () => {
  const { settings, mails } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'deck' && password === 'p@ss' ? done(null, { user: 'deck' }) : done(answer(535, 'Wrong')),
  })
  expect(await sendTo({ ...settings, login: { user: 'deck', pass: 'wrong' } })).toMatchObject({
    outcome: expect.stringMatching(/^again: .*535/),
  })
  expect(await sendTo({ ...settings, startTls: 'required' })).toMatchObject({
    outcome: expect.stringMatching(/^again: .*STARTTLS/i),
  })
  expect(await sendTo({ ...settings, login: { user: 'deck', pass: 'p@ss' } })).toMatchObject({ outcome: 'taken' })
  expect(mails.length).toBe(1)
})
