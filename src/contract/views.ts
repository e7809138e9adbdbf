import { callsOf } from './endpoint.ts'
import type { viewSchemas } from './schemas/views.ts'

export const viewLimits = { name: 60, address: 2_000, views: 100 } as const

/** Whether a text can be the address of a saved view: a path of the web app with its search, such as `/list?status=Pending`. */
export function isViewAddress(text: string): boolean {
  return text.length <= viewLimits.address && /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text)
}

export const viewCalls = callsOf<typeof viewSchemas>()({
  list: { method: 'GET', path: '/views', access: 'read' },
  create: { method: 'POST', path: '/views', access: 'write', status: 201 },
  update: { method: 'PUT', path: '/views/:id', access: 'write' },
  remove: { method: 'DELETE', path: '/views/:id', access: 'write' },
})
