import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { OutgoingWebhookRules } from './outgoing-webhooks.ts'

export function outgoingWebhookRoutes(
  mount: Mount,
  hooks: OutgoingWebhookRules,
  events: Pick<SecurityEvents, 'record'>,
) {
  const calls = api.outgoingWebhooks
  mount(calls.list, async ({ caller }) => ({ webhooks: await hooks.list(caller.owner) }))
  mount(calls.create, async ({ caller, body, request }) => {
    const made = await hooks.create(caller, body)
    await events.record('webhook made', request, caller.owner, { about: body.name })
    return made
  })
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
