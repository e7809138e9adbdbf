import type { Logger } from 'pino'
import type { Job } from '../jobs/jobs.ts'
import type { Config } from '../settings/config.ts'
import { madeText, unusableText } from './backup-text.ts'
import { type Dependencies, makeBackup } from './make-backup.ts'

interface Schedule extends Dependencies {
  config: Pick<Config, 'backupEveryMs' | 'backupKeep'>
  log: Pick<Logger, 'info' | 'error'>
}

const dayMs = 24 * 3_600_000

/** The job that makes a backup and removes old ones. A failure is logged and retried like that of any job. */
export function scheduledBackup({ config, log, ...dependencies }: Schedule, folder: string): Job {
  return {
    name: 'back up',
    everyMs: config.backupEveryMs,
    maxRunMs: dayMs,
    async run(signal) {
      try {
        const made = await makeBackup(dependencies, folder, { isGentle: true, signal }, config.backupKeep)
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
