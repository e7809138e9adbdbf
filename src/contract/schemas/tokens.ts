import { type Static, Type } from 'typebox'
import { scopes } from '../endpoint.ts'
import { oauthLimits } from '../oauth.ts'
import { deviceGrantType, deviceSeconds, tokenLimits, tokenPrefix } from '../tokens.ts'
import { preferences } from './accounts.ts'
import { oneOf, strict, stringOrNull } from './shapes.ts'

const scope = oneOf(...scopes)

export const token = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scope,
  createdAt: Type.String(),
  /** Null if it does not expire. */
  expiresAt: stringOrNull,
  /** Whether its program renews it. Then `expiresAt` says when it ends if the program is not used until then. */
  isRenewed: Type.Boolean(),
  /** When it was last used, to the minute, and from which address. Null if it was never used. */
  usedAt: stringOrNull,
  usedFrom: stringOrNull,
})

const message = Type.String()
/** OAuth clients may send parameters that we do not know (RFC 6749, section 3.2). */
const tolerant = { additionalProperties: true }
/** A name that a program sends. Hidden characters are removed, and it is shortened. */
const sentName = Type.String({ maxLength: 1_000 })
const userCode = Type.String({ maxLength: 100, description: 'WDJB-MJHT; the case and the hyphen do not matter.' })
const decision = { body: Type.Object({ user_code: userCode }, strict), result: Type.Object({ message }) }

export const tokenSchemas = {
  list: { summary: 'List your API tokens, newest first', result: Type.Object({ tokens: Type.Array(token) }) },
  create: {
    summary: `Make an API token for programs. The response contains the token, which begins with ${tokenPrefix} and is never shown again. Requires that you have confirmed your identity within 10 minutes. At most ${tokenLimits.tokens}.`,
    body: Type.Object(
      {
        name: Type.String({ format: 'token-name', description: 'The history names it: Ana via laptop-cli.' }),
        scope,
        expiresAt: Type.Optional(
          Type.String({ format: 'date-time', description: 'Without it, the token works until you revoke it.' }),
        ),
      },
      strict,
    ),
    result: Type.Object({ message, ...token.properties, token: Type.String() }),
  },
  limit: {
    summary: 'Let an API token only read from now on. More access needs a new token.',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ scope: oneOf('read') }, strict),
    result: Type.Object({ message }),
  },
  revoke: {
    summary: 'Revoke an API token. It stops working at once, and its live streams end.',
    params: Type.Object({ id: Type.String() }),
    result: Type.Object({ message }),
  },
  revokeOwn: {
    summary:
      'Revoke the given token or refresh token, for a program that signs out (RFC 7009). Succeeds for an unknown token too. With a client_id, the token of another client is refused. Also accepts a form. Other parameters are ignored.',
    body: Type.Object(
      {
        token: Type.String({ maxLength: 1_000 }),
        client_id: Type.Optional(Type.String({ maxLength: oauthLimits.value })),
      },
      tolerant,
    ),
    result: Type.Object({ message }),
  },
  whoami: {
    summary: 'Get the user of this token or session, their preferences, and what the call may do',
    result: Type.Object({
      user: Type.Object({ _id: Type.String(), username: Type.String() }),
      preferences,
      scope,
      /** The token of the call; null for a session. */
      token: Type.Unsafe<Pick<Token, 'id' | 'name' | 'expiresAt'> | null>({
        anyOf: [Type.Pick(token, ['id', 'name', 'expiresAt']), Type.Null()],
      }),
    }),
  },
  requestDevice: {
    summary:
      'Start to sign in a device that cannot or should not ask for a password (RFC 8628, device authorization request). Also accepts a form.',
    body: Type.Object(
      {
        client_id: Type.Optional({
          ...sentName,
          description: 'The name of the program, such as taskdeck-cli. Required.',
        }),
        scope: Type.Optional(
          Type.String({ maxLength: 1_000, description: 'read, write, or both separated by a space; write if absent.' }),
        ),
        device_name: Type.Optional({ ...sentName, description: 'Becomes the name of the token; client_id if absent.' }),
      },
      tolerant,
    ),
    result: Type.Object({
      device_code: Type.String(),
      user_code: Type.String(),
      verification_uri: Type.String(),
      /** The same page with the code filled in. */
      verification_uri_complete: Type.String(),
      /** In seconds, as the interval between two calls of `deviceToken`. */
      expires_in: Type.Integer(),
      interval: Type.Integer(),
    }),
  },
  deviceToken: {
    summary: `Ask whether the user has approved the device, every ${deviceSeconds.interval} seconds (RFC 8628, device access token request). Until then, fails with 400 and the field error: authorization_pending, slow_down, access_denied or expired_token. Also accepts a form.`,
    body: Type.Object(
      {
        grant_type: Type.Optional(Type.String({ description: `Must be ${deviceGrantType}.` })),
        device_code: Type.Optional(Type.String({ maxLength: 1_000 })),
      },
      tolerant,
    ),
    result: Type.Object({
      access_token: Type.String(),
      token_type: Type.Unsafe<'Bearer'>({ type: 'string' }),
      scope,
      /** The name of the token: that of the device, with a number if you have a token with this name. */
      name: Type.String(),
    }),
  },
  device: {
    summary: 'Get the device that shows this code, to decide about it',
    query: Type.Object({ user_code: userCode }, strict),
    result: Type.Object({
      name: Type.String(),
      /** The program, as it names itself. */
      client: Type.String(),
      scope,
      address: Type.String(),
      /** Whether this call comes from the same address. */
      isSameAddress: Type.Boolean(),
      createdAt: Type.String(),
      expiresAt: Type.String(),
    }),
  },
  approveDevice: {
    summary:
      'Sign in the device that shows this code, with a new token of yours. Requires that you have confirmed your identity within 10 minutes.',
    ...decision,
  },
  refuseDevice: { summary: 'Refuse the device that shows this code', ...decision },
}

export type Token = Static<typeof token>
export type Device = Static<typeof tokenSchemas.device.result>
export type DeviceRequest = Static<typeof tokenSchemas.requestDevice.body>
export type DeviceTokenRequest = Static<typeof tokenSchemas.deviceToken.body>
export type NewToken = Static<typeof tokenSchemas.create.body>
