import { existsSync } from 'node:fs'
import { newPasswordFor } from './accounts/forgotten-password.ts'
import { passwordHasher } from './accounts/passwords.ts'
import { ConfigError, loadConfig } from './config.ts'
import { fileOf, openDatabase } from './database/open.ts'

/** `npm run reset-password -- ana@example.org`, with the settings of the server, which may be running. */
async function main([email]: string[]) {
  if (!email) throw new ConfigError('Say whose password: npm run reset-password -- ana@example.org')
  const { databaseUrl } = loadConfig(process.env)
  const file = fileOf(databaseUrl)
  if (file && !existsSync(file)) {
    throw new ConfigError(`There is no database at ${file}: set DATA_DIR or DATABASE_URL as you do for the server.`)
  }
  const database = openDatabase(databaseUrl)
  try {
    const password = await newPasswordFor(email, database, passwordHasher())
    if (!password) throw new ConfigError(`Nobody has the e-mail ${email} here.`)
    console.log(`The new password of ${email} is ${password}`)
    console.log('Every device is signed out. Choose another one in the profile after signing in.')
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`No password was changed. ${error instanceof ConfigError ? error.message : error.stack}\n`)
  process.exit(1)
})
