import { limits } from '../../contract/accounts.ts'

/** Checks of fields, each answering what is wrong in words, or null. */
export const filled = (message: string) => (value: string) => (value.trim() ? null : message)

export function validEmail(value: string) {
  if (!value.trim()) return 'Please enter your e-mail address.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'This is not an e-mail address, like ana@example.com.'
}

export function newPassword(value: string) {
  if (!value) return 'Please choose a password.'
  return [...value].length < limits.passwordLeast ? `At least ${limits.passwordLeast} characters, please.` : null
}

interface Focusable {
  getInputNode: (field: never) => HTMLElement | null
}

/** Puts the cursor where the first mistake is. */
export function focusFirstError(form: Focusable, errors: Record<string, unknown>) {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first as never)?.focus()
}
