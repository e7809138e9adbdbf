import { callsOf } from '../endpoint.ts'
import type { importSchemas } from '../schemas/imports.ts'

export const importCalls = callsOf<typeof importSchemas>()({
  // Each task has an id, by which a repetition finds it.
  run: { method: 'POST', path: '/tasks/import', access: 'write', takesKey: false },
  watched: { method: 'POST', path: '/tasks/import/watched', access: 'write', takesKey: false },
})
