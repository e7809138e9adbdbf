import { type Static, Type } from 'typebox'
import { wayKinds, wayLimits } from '../ways.ts'
import { oneOf, strict, stringOrNull } from './shapes.ts'

const way = Type.Object({
  id: Type.String(),
  kind: oneOf(...wayKinds),
  name: Type.String({ description: 'The browser, or the address without its secrets.' }),
  /** Whether it belongs to the session of the caller. */
  isThisDevice: Type.Boolean(),
  isOn: Type.Boolean(),
  createdAt: Type.String(),
  sentAt: stringOrNull,
  /** The last failure, until something arrives again. */
  failedAt: stringOrNull,
  problem: stringOrNull,
})

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
const message = Type.String()
const address = Type.String({ minLength: 1, maxLength: wayLimits.address })

export const waySchemas = {
  list: {
    summary: 'List the ways in which you are notified',
    result: Type.Object({
      ways: Type.Array(way),
      publicKey: Type.String({ description: 'The key with which browsers subscribe to push messages.' }),
      hasContact: Type.Boolean({ description: 'Whether Apple accepts push messages of this server.' }),
    }),
  },
  create: {
    summary: `Add a topic of ntfy or an application of Gotify. At most ${wayLimits.ways} ways.`,
    body: Type.Object(
      {
        kind: oneOf('ntfy', 'gotify'),
        address,
        token: Type.Optional(Type.String({ maxLength: wayLimits.token, pattern: '^[\\x21-\\x7e]*$' })),
      },
      strict,
    ),
    result: Type.Object({ message, way }),
  },
  subscribe: {
    summary: 'Register the push subscription of this browser, or renew it. It ends with the session.',
    body: Type.Object(
      {
        endpoint: address,
        p256dh: Type.String({ pattern: '^[\\w-]{87}=?$' }),
        auth: Type.String({ pattern: '^[\\w-]{22}={0,2}$' }),
        turnOn: Type.Boolean({ description: 'Whether to notify this browser again if that was switched off.' }),
      },
      strict,
    ),
    result: Type.Object({ message, way }),
  },
  unsubscribe: {
    summary: 'Forget the push subscription of this browser',
    body: Type.Object({ endpoint: address }, strict),
    result: Type.Object({ message }),
  },
  update: {
    summary: 'Switch a way on or off',
    params,
    body: Type.Object({ isOn: Type.Boolean() }, strict),
    result: Type.Object({ message, way }),
  },
  remove: { summary: 'Remove a way', params, result: Type.Object({ message }) },
  press: {
    summary:
      'Press a button of a message in ntfy: complete one task, or put it off until tomorrow. The secret of the button is the only permission. It works for a week, while its way is switched on.',
    body: Type.Object({ button: Type.String({ maxLength: wayLimits.button }) }, strict),
    result: Type.Object({ message }),
  },
  test: {
    summary: 'Send a test message, and say in words what went wrong. Quiet hours do not hold it back.',
    params,
    result: Type.Object({ message, hasArrived: Type.Boolean() }),
  },
}

export type Way = Static<typeof way>
export type NewWay = Static<typeof waySchemas.create.body>
export type Subscription = Static<typeof waySchemas.subscribe.body>
