import { parseArgs } from 'node:util'
import { type InviteRules, inviteRules } from './accounts/invites.ts'
import { type Config, ConfigError } from './config.ts'
import { runCommand, withDatabase } from './operator.ts'

const usage = `Usage:
  npm run invite                          a link for anybody, valid for 7 days
  npm run invite -- ana@example.org       a link for this email only
  npm run invite -- --days 30             a link that is valid for longer
  npm run invite -- --list                the invitations that are still open
  npm run invite -- --revoke ID           withdraws one of them`

const maxDays = 365

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { days: { type: 'string', default: '7' }, list: { type: 'boolean' }, revoke: { type: 'string' } },
    })
    const days = Number(values.days)
    if (!Number.isInteger(days) || days < 1 || days > maxDays || positionals.length > 1) throw new Error()
    return { ...values, days, email: positionals[0] }
  } catch {
    throw new ConfigError(`\n${usage}`)
  }
}

const minuteOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')

async function print(config: Config, invites: InviteRules, { list, revoke, email, days }: ReturnType<typeof options>) {
  if (list) {
    const open = await invites.list()
    if (!open.length) console.log('No invitations are open.')
    for (const invite of open) {
      console.log(`${invite.id}  until ${minuteOf(invite.expires_at)} UTC  ${invite.email ?? 'anybody'}`)
    }
  } else if (revoke) {
    if (!(await invites.revoke(revoke))) {
      throw new ConfigError(`There is no invitation ${revoke}: see npm run invite -- --list`)
    }
    console.log(`Invitation ${revoke} is withdrawn.`)
  } else {
    const { code, expiresAt } = await invites.create({ email, days })
    console.log(`${config.publicUrl}${config.basePath}#/auth?invite=${code}`)
    console.log(`Valid for one account${email ? ` with the email ${email}` : ''}, until ${minuteOf(expiresAt)} UTC.`)
    if (config.signups !== 'invite') {
      console.log(`SIGNUPS is ${config.signups} here: invitations count only with SIGNUPS=invite.`)
    }
  }
}

await runCommand('No invitation was changed.', async () => {
  const wishes = options()
  await withDatabase(process.env, ({ config, database }) =>
    print(config, inviteRules({ database, clock: Date.now }), wishes),
  )
})
