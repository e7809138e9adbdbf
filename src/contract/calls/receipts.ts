import { callsOf } from '../endpoint.ts'
import type { receiptSchemas } from '../schemas/receipts.ts'

export const receiptCalls = callsOf<typeof receiptSchemas>()({
  ofTask: { method: 'GET', path: '/tasks/task/:id/receipts', access: 'read' },
  add: { method: 'POST', path: '/tasks/task/:id/receipts', access: 'write', status: 201 },
})
