import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { secondFactorReset } from '../accounts/forgotten-password.ts'
import type { Schema } from '../database/schema.ts'
import { ConfigError } from '../settings/config.ts'
import { wireRules } from '../wiring.ts'
import { type Command, called, runCommand, withDatabase } from './command.ts'

/** `npm run reset-second-factor -- ana@example.org` */
export const resetSecondFactor: Command = async ({ args: [email], env, print }) => {
  if (!email) {
    throw new ConfigError(`Give the email of the account: ${called('reset-second-factor')} ana@example.org`)
  }
  await withDatabase(env, async ({ config, database }) => {
    const { accountNotices } = wireRules({ config, database, log: pino({ level: 'silent' }) })
    const tell = (tx: Kysely<Schema>, owner: string) => accountNotices.tellByOperator(tx, owner, 'second factor reset')
    const found = await secondFactorReset(email, database, tell)
    if (!found) throw new ConfigError(`No account has the email ${email}.`)
    if (found === 'off') throw new ConfigError(`The account of ${email} has no one-time codes.`)
    print(`One-time codes are off for ${email}, and the recovery codes no longer work.`)
    print('All devices are signed out. The password is unchanged: sign in with it, and turn one-time codes on again.')
    if (config.mail) print(`The server sends a mail about it to ${email}.`)
  })
}

if (import.meta.main) await runCommand('Nothing was changed.', resetSecondFactor, process.env)
