import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Job } from '../jobs/jobs.ts'
import { madeText, unusableText } from './backup-text.ts'
import { makeBackup, type Parts } from './make-backup.ts'

interface Schedule extends Parts {
  config: Pick<Config, 'backupEveryMs' | 'backupKeep'>
  log: Pick<Logger, 'info' | 'error'>
}

const dayMs = 24 * 3_600_000

/** The job that makes a backup and removes old ones. A failure is logged and retried like that of any job. */
export function scheduledBackup({ config, log, ...parts }: Schedule, folder: string): Job {
  return {
    name: 'back up',
    everyMs: config.backupEveryMs,
    maxRunMs: dayMs,
    async run(signal) {
      try {
        const made = await makeBackup(parts, folder, { isGentle: true, signal }, config.backupKeep)
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
