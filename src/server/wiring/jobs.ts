import { destination } from '../backups/destination.ts'
import { scheduledBackup, scheduledTrial } from '../backups/schedule.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { jobRules } from '../jobs/jobs.ts'
import { jsonRefresh } from '../tasks/stored-json.ts'
import type { WithAccounts } from './accounts.ts'

const hour = 3_600_000

/** Regular work, once per cluster. */
export function wireJobs(rules: WithAccounts) {
  const { config, database, history, questions, closeOrphans } = rules
  const jobs = jobRules(rules)
  const hourly = (name: string, run: Parameters<typeof jobs.register>[0]['run']) =>
    jobs.register({ everyMs: hour, name, run })
  hourly('forget attempts', rules.attempts.forgetOld)
  hourly('remove device codes', rules.devices.forgetOld)
  hourly('remove codes and refresh tokens of programs', rules.oauth.forgetOld)
  hourly('remove tokens that are not renewed', rules.tokens.forgetUnrenewed)
  hourly('remove sessions', rules.sessions.forgetOld)
  hourly('remove links of mails', rules.links.forgetOld)
  hourly('remove unfinished sign-ins', rules.entry.forgetOld)
  hourly('forget security events', rules.events.forgetOld)
  jobs.register({ everyMs: hour / 60, name: 'log acts of the operator', run: rules.events.logOperator })
  hourly('remove challenges of passkeys', rules.passkeys.forgetOld)
  hourly('forget trusted devices', rules.secondFactor.forgetOld)
  hourly('empty trash', rules.trash.emptyOld)
  hourly('remove old answers', history.removeOldAnswers)
  hourly('forget webhook deliveries', rules.deliveries.forgetOld)
  hourly('finish account removals', rules.removal.finishAll)
  hourly('sweep files', rules.files.sweep)
  hourly('remove received archives', rules.archiveImports.sweep)
  hourly('close questions of revoked tokens', async () => {
    for (const owner of await questions.ownersOfOpen()) await closeOrphans(owner)
  })
  hourly('optimize the database', database.optimize)
  jobs.register({ everyMs: 24 * hour, name: 'recount text and labels', run: history.recount })
  jobs.register({ everyMs: 24 * hour, name: 'refresh stored tasks', run: jsonRefresh(database) })
  jobs.register({ everyMs: hour / 6, name: 'mark the database', run: database.renewEpoch })
  if (config.backupTo) {
    const to = destination(config.backupTo, config)
    const backups = { ...rules.backups, ...rules }
    jobs.register(scheduledBackup(backups, to))
    for (const job of scheduledTrial(backups, to, migrationsInFolder)) jobs.register(job)
  }
  return jobs
}
