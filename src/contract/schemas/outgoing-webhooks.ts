import { type Static, Type } from 'typebox'
import { outgoingEvents, outgoingLimits, sentStates, testEvent } from '../outgoing-webhooks.ts'
import { integerOrNull, oneOf, strict, stringOrNull } from './shapes.ts'

/** A message to another program, and how it went. */
export const sentDelivery = Type.Object({
  /** The header `webhook-id`. A repetition has the same one. */
  id: Type.String(),
  event: oneOf(...outgoingEvents, testEvent),
  /** When it happened. */
  at: Type.String(),
  state: oneOf(...sentStates),
  /** How often it was sent, when last, and when it is sent next. */
  attempts: Type.Integer(),
  triedAt: stringOrNull,
  nextAt: stringOrNull,
  /** The HTTP status of the last response, and how long it took. Null if there was none. */
  status: integerOrNull,
  tookMs: integerOrNull,
  /** The reason why the last attempt has failed, in words. */
  problem: stringOrNull,
})

const wholeDelivery = Type.Intersect([
  sentDelivery,
  Type.Object({
    request: Type.String({ description: 'The body that is sent.' }),
    response: Type.String({ description: 'The begin of the last response.' }),
  }),
])

export const outgoingWebhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(oneOf(...outgoingEvents)),
  /** The id of the saved view, or the filter, whose tasks it is about; both null for all tasks. */
  view: stringOrNull,
  filter: stringOrNull,
  createdAt: Type.String(),
  /** Since when every attempt has failed; null if the last one has not. */
  failingSince: stringOrNull,
  /** Since when nothing is sent any more, and why. */
  pausedAt: stringOrNull,
  pausedWhy: stringOrNull,
  lastDelivery: Type.Unsafe<Static<typeof sentDelivery> | null>({ anyOf: [sentDelivery, Type.Null()] }),
})

const id = Type.String({ minLength: 1, maxLength: 64 })
const fields = {
  name: Type.String({ format: 'outgoing-name' }),
  url: Type.String({ minLength: 1, maxLength: outgoingLimits.address }),
  events: Type.Array(oneOf(...outgoingEvents), { minItems: 1, maxItems: outgoingEvents.length }),
}
const view = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 64,
  description: 'The id of a saved view. Only events about its tasks are sent.',
})
const filter = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: outgoingLimits.filter,
  description: 'Conditions as in the search field: only tasks that meet them, such as `label:ops priority:high`.',
})
const choice = { view: Type.Optional(view), filter: Type.Optional(filter) }
const message = Type.String()
const ofHook = Type.Object({ id })
const ofDelivery = Type.Object({ id, delivery: id })
const changed = Type.Object({ message, webhook: outgoingWebhook })

export const outgoingWebhookSchemas = {
  list: {
    summary: 'List your webhooks to other programs, newest first, each with its last delivery',
    result: Type.Object({ webhooks: Type.Array(outgoingWebhook) }),
  },
  create: {
    summary: `Create a webhook: Taskdeck sends a signed message to its address whenever one of its events happens. The response contains its secret, which is never shown again. At most ${outgoingLimits.hooks}.`,
    body: Type.Object({ ...fields, ...choice }, strict),
    result: Type.Object({ message, webhook: outgoingWebhook, secret: Type.String() }),
  },
  update: {
    summary: 'Change a webhook. Its secret stays; later events follow the new rule.',
    params: ofHook,
    body: Type.Object({ ...Type.Partial(Type.Object(fields)).properties, ...choice }, { ...strict, minProperties: 1 }),
    result: changed,
  },
  resume: {
    summary: 'Let a paused webhook send again, from now on',
    params: ofHook,
    result: changed,
  },
  remove: {
    summary: 'Delete a webhook and its log. Nothing more is sent.',
    params: ofHook,
    result: Type.Object({ message }),
  },
  test: {
    summary: 'Send a test to a webhook at once, also to a paused one, and return how it went',
    params: ofHook,
    result: Type.Object({ message, delivery: wholeDelivery }),
  },
  deliveries: {
    summary: `List the last ${outgoingLimits.shownDeliveries} deliveries of a webhook, newest first`,
    params: ofHook,
    result: Type.Object({ deliveries: Type.Array(sentDelivery) }),
  },
  delivery: {
    summary: 'Get one delivery with its request and the last response',
    params: ofDelivery,
    result: Type.Object({ delivery: wholeDelivery }),
  },
  sendAgain: {
    summary: 'Send a delivery again, with the same id',
    params: ofDelivery,
    result: Type.Object({ message, delivery: wholeDelivery }),
  },
}

export type OutgoingWebhook = Static<typeof outgoingWebhook>
export type SentDelivery = Static<typeof sentDelivery>
export type WholeDelivery = Static<typeof wholeDelivery>
export type NewOutgoingWebhook = Static<typeof outgoingWebhookSchemas.create.body>
export type OutgoingWebhookChange = Static<typeof outgoingWebhookSchemas.update.body>
