import { newPasswordFor } from './accounts/forgotten-password.ts'
import { passwordHasher } from './accounts/passwords.ts'
import { ConfigError } from './config.ts'
import { type Command, runCommand, withDatabase } from './operator.ts'

/** `npm run reset-password -- ana@example.org` */
export const resetPassword: Command = async ({ args: [email], env, print }) => {
  if (!email) throw new ConfigError('Say whose password: npm run reset-password -- ana@example.org')
  await withDatabase(env, async ({ database }) => {
    const password = await newPasswordFor(email, database, passwordHasher())
    if (!password) throw new ConfigError(`Nobody has the e-mail ${email} here.`)
    print(`The new password of ${email} is ${password}`)
    print('Every device is signed out. Choose another one in the profile after signing in.')
  })
}

if (import.meta.main) await runCommand('No password was changed.', resetPassword, process.env)
