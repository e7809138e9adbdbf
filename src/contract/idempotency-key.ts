/** The request header with a name that the client has chosen for one call, so that the call can be repeated without being applied twice. */
export const keyHeader = 'idempotency-key'

export const maxKeyLength = 64
const keyForm = new RegExp(`^[A-Za-z0-9_-]{1,${maxKeyLength}}$`)
export const isKey = (text: string) => keyForm.test(text)

/** Days for which the response to a call with a key is stored. */
export const keyDays = 30
