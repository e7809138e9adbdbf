import { type PasskeyObstacle, passkeyObstacle } from '../../contract/passkeys.ts'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '../../contract/schemas/passkeys.ts'

/** Why passkeys cannot be used here: the address, or a browser that does not know them. Null if they can. */
export function ownObstacle(): PasskeyObstacle | 'browser' | null {
  const knows = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  return passkeyObstacle(location) ?? (knows ? null : 'browser')
}

/** Whether the browser can offer passkeys among the suggestions of a field. */
export const canAutofill = async (): Promise<boolean> =>
  ownObstacle() === null && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Whether the user has closed the question of the browser, or has let it pass. */
export const isGivenUp = (error: unknown) =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)

/** The meaning of a failure of the browser. */
export function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (isGivenUp(error)) return 'No passkey was used. Try again if you want to.'
  return 'The browser could not use a passkey here. Try another browser or device.'
}

/** Lets the browser make a passkey. */
export async function makePasskey(options: CreationOptions): Promise<Attestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey })
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw new DOMException('No passkey', 'NotAllowedError')
  }
  const { clientDataJSON, attestationObject } = made.response
  return {
    ...{ id: made.id, clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(attestationObject) },
    transports: made.response.getTransports?.() ?? [],
  }
}

/** Lets the browser sign with a passkey. `conditional` waits until the user chooses one among the suggestions of a field. */
export async function signWithPasskey(
  options: RequestOptions,
  { signal, mediation }: Pick<CredentialRequestOptions, 'signal' | 'mediation'> = {},
): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const used = await navigator.credentials.get({
    publicKey,
    ...(signal ? { signal } : {}),
    ...(mediation ? { mediation } : {}),
  })
  if (!(used instanceof PublicKeyCredential) || !(used.response instanceof AuthenticatorAssertionResponse)) {
    throw new DOMException('No passkey', 'NotAllowedError')
  }
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response
  return {
    ...{ id: used.id, clientDataJSON: base64url(clientDataJSON), signature: base64url(signature) },
    authenticatorData: base64url(authenticatorData),
    // Some keys leave it out if they were asked by name.
    ...(userHandle ? { userHandle: base64url(userHandle) } : {}),
  }
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
