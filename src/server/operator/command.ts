import { existsSync } from 'node:fs'
import { isSea } from 'node:sea'
import { withoutHidden } from '../../contract/plain-names.ts'
import { outageOf } from '../database/connect.ts'
import { type Database, DatabaseError } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { fileOf, openDatabase } from '../database/open.ts'
import { StoreError } from '../file-store/store.ts'
import { type Config, ConfigError, loadConfig } from '../settings/config.ts'
import { misspeltSettings } from '../settings/misspelt-settings.ts'

interface Dependencies {
  config: Config
  database: Database
}

/** A command of the operator. Throws a ConfigError for a problem that the operator can solve, and a StoreError if the files cannot be reached. */
export type Command = (call: { args: string[]; env: NodeJS.ProcessEnv; print: (line: string) => void }) => Promise<void>

/** Arguments that a command does not know. With `--help` among them, they are a question and no mistake. */
export class UsageError extends ConfigError {}

/** How the operator calls a command: with npm, or with the single executable. */
export const called = (name: string) => (isSea() ? `taskdeck-server ${name}` : `npm run ${name} --`)

/** Runs a command as a program. Prints an error after `failure`, which says what was not done. */
export async function runCommand(
  failure: string,
  command: Command,
  env: NodeJS.ProcessEnv,
  args = process.argv.slice(2),
) {
  // New files are private to the user that runs the command.
  process.umask(0o077)
  for (const problem of misspeltSettings(env)) process.stderr.write(`${problem}\n`)
  try {
    await command({ args, env, print: (text) => console.log(printable(text)) })
  } catch (error) {
    const isUsage = error instanceof UsageError
    if (isUsage && args.some((arg) => arg === '--help' || arg === '-h')) return console.log(error.message)
    process.stderr.write(printable(`${failure}${isUsage ? '\n\n' : ' '}${textOf(error)}\n`))
    process.exitCode = 1
  }
}

/** A text without what a terminal could obey: rows, the names in a backup and the errors of other servers come from strangers. */
const printable = (text: string) =>
  text
    .split('\n')
    .map((line) => withoutHidden(line, ' '))
    .join('\n')

/** The message of a problem that the operator can solve; the stack of any other error. */
function textOf(error: unknown): string | undefined {
  if (error instanceof StoreError) return `${error.message}. Run the command again when this is solved.`
  const isForOperator = error instanceof ConfigError || error instanceof DatabaseError
  return isForOperator ? error.message : (error as Error).stack
}

/** Opens the database with the settings of the server, which may be running, and migrates it. */
export async function withDatabase(env: NodeJS.ProcessEnv, work: (dependencies: Dependencies) => Promise<void>) {
  await openedDatabase(env, async (dependencies) => {
    await migrate(dependencies.database)
    await work(dependencies)
  })
}

/** Opens the database with the settings of the server, which may be running. */
export async function openedDatabase(env: NodeJS.ProcessEnv, work: (dependencies: Dependencies) => Promise<void>) {
  const config = loadConfig(env)
  const file = fileOf(config.databaseUrl)
  if (file && !existsSync(file)) {
    throw new ConfigError(`There is no database at ${file}: set DATA_DIR or DATABASE_URL as you do for the server.`)
  }
  const database = openDatabase(config.databaseUrl, config.databaseLimits)
  try {
    await work({ config, database })
  } catch (error) {
    throw outageOf(database, error) ?? error
  } finally {
    await database.close()
  }
}
