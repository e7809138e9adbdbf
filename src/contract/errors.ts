/** Every error code with its HTTP status. */
export const errorStatus = {
  invalid_input: 400,
  /** The new password is one that attackers try first. */
  weak_password: 400,
  not_signed_in: 401,
  /** The sign-in must be finished with a one-time code or a recovery code. */
  second_factor: 401,
  forbidden: 403,
  /** The operator has disabled the account. */
  account_disabled: 403,
  not_found: 404,
  not_supported: 405,
  timeout: 408,
  /** Nothing can be claimed now. */
  nothing_ready: 404,
  conflict: 409,
  /** Somebody else holds the task. */
  held: 409,
  /** An agent may complete the task only with proof. */
  needs_proof: 409,
  changed_meanwhile: 412,
  /** The call is based on another history: the server was restored from a backup, or has lost its last changes. */
  other_history: 412,
  too_large: 413,
  wrong_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  unknown_host: 421,
  too_slow: 422,
  /** The `Idempotency-Key` belongs to another call. */
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The response body of a failed call. */
export interface ErrorBody {
  message: string
  code: ErrorCode
  /** Finds the request in the logs of the server. Present if the server is at fault. */
  requestId?: string
}

export interface ErrorDetails {
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  retryAfter?: number
  cause?: unknown
  /** Further fields of the response body. */
  more?: Record<string, unknown>
}

/** An expected failure: a code for programs and a message for people. Only http/errors.ts maps it to an HTTP response. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly more: Record<string, unknown>

  constructor(code: ErrorCode, message: string, { retryAfter, cause, more = {} }: ErrorDetails = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfter = retryAfter
    this.more = more
  }
}
