import { CallError } from '../../contract/client.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { alertFailed } from './alerts.tsx'

/** Logs a failed call under its name and tells the user what happened; a server that gave no reason gets the fallback. */
export function reportFailure(name: string, error: unknown, fallback = 'Something went wrong. Please try again.') {
  console.error(name, error)
  alertFailed(messageOf(error, fallback))
}

export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback
  if (error.code === 'network') return error.message
  return (error.body as Partial<ErrorBody> | undefined)?.message || fallback
}
