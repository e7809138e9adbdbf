import { passkeyLimits } from '../../contract/passkeys.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '../../contract/schemas/passkeys.ts'
import type { PasskeyRow } from '../database/schema.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ECDSA and RSA: named both times, because Node offers an experimental one otherwise. */
const supportedAlgorithmIDs = [-8, -7, -257]
const timeout = passkeyLimits.challengeMinutes * 60_000
/** As names of passkeys in devices and password managers. */
const rpName = 'Taskdeck'

/** Loaded when it is first needed, because it takes a part of the start, and many users have no passkeys. */
const library = () => import('@simplewebauthn/server')

const typed = <T extends object>(rows: T[]) => rows.map((row) => ({ ...row, type: 'public-key' as const }))
const listed = (rows: PasskeyRow[]) =>
  typed(rows.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) })))

export const userHandleOf = (owner: string) => Buffer.from(owner).toString('base64url')

/** The account that a passkey names. The form of its id is checked before it is searched for. */
export function ownerIn(userHandle: string): string | undefined {
  const owner = Buffer.from(userHandle, 'base64url').toString()
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(owner) ? owner : undefined
}

/** Everything that a browser needs to make a passkey that names its account and checks its user. */
export const creationOptions = (
  party: RelyingParty,
  user: User,
  challenge: string,
  present: PasskeyRow[],
): CreationOptions => ({
  rp: { name: rpName, id: party.host },
  user: { id: userHandleOf(user._id), name: user.email, displayName: user.username },
  challenge,
  pubKeyCredParams: typed(supportedAlgorithmIDs.map((alg) => ({ alg }))),
  timeout,
  excludeCredentials: listed(present),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** Everything that a browser needs to sign with a passkey: one of these, or any of this host. */
export const requestOptions = (party: RelyingParty, challenge: string, allowed: PasskeyRow[]): RequestOptions => ({
  challenge,
  rpId: party.host,
  timeout,
  userVerification: 'required',
  allowCredentials: listed(allowed),
})

/** Checks a new passkey. Undefined if anything is wrong with it. */
export async function checkedAttestation(party: RelyingParty, challenge: string, sent: Attestation) {
  const { verifyRegistrationResponse } = await library()
  const { id, clientDataJSON, attestationObject } = sent
  const checked = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject },
    },
    ...{ expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.host },
    ...{ requireUserVerification: true, supportedAlgorithmIDs },
  }).catch(() => undefined)
  if (!checked?.verified || isFramed(clientDataJSON)) return undefined
  const { credential, credentialBackedUp } = checked.registrationInfo
  if (credential.id !== id) return undefined
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { publicKey, counter: credential.counter, isSynced: credentialBackedUp }
}

/** Checks the signature of a passkey. The caller compares the counter. Undefined if anything is wrong with it. */
export async function checkedAssertion(party: RelyingParty, challenge: string, sent: Assertion, row: PasskeyRow) {
  const { verifyAuthenticationResponse } = await library()
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = sent
  const checked = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    },
    ...{ expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.host },
    requireUserVerification: true,
    // Zero, because the stored one is compared where its row is locked.
    credential: { id, publicKey: Buffer.from(row.public_key, 'base64url'), counter: 0 },
  }).catch(() => undefined)
  if (!checked?.verified || isFramed(clientDataJSON)) return undefined
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, isSynced: credentialBackedUp }
}

/** Whether another site has asked for it in a frame of ours. The library accepts that if the browser does not name the site. */
const isFramed = (clientDataJSON: string): boolean =>
  JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).crossOrigin === true
