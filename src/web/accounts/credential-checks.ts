import { limits } from '../../contract/accounts.ts'

export function validEmail(value: string) {
  if (!value.trim()) return 'Please enter your e-mail address.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'This is not an e-mail address, like ana@example.com.'
}

export function newPassword(value: string) {
  if (!value) return 'Please choose a password.'
  const { length } = [...value]
  if (length < limits.passwordLeast) return `At least ${limits.passwordLeast} characters, please.`
  // Said, not cut off: who pastes a longer one would never get in with it.
  return length > limits.passwordMost ? `At most ${limits.passwordMost} characters, please.` : null
}
