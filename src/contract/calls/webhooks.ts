import { callsOf } from '../endpoint.ts'
import type { webhookSchemas } from '../schemas/webhooks.ts'

export const webhookCalls = callsOf<typeof webhookSchemas>()({
  list: { method: 'GET', path: '/hooks', access: 'session' },
  // Without a key, because the stored answer would contain the secret.
  create: { method: 'POST', path: '/hooks', access: 'session', status: 201, takesKey: false },
  update: { method: 'PUT', path: '/hooks/:id', access: 'session' },
  remove: { method: 'DELETE', path: '/hooks/:id', access: 'session' },
  deliveries: { method: 'GET', path: '/hooks/:id/deliveries', access: 'session' },
  // The forge's signature is checked instead of a caller.
  receive: { method: 'POST', path: '/hooks/git/:id', access: 'everyone' },
})
