import { callsOf } from '../endpoint.ts'
import type { labelSchemas } from '../schemas/labels.ts'

export const labelCalls = callsOf<typeof labelSchemas>()({
  colours: { method: 'GET', path: '/labels/colours', access: 'read' },
  setColour: { method: 'PUT', path: '/labels/colours', access: 'write' },
})
