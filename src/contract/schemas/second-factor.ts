import { type Static, Type } from 'typebox'
import { secondFactor } from '../second-factor.ts'
import { givenCode as code, user } from './accounts.ts'
import { strict, stringOrNull } from './shapes.ts'

const message = Type.String()
const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each works once in place of a one-time code. They are never shown again.',
})

const state = Type.Object({
  /** Since when a sign-in asks for a one-time code; null if it does not. */
  since: stringOrNull,
  recoveryCodesLeft: Type.Integer(),
  recoveryCodesMadeAt: stringOrNull,
  /** How many browsers are not asked, because their user trusts them. */
  trustedDevices: Type.Integer(),
})

export const secondFactorSchemas = {
  get: {
    summary: 'Get whether signing in asks for a one-time code, and how many recovery codes are left',
    result: state,
  },
  begin: {
    summary: 'Make a secret for an authenticator app. Signing in asks for its codes as soon as one is confirmed.',
    result: Type.Object({ secret: Type.String(), uri: Type.String({ description: 'For a QR code' }) }),
  },
  confirm: {
    summary: `Turn one-time codes on with a code of the authenticator app. Returns ${secondFactor.recoveryCodes} recovery codes.`,
    body: Type.Object({ code }, strict),
    result: Type.Object({ message, recoveryCodes }),
  },
  remove: { summary: 'Turn one-time codes off', result: Type.Object({ message }) },
  renew: {
    summary: 'Make new recovery codes. The old ones stop working.',
    result: Type.Object({ message, recoveryCodes }),
  },
  distrust: { summary: 'Ask for a code on every device again', result: Type.Object({ message }) },
  signIn: {
    summary:
      'Finish a sign-in that was answered with `second_factor`: with a one-time code or a recovery code. Its cookie says which sign-in.',
    body: Type.Object(
      {
        code,
        trust: Type.Optional(
          Type.Boolean({
            description: `Do not ask this browser for a code in the next ${secondFactor.trustDays} days.`,
          }),
        ),
      },
      strict,
    ),
    result: Type.Object({ message, user }),
  },
}

export type SecondFactorState = Static<typeof state>
