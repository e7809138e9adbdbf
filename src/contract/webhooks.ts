import { callsOf } from './endpoint.ts'
import type { Forge } from './forges.ts'
import { isPlainName } from './plain-names.ts'
import type { webhookSchemas } from './schemas/webhooks.ts'

/** The results of a delivery. */
export const deliveryOutcomes = ['done', 'ignored', 'repeated', 'refused'] as const

export const webhookLimits = { name: 60, hooks: 50, shownDeliveries: 30, authors: 20, author: 254 } as const

/** Whether a text can be the name of a webhook. */
export const isWebhookName = (text: string) => isPlainName(text, webhookLimits.name)

/** Whether a text can be the email or the user name of an author. */
export const isWebhookAuthor = (text: string) => isPlainName(text, webhookLimits.author) && !/[\s,]/.test(text.trim())

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

/** The part of `via` that marks a change by a webhook: `hook:github:push`. */
export const webhookVia = (forge: Forge, event: string) => `hook:${forge}:${event}`
