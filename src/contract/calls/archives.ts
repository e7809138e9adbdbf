import { callsOf } from '../endpoint.ts'
import type { archiveSchemas } from '../schemas/archives.ts'

export const archiveCalls = callsOf<typeof archiveSchemas>()({
  size: { method: 'GET', path: '/archive/size', access: 'export' },
  download: { method: 'GET', path: '/archive', access: 'export' },
})
