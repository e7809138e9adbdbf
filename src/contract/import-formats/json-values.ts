/** An object of a JSON file of another program, whose values can be anything. */
export type Values = Partial<Record<string, unknown>>

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text or number as a text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''

export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The objects of a list; none if it is no list. */
export const objectsIn = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Whether a value is a list of objects that all have these names. */
export const isListWith = (value: unknown, ...names: string[]): value is Values[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isObject(one) && names.every((name) => name in one))

/** Fields without those that are empty. */
export function present<Fields extends Record<string, string | number | undefined>>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> }
}
