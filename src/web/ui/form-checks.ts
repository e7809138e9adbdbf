/** Checks of form fields. Each returns a message, or null if the value is valid. */
export const filled = (message: string) => (value: string) => (value.trim() ? null : message)

/** For passwords, in which spaces count. */
export const typed = (message: string) => (value: string) => (value ? null : message)
