import { expect, test } from 'vitest'
import { mailServer } from '../../../test/mail-server.ts'
import { printedBy, runOperator } from '../../../test/operator.ts'
import { answer } from '../../../test/smtp.ts'
import { sendTestMail } from './send-test-mail.ts'

const to = 'ana@example.org'
const envOf = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Deck <deck@example.org>',
  PUBLIC_URL: 'https://tasks.example.org',
})

test('the operator can send a mail to try the settings', async () => {
  const { url, mails } = await mailServer()
  const sent = await runOperator('send-test-mail.ts', envOf(url), to)
  expect([sent.code, sent.output]).toEqual([0, expect.stringContaining(`The mail server took the mail for ${to}.`)])
  expect(mails).toMatchObject([{ subject: 'A test of Taskdeck', from: { name: 'Deck' }, envelope: { to: [to] } }])
  expect(await printedBy(sendTestMail, {}, '--help')).toContain('npm run send-test-mail -- ana@example.org')
})

test('a failure says in words what is wrong, and what to do', async () => {
  const { url } = await mailServer({ onRcptTo: (_address, _session, done) => done(answer(550, 'no such user')) })
  await expect(printedBy(sendTestMail, envOf(url), to)).rejects.toThrow('refused the mail: 550 no such user')
  await expect(printedBy(sendTestMail, envOf(`${url}?starttls=required`), to)).rejects.toThrow('offers no encryption')
  await expect(printedBy(sendTestMail, envOf('smtp://127.0.0.1:1'), to)).rejects.toThrow('Check the host and the port')
  await expect(printedBy(sendTestMail, envOf(url), 'ana')).rejects.toThrow('ana is not an address')
  await expect(printedBy(sendTestMail, {}, to)).rejects.toThrow('Mail is not set up: set SMTP_URL and MAIL_FROM')
  for (const args of [[], [to, to], ['--nonsense']]) {
    await expect(printedBy(sendTestMail, envOf(url), ...args)).rejects.toThrow('Usage:')
  }
  await expect(printedBy(sendTestMail, { SMTP_URL: url }, to)).rejects.toThrow(
    'SMTP_URL and MAIL_FROM must be set together; SMTP_URL requires PUBLIC_URL, the address to which links in mails lead.',
  )
  const failed = await runOperator('send-test-mail.ts', {}, to)
  expect([failed.code, failed.output]).toEqual([1, expect.stringMatching(/^No mail was sent\. Mail is not set up/)])
})
