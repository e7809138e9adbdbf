import { CallError } from '../../contract/client.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { alertFailed } from './alerts.tsx'

/**
 * Logs a failed call under its name and shows its message, or the fallback if the server gave no reason. A mutation with this name as
 * its `meta.failure` removes the message when it is tried again.
 */
export function reportFailure(
  name: string,
  error: unknown,
  fallback = 'Something went wrong. Please try again.',
  lead = '',
) {
  console.error(name, error)
  // The sign-in screen says that the session has ended.
  if (error instanceof CallError && error.code === 'not_signed_in') return
  alertFailed(lead + messageOf(error, fallback), name)
}

export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback
  if (error.code === 'network') return error.message
  return (error.body as Partial<ErrorBody> | undefined)?.message || fallback
}
