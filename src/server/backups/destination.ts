import type { AgeKey } from '../age/keys.ts'
import { folderPlace } from '../backup-places/folder-place.ts'
import type { BackupPlace } from '../backup-places/place.ts'
import { s3Place } from '../backup-places/s3-place.ts'
import { sealedPlace } from '../backup-places/sealed-place.ts'
import type { FilesPlace } from '../file-store/place.ts'
import type { Config } from '../settings/config.ts'

/** Where backups go, and the key that they are encrypted with. */
export interface Destination {
  place: BackupPlace
  key: AgeKey | undefined
  /** The same place, which encrypts if there is a key. */
  sealed: BackupPlace
}

type Settings = Pick<Config, 'backupKey' | 's3Credentials' | 'requestTimeoutMs'>

export function destination(
  to: FilesPlace,
  { backupKey: key, s3Credentials: credentials, requestTimeoutMs }: Settings,
): Destination {
  const place = to.kind === 'disk' ? folderPlace(to.folder) : s3Place(to, { credentials, requestTimeoutMs })
  return { place, key, sealed: key ? sealedPlace(place, key) : place }
}
