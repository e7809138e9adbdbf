import { callsOf } from '../endpoint.ts'
import type { outgoingWebhookSchemas } from '../schemas/outgoing-webhooks.ts'

export const outgoingWebhookCalls = callsOf<typeof outgoingWebhookSchemas>()({
  list: { method: 'GET', path: '/outgoing-webhooks', access: 'session' },
  // Without a key, because the stored answer would contain the secret.
  create: { method: 'POST', path: '/outgoing-webhooks', access: 'session', status: 201, takesKey: false },
  update: { method: 'PUT', path: '/outgoing-webhooks/:id', access: 'session' },
  resume: { method: 'POST', path: '/outgoing-webhooks/:id/resume', access: 'session' },
  remove: { method: 'DELETE', path: '/outgoing-webhooks/:id', access: 'session' },
  test: { method: 'POST', path: '/outgoing-webhooks/:id/test', access: 'session', takesKey: false },
  deliveries: { method: 'GET', path: '/outgoing-webhooks/:id/deliveries', access: 'session' },
  delivery: { method: 'GET', path: '/outgoing-webhooks/:id/deliveries/:delivery', access: 'session' },
  sendAgain: {
    method: 'POST',
    path: '/outgoing-webhooks/:id/deliveries/:delivery/send',
    access: 'session',
    takesKey: false,
  },
})
