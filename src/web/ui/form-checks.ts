/** Checks of fields, each answering what is wrong in words, or null. */
export const filled = (message: string) => (value: string) => (value.trim() ? null : message)

/** For a password that is compared: spaces are characters like any other. */
export const typed = (message: string) => (value: string) => (value ? null : message)

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
