import { parseArgs } from 'node:util'
import { type InviteRules, inviteRules } from '../accounts/invites.ts'
import { type Config, ConfigError } from '../settings/config.ts'
import { type Command, called, runCommand, UsageError, withDatabase } from './command.ts'

const usage = `Usage:
  ${called('invite').replace(/ --$/, '')}                          a link for anybody, valid for 7 days
  ${called('invite')} ana@example.org       a link for this email only
  ${called('invite')} --days 30             a link that is valid for longer
  ${called('invite')} --list                the invitations that are still open
  ${called('invite')} --revoke ID           withdraws one of them`

const maxDays = 365

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { days: { type: 'string', default: '7' }, list: { type: 'boolean' }, revoke: { type: 'string' } },
    })
    const days = Number(values.days)
    if (!Number.isInteger(days) || days < 1 || days > maxDays || positionals.length > 1) throw new Error()
    return { ...values, days, email: positionals[0] }
  } catch {
    throw new UsageError(usage)
  }
}

const minuteOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')

/** `npm run invite`: see `usage`. */
export const invite: Command = async ({ args, env, print }) => {
  const options = optionsOf(args)
  await withDatabase(env, async ({ config, database }) => {
    const lines = await run(config, inviteRules({ database, clock: Date.now }), options)
    for (const line of lines) print(line)
  })
}

/** Executes the options, and returns the lines to print. */
async function run(config: Config, invites: InviteRules, options: ReturnType<typeof optionsOf>): Promise<string[]> {
  const { list, revoke, email, days } = options
  if (list) {
    const open = await invites.list()
    if (!open.length) return ['No invitations are open.']
    return open.map(({ id, expires_at, email }) => `${id}  until ${minuteOf(expires_at)} UTC  ${email ?? 'anybody'}`)
  }
  if (revoke) {
    if (await invites.revoke(revoke)) return [`Revoked invitation ${revoke}.`]
    throw new ConfigError(`Invitation ${revoke} does not exist. List all invitations with: ${called('invite')} --list`)
  }
  const { code, expiresAt } = await invites.create({ email, days })
  const isIdle = config.signups !== 'invite'
  return [
    `${config.publicUrl}${config.basePath}#/auth?invite=${code}`,
    `Valid for one account${email ? ` with the email ${email}` : ''}, until ${minuteOf(expiresAt)} UTC.`,
    ...(isIdle
      ? [`Note: invitations have no effect now. SIGNUPS is ${config.signups}; set SIGNUPS=invite to use them.`]
      : []),
  ]
}

if (import.meta.main) await runCommand('No invitation was changed.', invite, process.env)
