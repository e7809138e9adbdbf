import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import type { Config } from '../src/server/settings/config.ts'
import { wireRules } from '../src/server/wiring.ts'
import { testApp } from './app.ts'
import type { Engine } from './database.ts'
import { mailServer } from './mail-server.ts'

interface Options {
  start?: string
  server?: SMTPServerOptions
  config?: Partial<Config>
}

export const publicUrl = 'https://tasks.example.org'

/** An app with a mail server, whose deliveries are made when the test asks for them. */
export async function mailingApp(
  engine: Engine,
  { start = '2026-11-18T12:00:00Z', server, config = {} }: Options = {},
) {
  let now = Date.parse(start)
  const clock = () => now
  const { mails, settings, server: smtp } = await mailServer(server)
  const mail = { server: settings, from: { name: 'Taskdeck', address: 'deck@example.org' } }
  const app = await testApp({ engine, config: { publicUrl, mail, ...config }, dependencies: { clock } })
  const log = pino({ level: 'silent' })
  const rules = () => wireRules({ ...app, clock, log })
  const { queue } = rules()
  return {
    ...app,
    queue,
    /** The rules of another node on the same database. */
    node: rules,
    /** The mails that the server has got. */
    mails,
    smtp,
    now: clock,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** Waits until a mail of this kind has been added, and sends what is due. */
    async send(kind: string) {
      for (;;) {
        const waiting = (await queue.counts()).some((row) => row.kind === kind && row.state === 'waiting')
        if (waiting) return queue.runDue()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
