import type { Family } from '../metrics/exposition.ts'
import type { Config } from '../settings/config.ts'
import { backupFolder } from './backup-folder.ts'

/** The age and the interval of scheduled backups. Without a schedule, there is nothing to tell. */
export async function backupMetrics({
  backupTo,
  backupEveryMs,
}: Pick<Config, 'backupTo' | 'backupEveryMs'>): Promise<Family[]> {
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    help,
    type: 'gauge',
    samples: backupTo ? [{ value }] : [],
  })
  const lastMadeAt = backupTo ? await newestIn(backupTo) : 0
  return [
    gauge(
      'taskdeck_backup_last_success_timestamp_seconds',
      'When the newest complete backup in BACKUP_TO was made, as this node sees the folder; 0 if there is none.',
      lastMadeAt / 1000,
    ),
    gauge('taskdeck_backup_interval_seconds', 'The time between two scheduled backups.', backupEveryMs / 1000),
  ]
}

async function newestIn(folder: string): Promise<number> {
  try {
    for await (const { manifest } of backupFolder(folder).newestFirst()) return Date.parse(manifest.madeAt)
  } catch {
    // A folder that cannot be read has no backup that can be used.
  }
  return 0
}
