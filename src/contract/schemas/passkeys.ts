import { type Static, Type } from 'typebox'
import { passkeyLimits, passkeyObstacles } from '../passkeys.ts'
import { user } from './accounts.ts'
import { oneOf, strict, stringOrNull } from './shapes.ts'

const message = Type.String()
const base64url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
/** At most 1,023 bytes, as WebAuthn says. */
const credentialId = base64url(1_364)
const clientDataJSON = base64url(8_000)
const name = Type.String({ minLength: 1, maxLength: passkeyLimits.name })
const params = Type.Object({ id: credentialId })

const passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Type.String(),
  usedAt: stringOrNull,
  /** Whether the device shares it with others of its user, as most password managers do. */
  isSynced: Type.Boolean(),
  /** When its counter went backwards, which happens if somebody has copied it. It is refused since then. */
  copiedAt: stringOrNull,
  /** The host that it belongs to, if that is not the present one: it cannot be used here. */
  otherHost: stringOrNull,
})

const descriptor = Type.Object({
  type: oneOf('public-key'),
  id: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
})
const userVerification = oneOf('required')

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as far as it is used. */
const creationOptions = Type.Object({
  rp: Type.Object({ name: Type.String(), id: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: oneOf('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(descriptor),
  authenticatorSelection: Type.Object({
    residentKey: oneOf('required'),
    requireResidentKey: Type.Boolean(),
    userVerification,
  }),
  attestation: oneOf('none'),
})

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, as far as it is used. */
const requestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification,
  allowCredentials: Type.Array(descriptor),
})

/** A new passkey, as the browser has made it. */
const attestation = Type.Object(
  {
    id: credentialId,
    clientDataJSON,
    attestationObject: base64url(40_000),
    transports: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
  },
  strict,
)

/** The signature of a passkey. */
const assertion = Type.Object(
  {
    id: credentialId,
    clientDataJSON,
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    /** Names the account. Some keys leave it out if the account is known already. */
    userHandle: Type.Optional(base64url(100)),
  },
  strict,
)
const signed = Type.Object({ assertion }, strict)
const request = Type.Object({ options: requestOptions })

export const passkeySchemas = {
  list: {
    summary: 'List your passkeys, and get whether they can be used at the address of this server',
    result: Type.Object({
      passkeys: Type.Array(passkey),
      /** Why passkeys cannot be used here; null if they can. */
      obstacle: Type.Union([oneOf(...passkeyObstacles), Type.Null()]),
    }),
  },
  beginAdding: {
    summary: 'Get what a browser needs to make a passkey. Requires a recent proof of identity.',
    result: Type.Object({ options: creationOptions }),
  },
  add: {
    summary: 'Add the passkey that a browser has made. Requires a recent proof of identity.',
    body: Type.Object({ name, attestation }, strict),
    result: Type.Object({ message, passkey }),
  },
  rename: {
    summary: 'Rename a passkey. Requires a recent proof of identity.',
    params,
    body: Type.Object({ name }, strict),
    result: Type.Object({ message, passkey }),
  },
  remove: {
    summary: 'Remove a passkey, unless it is the last way to sign in. Requires a recent proof of identity.',
    params,
    result: Type.Object({ message }),
  },
  beginSignIn: {
    summary:
      'Get what a browser needs to sign in with a passkey. With `forCode`, only the passkeys of the account whose sign-in waits for a code; null if it has none.',
    body: Type.Object({ forCode: Type.Optional(Type.Boolean()) }, strict),
    result: Type.Object({ options: Type.Union([requestOptions, Type.Null()]) }),
  },
  signIn: {
    summary: 'Sign in with a passkey, or finish a sign-in that waits for a code with it',
    body: signed,
    result: Type.Object({ message, user }),
  },
  beginProof: {
    summary: 'Get what a browser needs to confirm your identity with a passkey',
    result: request,
  },
  prove: {
    summary: 'Confirm your identity with a passkey. Changes that outlast the session require it.',
    body: signed,
    result: Type.Object({ message }),
  },
}

export type Passkey = Static<typeof passkey>
export type Attestation = Static<typeof attestation>
export type Assertion = Static<typeof assertion>
export type CreationOptions = Static<typeof creationOptions>
export type RequestOptions = Static<typeof requestOptions>
