import { join } from 'node:path'
import { diskStore } from './disk-store.ts'
import { fallbackStore } from './fallback-store.ts'
import type { FilesPlace } from './place.ts'
import type { Credentials, S3Options } from './s3-client.ts'
import { s3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

interface Place {
  dataDir: string
  /** Where files are stored; in the data folder if absent. */
  files: FilesPlace | undefined
}

interface Settings extends Place, Pick<S3Options, 'maxFileBytes' | 'requestTimeoutMs'> {
  /** Where files are read that have not been moved to `files` yet. */
  oldFiles: FilesPlace | undefined
  s3Credentials: Credentials | undefined
}

/** Where the files are stored. */
export const placeOf = ({ files, dataDir }: Place): FilesPlace =>
  files ?? { kind: 'disk', folder: join(dataDir, 'files') }

/** The folder with the files, unless they are in object storage. */
export function filesFolder(settings: Place): string | undefined {
  const place = placeOf(settings)
  return place.kind === 'disk' ? place.folder : undefined
}

/** The store at a place. Opens nothing yet. */
export function storeAt(place: FilesPlace, config: Settings): FileStore {
  if (place.kind === 'disk') return diskStore(place.folder)
  return s3Store(place, { ...config, credentials: config.s3Credentials })
}

/** The store of the settings. */
export function fileStore(config: Settings): FileStore {
  const store = storeAt(placeOf(config), config)
  return config.oldFiles ? fallbackStore(store, storeAt(config.oldFiles, config)) : store
}
