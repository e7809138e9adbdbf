import type { BackupPlace } from '../backup-places/place.ts'
import type { MarkedStore } from '../file-store/store.ts'
import type { Family } from '../metrics/exposition.ts'
import type { Config } from '../settings/config.ts'
import { backupList, timeOfBackup } from './backup-list.ts'
import { type Destination, destination } from './destination.ts'
import { lastTrialAt } from './trial.ts'

type Settings = Pick<Config, 'backupTo' | 'backupEveryMs' | 'backupTrialEveryMs'> & Parameters<typeof destination>[1]

interface Known {
  madeAt: number
  triedAt: number
}

/** A bucket is not asked more often. */
const minAgeMs = 60_000

/** The age and the interval of scheduled backups and of their trials. Without a schedule, there is nothing to tell. */
export function backupMetrics(
  config: Settings,
  store: Pick<MarkedStore, 'installationId'>,
  monotonic: () => number = () => performance.now(),
) {
  const to = config.backupTo && destination(config.backupTo, config)
  let known: { state: Promise<Known>; readAt: number } | undefined
  const newest = (from: Destination) => {
    if (!known || from.place.isLocal || monotonic() - known.readAt > minAgeMs) {
      known = { state: stateOf(from, store), readAt: monotonic() }
    }
    return known.state
  }
  return async (): Promise<Family[]> => {
    const { madeAt, triedAt } = to ? await newest(to) : { madeAt: 0, triedAt: 0 }
    const gauge = (name: string, help: string, value: number): Family => ({
      name,
      help,
      type: 'gauge',
      samples: to ? [{ value }] : [],
    })
    const trials = (at: number) => [
      gauge(
        'taskdeck_backup_last_trial_timestamp_seconds',
        'When a backup of this installation was last restored for a trial; 0 if never.',
        at / 1000,
      ),
      gauge(
        'taskdeck_backup_trial_interval_seconds',
        'The time between two trial restores.',
        config.backupTrialEveryMs / 1000,
      ),
    ]
    return [
      gauge(
        'taskdeck_backup_last_success_timestamp_seconds',
        'When the newest complete backup in BACKUP_TO was made, as this node sees it; 0 if there is none.',
        madeAt / 1000,
      ),
      gauge('taskdeck_backup_interval_seconds', 'The time between two scheduled backups.', config.backupEveryMs / 1000),
      ...(config.backupTrialEveryMs ? trials(triedAt) : []),
    ]
  }
}

async function stateOf({ place }: Destination, store: Pick<MarkedStore, 'installationId'>): Promise<Known> {
  const installation = await store.installationId().catch(() => undefined)
  return { madeAt: await newestIn(place), triedAt: installation ? await lastTrialAt(place, installation) : 0 }
}

async function newestIn(place: BackupPlace): Promise<number> {
  try {
    const name = await backupList(place).newest()
    return name === undefined ? 0 : timeOfBackup(name)
  } catch {
    // A place that cannot be read has no backup that can be used.
    return 0
  }
}
