import { AppError } from '../../contract/errors.ts'

/** More than any forge sends in a payload of the size that is accepted. Parsing takes time for each value, not only for each byte. */
const maxValues = 100_000
const maxDepth = 64

/** Parses a JSON document from outside. Fails with `invalid_input` if the text is not JSON, and if parsing it would take too long. */
export function parseJson(text: string): unknown {
  checkStructure(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'The payload is not JSON.')
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts values and levels without parsing them. A text that is not JSON is left to the parser. */
function checkStructure(text: string): void {
  let [values, depth] = [1, 0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = endOfString(text, index)
    } else if (code === comma) {
      values++
    } else if (code === openList || code === openObject) {
      values++
      depth++
    } else if (code === closeList || code === closeObject) depth--
    if (values > maxValues || depth > maxDepth) throw tooComplex()
  }
}

/** The place of the quote that ends a string. Searching is many times faster than looking at each character. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before--
    // After an odd number of backslashes, the quote is part of the string.
    if ((end - before) % 2) return end
  }
  return text.length
}

const tooComplex = () =>
  new AppError(
    'invalid_input',
    `The payload has more than ${maxValues} values or ${maxDepth} levels. Forges do not send such payloads.`,
  )

/** Values of a JSON document from outside, by their names. A value of another type counts as absent. */
export interface Reader {
  text: (name: string) => string
  number: (name: string) => number | undefined
  is: (name: string) => boolean
  /** Whether it has a value that is not null. */
  has: (name: string) => boolean
  in: (name: string) => Reader
  /** The first elements of a list, and the number of all. */
  each: (name: string, max: number) => { first: Reader[]; count: number }
  /** The texts among the first elements of a list. */
  texts: (name: string, max: number) => string[]
  /** The whole numbers among the first elements of a list. */
  numbers: (name: string, max: number) => number[]
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
    has: (name: string): boolean => (at(name) ?? null) !== null,
    in: (name: string) => reader(at(name)),
    each: (name: string, max: number) => {
      const found = at(name)
      return Array.isArray(found)
        ? { first: found.slice(0, max).map(reader), count: found.length }
        : { first: [], count: 0 }
    },
    texts: (name: string, max: number) => {
      const found = at(name)
      return Array.isArray(found) ? found.slice(0, max).filter((one) => typeof one === 'string') : []
    },
    numbers: (name: string, max: number) => {
      const found = at(name)
      return Array.isArray(found) ? found.slice(0, max).filter(Number.isSafeInteger) : []
    },
  }
}
