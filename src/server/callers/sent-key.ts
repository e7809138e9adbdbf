import { hash } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'

/** The `Idempotency-Key` of a call. */
export interface SentKey {
  key: string
  /** Identifies the request. The same key with another request is refused. */
  fingerprint: string
  /** Turns the response into the JSON that is sent. */
  serialize: (answer: unknown) => string
}

/** The call was answered before: the same response is sent again, as JSON. Thrown out of the work that must not be done twice. */
export class Repetition extends Error {
  readonly json: string

  constructor(json: string) {
    super('The call was answered before')
    this.json = json
  }
}

/** The fingerprint of a request, or of a fingerprint together with more values. */
export const fingerprintOf = (...values: (string | number | undefined)[]): string =>
  hash('sha256', JSON.stringify(values), 'base64url')

export const keyReused = () =>
  new AppError(
    'key_reused',
    'This Idempotency-Key was already used for another request. Use a new key for each change.',
  )
