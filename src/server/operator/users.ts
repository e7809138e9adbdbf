import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { fileSize } from '../../contract/file-size.ts'
import { type ListedUser, type UserRules, userRules } from '../accounts/users.ts'
import { ConfigError } from '../settings/config.ts'
import { wireRules } from '../wiring.ts'
import { type Command, called, runCommand, UsageError, withDatabase } from './command.ts'

const usage = `Usage:
  ${called('users')} list                          all accounts; with --json, one JSON object per line
  ${called('users')} disable ana@example.org       ends every session, and stops tokens, feeds and webhooks
  ${called('users')} enable ana@example.org        lets the user sign in again; tokens, feeds and webhooks work again
  ${called('users')} delete ana@example.org --yes  deletes the account with all its tasks and files, for good
  ${called('users')} quota ana@example.org 500     a limit of 500 MB for the files of this account
  ${called('users')} quota ana@example.org default the limit of the server again (MAX_USER_MB)`

const commands = ['list', 'disable', 'enable', 'delete', 'quota'] as const
const maxQuotaMb = 100_000_000

function optionsOf(args: string[]) {
  try {
    const options = { yes: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [name, email = '', quota = '', ...more] = positionals
    const command = commands.find((known) => known === name)
    const isComplete = command === 'list' ? !email : Boolean(email) && (command === 'quota') === Boolean(quota)
    if (!command || !isComplete || more.length) throw new Error()
    return { ...values, command, email, quota }
  } catch {
    throw new UsageError(usage)
  }
}

function bytesOf(quota: string): number | null {
  if (quota === 'default') return null
  const megabytes = /^\d{1,9}$/.test(quota) ? Number(quota) : Number.NaN
  if (!(megabytes >= 1 && megabytes <= maxQuotaMb)) {
    throw new ConfigError(`"${quota}" is not a limit: give a number of megabytes from 1 to ${maxQuotaMb}, or default.`)
  }
  return megabytes * 1_000_000
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

function lineOf({ email, username, createdAt, seenAt, fileBytes, maxFileBytes, disabledAt }: ListedUser): string {
  return [
    email.padEnd(32),
    username.padEnd(20),
    `since ${day(createdAt)}`,
    (seenAt === undefined ? 'not signed in' : `seen ${day(seenAt)}`).padEnd(15),
    `${fileSize(fileBytes)} of files${maxFileBytes === undefined ? '' : `, limit ${fileSize(maxFileBytes)}`}`,
    ...(disabledAt === undefined ? [] : [`disabled ${day(disabledAt)}`]),
  ].join('  ')
}

const isoOrNull = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

const jsonOf = ({ createdAt, seenAt, disabledAt, maxFileBytes, ...user }: ListedUser): string =>
  JSON.stringify({
    ...user,
    maxFileBytes: maxFileBytes ?? null,
    createdAt: isoOrNull(createdAt),
    seenAt: isoOrNull(seenAt),
    disabledAt: isoOrNull(disabledAt),
  })

/** `npm run users`: see `usage`. */
export const users: Command = async ({ args, env, print }) => {
  const options = optionsOf(args)
  await withDatabase(env, async ({ config, database }) => {
    const { removal, files } = wireRules({ config, database, log: pino({ level: 'silent' }) })
    const fileBytesOf = async (owner: string) => (await files.used(owner)).bytes
    const rules = userRules({ database, clock: Date.now, removal, fileBytesOf })
    if (options.command === 'list') {
      for await (const page of rules.list()) for (const user of page) print((options.json ? jsonOf : lineOf)(user))
    } else for (const line of await change(rules, options)) print(line)
  })
}

/** Changes an account, and returns the lines to print. */
async function change(rules: UserRules, options: ReturnType<typeof optionsOf>): Promise<string[]> {
  const { command, email, quota, yes } = options
  const known = (owner: string | undefined): string => {
    if (owner === undefined) throw new ConfigError(`No account has the email ${email}.`)
    return owner
  }
  if (command === 'disable') {
    known(await rules.disable(email))
    return [
      `The account of ${email} is disabled. Every device is signed out, and tokens, calendars, shared links and webhooks have stopped.`,
      `They work again after: ${called('users')} enable ${email}`,
    ]
  }
  if (command === 'enable') {
    known(await rules.enable(email))
    return [
      `The account of ${email} is enabled. Its user can sign in, and tokens, calendars, shared links and webhooks work again.`,
    ]
  }
  if (command === 'quota') {
    const bytes = bytesOf(quota)
    known(await rules.limitFiles(email, bytes))
    const limit = bytes === null ? 'the limit of the server (MAX_USER_MB)' : `a limit of ${fileSize(bytes)}`
    return [`The files of ${email} have ${limit} now.`]
  }
  const user = await rules.find(email)
  const owner = known(user?.id)
  if (!user || !yes) {
    throw new ConfigError(
      `This would delete the account of ${email} with all its tasks and ${fileSize(user?.fileBytes ?? 0)} of files. It cannot be undone. If you mean it: ${called('users')} delete ${email} --yes`,
    )
  }
  await rules.remove(owner)
  return [`The account of ${email} and everything in it is deleted.`]
}

if (import.meta.main) await runCommand('No account was changed.', users, process.env)
