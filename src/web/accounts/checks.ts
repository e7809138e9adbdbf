import { limits } from '../../contract/accounts.ts'

/** Checks of fields, each answering what is wrong in words, or null. */
export const filled = (message: string) => (value: string) => (value.trim() ? null : message)

/** For a password that is compared: spaces are characters like any other. */
export const typed = (message: string) => (value: string) => (value ? null : message)

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

interface Form {
  getInputNode: (field: never) => HTMLElement | null
  setFieldError: (field: never, message: string) => void
}

/** Puts the cursor where the first mistake is. */
export function focusFirstError(form: Form, errors: Record<string, unknown>) {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first as never)?.focus()
}

/** Says at the field what the server found wrong with it, and puts the cursor there. */
export function refuseField(form: Form, field: string, message: string) {
  form.setFieldError(field as never, message)
  form.getInputNode(field as never)?.focus()
}
