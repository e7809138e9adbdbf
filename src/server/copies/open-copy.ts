import type { Backup } from '../backups/backup.ts'
import { backupList, timeOfBackup } from '../backups/backup-list.ts'
import { destination } from '../backups/destination.ts'
import { givenPlace, openBackup } from '../backups/open-backup.ts'
import { withMoment } from './copied-backup.ts'
import { installationMeant, lastTime, momentAt, timeGiven } from './moments.ts'

interface Wanted {
  /** One backup, or a place. */
  given: string
  /** The time that an operator gives. */
  at: string | undefined
  installation: string | undefined
}

type Settings = Parameters<typeof openBackup>[1]

/** Passes on what an operator wants to restore: a moment of continuous copies, a backup, or the newest of both. */
export async function withBackup<T>(
  { given, at, installation }: Wanted,
  config: Settings,
  tools: Parameters<typeof withMoment>[2],
  work: (backup: Backup) => Promise<T>,
): Promise<T> {
  const to = destination(givenPlace(given, config), config)
  const isMoment = at !== undefined || installation !== undefined
  const wanted = at === undefined ? undefined : timeGiven(at)
  const meant = isMoment ? await installationMeant(to.place, installation) : await newerThanBackups(to)
  if (meant === undefined && !isMoment) return work(await openBackup(given, config))
  return withMoment(to, await momentAt(to.place, meant ?? '', wanted), tools, work)
}

/** The installation whose copies are newer than all backups of a place; undefined if there is none. */
async function newerThanBackups({ place }: ReturnType<typeof destination>): Promise<string | undefined> {
  const installation = await installationMeant(place, undefined)
  if (installation === undefined) return undefined
  const newest = await backupList(place).newest()
  const backedUpAt = newest === undefined ? 0 : timeOfBackup(newest)
  return (await lastTime(place, installation)) > backedUpAt ? installation : undefined
}
