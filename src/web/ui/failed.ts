import { CallError } from '../../contract/client.ts'
import { alertFailed } from './alerts.ts'

/** Logs a failed call under its name and tells the user what happened; a server that gave no reason gets the fallback. */
export function reportFailure(name: string, error: unknown, fallback = 'Something went wrong. Please try again.') {
  console.error(name, error)
  alertFailed(messageOf(error, fallback))
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.message ? error.message : fallback
}
