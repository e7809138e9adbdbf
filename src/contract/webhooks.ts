import type { Forge } from './forges.ts'
import { isPlainName } from './plain-names.ts'

/** The results of a delivery. */
export const deliveryOutcomes = ['done', 'ignored', 'repeated', 'refused'] as const

export const webhookLimits = { name: 60, hooks: 50, shownDeliveries: 30, authors: 20, author: 254 } as const

/** Whether a text can be the name of a webhook. */
export const isWebhookName = (text: string) => isPlainName(text, webhookLimits.name)

/** Whether a text can be the email or the user name of an author. */
export const isWebhookAuthor = (text: string) => isPlainName(text, webhookLimits.author) && !/[\s,]/.test(text.trim())

/** The part of `via` that marks a change by a webhook: `hook:github:push`. */
export const webhookVia = (forge: Forge, event: string) => `hook:${forge}:${event}`
