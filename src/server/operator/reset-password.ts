import { newPasswordFor } from '../accounts/forgotten-password.ts'
import { passwordHasher } from '../accounts/passwords.ts'
import { ConfigError } from '../settings/config.ts'
import { type Command, called, runCommand, withDatabase } from './command.ts'

/** `npm run reset-password -- ana@example.org` */
export const resetPassword: Command = async ({ args: [email], env, print }) => {
  if (!email) throw new ConfigError(`Give the email of the account: ${called('reset-password')} ana@example.org`)
  await withDatabase(env, async ({ database }) => {
    const password = await newPasswordFor(email, database, passwordHasher())
    if (!password) throw new ConfigError(`No account has the email ${email}.`)
    print(`The new password of ${email} is ${password}`)
    print(
      'All devices are signed out, all tokens, calendars, shared links, webhooks and notifications are revoked, all passkeys are removed, and Google and other providers are unlinked.',
    )
    print(
      env.PASSWORDS?.trim() === 'off'
        ? 'It works only after you have set PASSWORDS=on and started the server again.'
        : 'Sign in and choose a new password in the profile.',
    )
  })
}

if (import.meta.main) await runCommand('No password was changed.', resetPassword, process.env)
