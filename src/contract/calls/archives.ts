import { callsOf } from '../endpoint.ts'
import type { archiveSchemas } from '../schemas/archives.ts'

export const archiveCalls = callsOf<typeof archiveSchemas>()({
  size: { method: 'GET', path: '/archive/size', access: 'export' },
  download: { method: 'GET', path: '/archive', access: 'export' },
  // Each task has an id, by which a repetition finds it.
  import: { method: 'POST', path: '/archive/import', access: 'write', takesKey: false },
  watchedImport: { method: 'POST', path: '/archive/import/watched', access: 'write', takesKey: false },
})
