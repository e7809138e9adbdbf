/**
 * Why a call to another program has failed: `refused` if Taskdeck does not call this address, `unreachable` if nothing answers there, `slow`
 * if it takes too long, and `unusable` if the answer cannot be used.
 */
type Reason = 'refused' | 'unreachable' | 'slow' | 'unusable'

/** A failed call to another program. The message tells the user what is wrong, and contains nothing of the address but its host. */
export class OutgoingError extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutgoingError'
    this.reason = reason
  }
}

const setting = 'If it should be reached, the operator of this server can allow it with ALLOWED_HOOK_HOSTS.'

export const closedAddress = (host: string) =>
  new OutgoingError('refused', `${host} is not on the public internet, so Taskdeck does not call it. ${setting}`)

export const unknownHost = (host: string) =>
  new OutgoingError('unreachable', `There is no host named ${host}. Check the address for typing errors.`)

export const tooSlow = (host: string, what: string) => new OutgoingError('slow', `${host} took too long to ${what}.`)

const words: Record<string, string> = {
  ECONNREFUSED: 'refused the connection. Is the program running, and is the port right?',
  ECONNRESET: 'ended the connection without a complete answer.',
  EPIPE: 'ended the connection without a complete answer.',
  EHOSTUNREACH: 'cannot be reached from this server.',
  ENETUNREACH: 'cannot be reached from this server.',
  ETIMEDOUT: 'did not answer.',
  CERT_HAS_EXPIRED: 'has a certificate that has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that no known authority has signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that no known authority has signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that no known authority has signed.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that no known authority has signed.',
  HPE_HEADER_OVERFLOW: 'sent an answer with too many headers.',
}

/** An error of a connection in words. */
export function connectionProblem(host: string, error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = String((error as NodeJS.ErrnoException)?.code ?? '')
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') {
    return new OutgoingError('unreachable', `${host} does not speak https at this port.`, error)
  }
  if (code.startsWith('HPE_') && !words[code]) {
    return new OutgoingError('unusable', `${host} did not answer in HTTP.`, error)
  }
  return new OutgoingError('unreachable', `${host} ${words[code] ?? 'could not be reached.'}`, error)
}
