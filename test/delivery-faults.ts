import { Client } from 'pg'
import { faultyProxy } from './faulty-proxy.ts'
import { mailServer } from './mail-server.ts'
import { answer } from './smtp.ts'

/** A mail server behind a line that can fail, and users of a server that sends mails with it. */
export async function mailsThatFail() {
  let isRefusing = false
  const smtp = await mailServer({
    onRcptTo: (_address, _session, done) => done(isRefusing ? answer(550, 'No such user') : undefined),
  })
  const line = await faultyProxy(smtp.url.replace('smtp', 'http'))
  let people = 0

  return {
    envAt: (port: number) => ({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: line.origin.replace('http', 'smtp'),
      MAIL_FROM: 'Taskdeck <deck@example.org>',
    }),
    mails: smtp.mails,
    line,
    /** From now on, the mail server takes no mail. */
    refuseMails() {
      isRefusing = true
    },
    /** Signs up a user who then asks for a new password by mail. */
    async forgetPassword(origin: string) {
      const email = `person${++people}@example.org`
      const post = (path: string, body: object) =>
        fetch(origin + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      await post('/auth/signup', { username: 'Ana', email, password: 'correct horse battery' })
      const { status } = await post('/auth/forgotPassword', { email })
      if (status !== 200) throw new Error(`No mail was asked for: ${status}`)
    },
  }
}

/** A session of the operator that has locked the table of deliveries, as a forgotten `psql` does. Returns the function that ends it. */
export async function lockedDeliveries(databaseUrl: string, maxAgeMs: number) {
  const client = new Client(databaseUrl)
  await client.connect()
  // They have waited for as long as an outage takes.
  await client.query(`update deliveries set due_at = due_at - ${maxAgeMs}, next_at = due_at where state = 'waiting'`)
  await client.query('begin; lock table deliveries in exclusive mode')
  return () => client.end()
}
