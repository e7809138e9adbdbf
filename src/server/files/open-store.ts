import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskStore } from './disk-store.ts'
import { fallbackStore } from './fallback-store.ts'
import type { FilesPlace } from './place.ts'
import { s3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

type Settings = Pick<Config, 'dataDir' | 'files' | 'oldFiles' | 's3Credentials' | 'maxFileBytes' | 'requestTimeoutMs'>

/** Where the files are stored. */
export const placeOf = ({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): FilesPlace =>
  files ?? { kind: 'disk', folder: join(dataDir, 'files') }

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
