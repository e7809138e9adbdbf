/** Owners and files have ids of this form. Anything else in a store is not ours and is left alone. */
export const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Files that were moved aside are stored under a day of this form. */
export const dayForm = /^\d{4}-\d{2}-\d{2}$/

/**
 * Throws if an owner or a file has an id of another form, which could lead out of the place of the files. Every caller has checked its ids
 * before; this is the second wall.
 */
export function assertIds(...ids: string[]): void {
  if (ids.every((id) => idForm.test(id))) return
  throw new Error('The id of a file or of its owner is not a UUID. Nothing was read or written.')
}

/** The same for a day. */
export function assertDay(day: string): void {
  if (!dayForm.test(day)) throw new Error('Files are moved aside by day, and this is not a day. Nothing was changed.')
}
