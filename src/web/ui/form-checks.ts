/** Checks of form fields. Each returns a message, or null if the value is valid. */
export const filled = (message: string) => (value: string) => (value.trim() ? null : message)

/** For passwords, in which spaces count. */
export const typed = (message: string) => (value: string) => (value ? null : message)

interface Form {
  getInputNode: (field: never) => HTMLElement | null
  setFieldError: (field: never, message: string) => void
}

/** Focuses the first field with an error. */
export function focusFirstError(form: Form, errors: Record<string, unknown>) {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first as never)?.focus()
}

/** Shows the server's objection at the field, and focuses it. */
export function refuseField(form: Form, field: string, message: string) {
  form.setFieldError(field as never, message)
  form.getInputNode(field as never)?.focus()
}
