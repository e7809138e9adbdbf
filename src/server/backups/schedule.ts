import type { Migration } from 'kysely/migration'
import type { Logger } from 'pino'
import { BackupError } from '../backup-places/backup-error.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Config } from '../settings/config.ts'
import { type Backup, nameOf } from './backup.ts'
import { backupList } from './backup-list.ts'
import { contentsOf, madeText, unusableText } from './backup-text.ts'
import type { Destination } from './destination.ts'
import { type Dependencies, makeBackup } from './make-backup.ts'
import { tryRestore } from './trial.ts'

interface Schedule extends Dependencies {
  config: Pick<Config, 'backupEveryMs' | 'backupKeep' | 'backupTrialEveryMs'>
  log: Pick<Logger, 'info' | 'error'>
}

const dayMs = 24 * 3_600_000

/** The job that makes a backup and removes old ones. A failure is logged and retried like that of any job. */
export function scheduledBackup({ config, log, ...dependencies }: Schedule, to: Destination): Job {
  return {
    name: 'back up',
    everyMs: config.backupEveryMs,
    maxRunMs: dayMs,
    async run(signal) {
      try {
        const made = await makeBackup(dependencies, to, { isGentle: true, signal }, config.backupKeep)
        log.info(madeText(made))
        for (const removed of made.removed) log.info(`Removed the old backup ${removed}`)
        const unusable = unusableText(made)
        if (unusable) log.error(unusable)
      } catch (error) {
        // An interrupted backup stays due.
        if (!signal.aborted) throw error
      }
    },
  }
}

/** The job that restores the newest backup for a trial. None if there are no trials, or if this server cannot read its backups. */
export function scheduledTrial(
  { config, log, store, clock, workFolder }: Schedule,
  to: Destination,
  migrations: () => Promise<Record<string, Migration>>,
): Job[] {
  if (!config.backupTrialEveryMs || (to.key && !to.key.secretKey)) return []
  return [
    {
      name: 'try a restore',
      everyMs: config.backupTrialEveryMs,
      maxRunMs: dayMs,
      async run(signal) {
        try {
          const backup = await newestOwn(to, (await store.installationId()) ?? null)
          const pace = { isGentle: true, signal }
          const manifest = await tryRestore({ migrations: await migrations(), workFolder, clock, pace }, backup)
          log.info(`Restored ${nameOf(backup)} for a trial: ${contentsOf(manifest)}`)
        } catch (error) {
          if (!signal.aborted) throw error
        }
      },
    },
  ]
}

async function newestOwn({ place, sealed, key }: Destination, installation: string | null): Promise<Backup> {
  const list = backupList(place)
  for await (const name of list.complete()) {
    if ((await list.installationOf(name)) !== installation) continue
    const isEncrypted = (await list.endingOf(name)) !== ''
    return { place: isEncrypted && key ? sealed : place, name }
  }
  throw new BackupError(`There is no backup of this installation in ${place.name} yet.`)
}
