/**
 * Why a forge could not be used: `wait` if it wants no calls until a time, `missing` if what was asked for does not exist or may not be seen,
 * `refused` if the token is not accepted, and `failed` for everything else.
 */
type Reason = 'wait' | 'missing' | 'refused' | 'failed'

/** A failed call to a forge. The message tells the user what is wrong and how to mend it, and contains nothing of the answer. */
export class ForgeProblem extends Error {
  readonly reason: Reason
  /** When the forge may be asked again. */
  readonly until: number | undefined

  constructor(reason: Reason, message: string, until?: number) {
    super(message)
    this.name = 'ForgeProblem'
    this.reason = reason
    this.until = until
  }
}
