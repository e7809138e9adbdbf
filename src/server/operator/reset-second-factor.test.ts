import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { mailingApp } from '../../../test/mailing.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

test.for(engines)(
  '%s: the operator can turn off the one-time codes of a user while the server runs',
  async (engine) => {
    const { as, visitor, config } = await testApp({ engine })
    const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
    const ana = as('ana')
    await ana.user()
    await turnOnCodes(ana)
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(401)
    expect(await printedBy(resetSecondFactor, env, 'ANA@example.com')).toContain('One-time codes are off')
    expect((await ana.get('/auth/verify')).status).toBe(401)
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(200)
    await expect(printedBy(resetSecondFactor, env, 'ana@example.com')).rejects.toThrow('has no one-time codes')
    await expect(printedBy(resetSecondFactor, env, 'bo@example.com')).rejects.toThrow('No account has the email')
    await expect(printedBy(resetSecondFactor, env)).rejects.toThrow('npm run reset-second-factor -- ana@example.org')
  },
)

test.for(engines)('%s: where mail is set up, the user is told', async (engine) => {
  const { as, config, queue, mails, now, pass } = await mailingApp(engine, { start: new Date().toISOString() })
  const ana = as('ana')
  await ana.user()
  await turnOnCodes(ana, now)
  await queue.runDue()
  const env = {
    ...{ DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir, PUBLIC_URL: config.publicUrl },
    ...{ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'deck@example.org' },
  }
  expect(await printedBy(resetSecondFactor, env, 'ana@example.com')).toContain('sends a mail about it')
  // The command has a clock of its own.
  pass(600_000)
  const about = () => mails.find(({ subject }) => subject === 'Your second factor for Taskdeck was turned off')
  await expect
    .poll(async () => {
      await queue.runDue()
      return about()?.text
    })
    .toContain('The person who runs the server turned off the second factor of your account')
})
