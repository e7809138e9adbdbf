import { parseArgs } from 'node:util'
import { accountIdOf } from '../accounts/users.ts'
import { auditedEvents } from '../security-events/security-events.ts'
import { ConfigError } from '../settings/config.ts'
import { type Command, called, runCommand, UsageError, withDatabase } from './command.ts'

const usage = `Usage:
  ${called('audit')}                                all security events of the last 90 days, oldest first, one JSON object per line
  ${called('audit')} --account ana@example.org      those of one account
  ${called('audit')} --since 2026-11-01             those since a day or a time (UTC), also as 24h or 7d`

function optionsOf(args: string[]) {
  try {
    const options = { account: { type: 'string' }, since: { type: 'string' } } as const
    return parseArgs({ args, options }).values
  } catch {
    throw new UsageError(usage)
  }
}

const lengths = { h: 3_600_000, d: 24 * 3_600_000 }

/** The time that a user means: `7d` is seven days ago. */
function timeOf(since: string, now: number): number {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(since) ?? []
  if (count && unit) return now - Number(count) * lengths[unit as keyof typeof lengths]
  const time = /^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(since) ? Date.parse(since) : Number.NaN
  if (Number.isNaN(time))
    throw new ConfigError(`"${since}" is not a time: give a day such as 2026-11-01, or 24h, or 7d.`)
  return time
}

/** `npm run audit`: see `usage`. */
export const audit: Command = async ({ args, env, print }) => {
  const { account, since } = optionsOf(args)
  const from = since === undefined ? 0 : timeOf(since, Date.now())
  await withDatabase(env, async ({ database }) => {
    const owner = account === undefined ? undefined : await accountIdOf(database, account)
    if (account !== undefined && owner === undefined) throw new ConfigError(`No account has the email ${account}.`)
    for await (const events of auditedEvents(database, from, owner)) {
      for (const event of events) print(JSON.stringify(event))
    }
  })
}

if (import.meta.main) await runCommand('The events could not be read.', audit, process.env)
