import type { BackupPlace } from '../backup-places/place.ts'

/** One backup: a folder in a place. */
export interface Backup {
  place: BackupPlace
  name: string
}

export const manifestName = 'backup.json'

/** A backup for messages. */
export const nameOf = ({ place, name }: Backup) => place.nameOf(name)

/** A file of a backup for messages. */
export const partOf = ({ place, name }: Backup, part: string) => place.nameOf(`${name}/${part}`)
