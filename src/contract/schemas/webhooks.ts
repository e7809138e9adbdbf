import { type Static, Type } from 'typebox'
import { forges } from '../forges.ts'
import { deliveryOutcomes, webhookLimits } from '../webhooks.ts'
import { oneOf, strict } from './shapes.ts'

export const delivery = Type.Object({
  id: Type.String(),
  at: Type.String(),
  /** The forge's name of the event: `push`, `pull_request`, `Merge Request Webhook` … */
  event: Type.String(),
  outcome: oneOf(...deliveryOutcomes),
  /** The effect, or the reason why there was none. */
  message: Type.String(),
})

export const hook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  forge: oneOf(...forges),
  /** The emails and user names of the people whose work counts; empty if everyone's does. */
  authors: Type.Array(Type.String()),
  createdAt: Type.String(),
  lastDelivery: Type.Unsafe<Static<typeof delivery> | null>({ anyOf: [delivery, Type.Null()] }),
})

const name = Type.String({ format: 'hook-name' })
const authors = Type.Array(Type.String({ format: 'hook-author' }), { maxItems: webhookLimits.authors })
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
const message = Type.String()

export const webhookSchemas = {
  list: {
    summary: 'List your webhooks, newest first, each with its last delivery',
    result: Type.Object({ hooks: Type.Array(hook) }),
  },
  create: {
    summary: `Create a webhook for a forge. The response contains its secret, which is never shown again. At most ${webhookLimits.hooks}.`,
    body: Type.Object({ name, forge: oneOf(...forges), authors: Type.Optional(authors) }, strict),
    result: Type.Object({ message, hook, secret: Type.String(), path: Type.String() }),
  },
  update: {
    summary: 'Rename a webhook, or change whose work counts. Its secret stays; later deliveries follow the new rule.',
    params,
    body: Type.Object({ name: Type.Optional(name), authors: Type.Optional(authors) }, { ...strict, minProperties: 1 }),
    result: Type.Object({ message, hook }),
  },
  remove: {
    summary: 'Revoke a webhook. Its deliveries are refused from now on.',
    params,
    result: Type.Object({ message }),
  },
  deliveries: {
    summary: `List the last ${webhookLimits.shownDeliveries} deliveries of a webhook, newest first`,
    params,
    result: Type.Object({ deliveries: Type.Array(delivery) }),
  },
  receive: {
    summary:
      'Receive a push, a change request, a check or the news of an issue from a forge, as JSON or as a form with the field payload, with the signature of the forge',
    params,
    sent: {
      type: 'application/json',
      schema: Type.Unknown({ description: 'The payload as the forge has signed it.' }),
    },
    result: Type.Object({ message, seq: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }),
  },
}

export type Webhook = Static<typeof hook>
export type Delivery = Static<typeof delivery>
export type NewWebhook = Static<typeof webhookSchemas.create.body>
export type WebhookChange = Static<typeof webhookSchemas.update.body>
