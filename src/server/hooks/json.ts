/** Values of a JSON document from outside, by their names. A value of another type counts as absent. */
export interface Reader {
  text: (name: string) => string
  number: (name: string) => number | undefined
  is: (name: string) => boolean
  in: (name: string) => Reader
  each: (name: string) => Reader[]
}

export function reader(value: unknown): Reader {
  const at = (name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined
  return {
    text: (name: string): string => {
      const found = at(name)
      return typeof found === 'string' ? found : ''
    },
    number: (name: string): number | undefined => {
      const found = at(name)
      return Number.isSafeInteger(found) ? (found as number) : undefined
    },
    is: (name: string): boolean => at(name) === true,
    in: (name: string) => reader(at(name)),
    each: (name: string) => {
      const found = at(name)
      return Array.isArray(found) ? found.map(reader) : []
    },
  }
}
