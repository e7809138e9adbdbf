import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { OutgoingWebhookRules } from './outgoing-webhooks.ts'

export function outgoingWebhookRoutes(mount: Mount, hooks: OutgoingWebhookRules) {
  const calls = api.outgoingWebhooks
  mount(calls.list, async ({ caller }) => ({ webhooks: await hooks.list(caller.owner) }))
  mount(calls.create, ({ caller, body }) => hooks.create(caller, body))
  mount(calls.update, ({ caller, params, body }) => hooks.update(caller, params.id, body))
  mount(calls.resume, ({ caller, params }) => hooks.resume(caller, params.id))
  mount(calls.remove, ({ caller, params }) => hooks.remove(caller, params.id))
  mount(calls.test, ({ caller, params }) => hooks.test(caller.owner, params.id))
  mount(calls.deliveries, async ({ caller, params }) => ({
    deliveries: await hooks.deliveries(caller.owner, params.id),
  }))
  mount(calls.delivery, async ({ caller, params }) => ({
    delivery: await hooks.delivery(caller.owner, params.id, params.delivery),
  }))
  mount(calls.sendAgain, ({ caller, params }) => hooks.sendAgain(caller.owner, params.id, params.delivery))
}
