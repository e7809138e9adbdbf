import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { ReceiptRules } from './receipts.ts'

export function receiptRoutes(mount: Mount, receipts: ReceiptRules) {
  mount(api.receipts.ofTask, async ({ caller, params }) => ({
    receipts: await receipts.ofTask(caller.owner, params.id),
  }))
  mount(api.receipts.add, ({ caller, params, body }) => receipts.add(caller, params.id, body))
}
