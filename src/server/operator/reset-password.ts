import { parseArgs } from 'node:util'
import { resetMinutes } from '../../contract/mail.ts'
import { newPasswordFor, resetLinkFor } from '../accounts/forgotten-password.ts'
import { passwordHasher } from '../accounts/passwords.ts'
import { mailLinks } from '../mail/mail-links.ts'
import { ConfigError } from '../settings/config.ts'
import { type Command, called, runCommand, UsageError, withDatabase } from './command.ts'

const usage = `Give the email of the account:
  ${called('reset-password')} ana@example.org              a link to set a new password; without PUBLIC_URL, a new password
  ${called('reset-password')} ana@example.org --password   a new password`

function optionsOf(args: string[]) {
  try {
    const options = { password: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [email = '', ...more] = positionals
    if (!email || more.length) throw new Error()
    return { ...values, email }
  } catch {
    throw new UsageError(usage)
  }
}

/** `npm run reset-password`: see `usage`. */
export const resetPassword: Command = async ({ args, env, print }) => {
  const { email, password: isPassword } = optionsOf(args)
  await withDatabase(env, async ({ config, database }) => {
    const known = (given: string | undefined): string => {
      if (given === undefined) throw new ConfigError(`No account has the email ${email}.`)
      return given
    }
    const isOff = config.passwords === 'off'
    const isLink = Boolean(env.PUBLIC_URL?.trim()) && !isPassword && !isOff
    if (isLink) {
      const token = known(await resetLinkFor(email, database, mailLinks({ database, clock: Date.now })))
      print(`With this link, the user of ${email} sets a new password. It works once, and for ${resetMinutes} minutes:`)
      print(`${config.publicUrl}${config.basePath}#/reset-password?token=${token}`)
    } else print(`The new password of ${email} is ${known(await newPasswordFor(email, database, passwordHasher()))}`)
    print(
      `${isLink ? 'The old password no longer works, all' : 'All'} devices are signed out, all tokens, calendars, shared links, webhooks and notifications are revoked, all passkeys are removed, and Google and other providers are unlinked.`,
    )
    if (isOff) print('It works only after you have set PASSWORDS=on and started the server again.')
    else if (!isLink) print('Sign in and choose a new password in the profile.')
  })
}

if (import.meta.main) await runCommand('No password was changed.', resetPassword, process.env)
