import { Type } from 'typebox'

/** Input of which nothing but the named fields is taken. */
export const strict = { additionalProperties: false }

/** One of a list of words. Saying that they are strings spares the serialiser from looking. */
export function oneOf<Value extends string>(...values: Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: values })
}

/** A string or null, in the form that the serialiser handles without trying alternatives. */
export const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const stringOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
