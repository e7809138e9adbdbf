import { newPasswordFor } from './accounts/forgotten-password.ts'
import { passwordHasher } from './accounts/passwords.ts'
import { ConfigError } from './config.ts'
import { runCommand, withDatabase } from './operator.ts'

/** `npm run reset-password -- ana@example.org` */
const [email] = process.argv.slice(2)
await runCommand('No password was changed.', async () => {
  if (!email) throw new ConfigError('Say whose password: npm run reset-password -- ana@example.org')
  await withDatabase(process.env, async ({ database }) => {
    const password = await newPasswordFor(email, database, passwordHasher())
    if (!password) throw new ConfigError(`Nobody has the e-mail ${email} here.`)
    console.log(`The new password of ${email} is ${password}`)
    console.log('Every device is signed out. Choose another one in the profile after signing in.')
  })
})
