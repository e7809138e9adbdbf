import { Type } from 'typebox'

/** For input in which unknown fields are an error. */
export const strict = { additionalProperties: false }

/** One of a list of strings. The explicit type lets the serialiser skip checking it. */
export function oneOf<Value extends string>(...values: Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: values })
}

/** A nullable type in the form that the serialiser handles without trying alternatives. */
export const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const stringOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
