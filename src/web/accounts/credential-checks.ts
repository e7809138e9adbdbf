import { limits } from '../../contract/accounts.ts'
import { CallError } from '../../contract/client.ts'

export function validEmail(value: string) {
  if (!value.trim()) return 'Please enter your email address.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
    ? null
    : 'Please enter a valid email address, such as ana@example.com.'
}

/** Whether the server has refused a new password, because attackers try it first. */
export const isWeakPassword = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'weak_password'

export function newPassword(value: string) {
  if (!value) return 'Please choose a password.'
  const { length } = [...value]
  if (length < limits.minPasswordLength) return `Please use at least ${limits.minPasswordLength} characters.`
  // An error instead of a shortened password, with which the user could not log in.
  return length > limits.maxPasswordLength ? `Please use at most ${limits.maxPasswordLength} characters.` : null
}
