/** Owners and files have ids of this form. Anything else in a store is not ours and is left alone. */
export const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Files that were moved aside are stored under a day of this form. */
export const dayForm = /^\d{4}-\d{2}-\d{2}$/
