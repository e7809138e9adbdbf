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

/** The numbers of the first and the last event of a change. Both are null if nothing was changed. */
export const changeNumbers = { change: integerOrNull, seq: integerOrNull }
export interface ChangeNumbers {
  /** Names the change, to undo it. */
  change: number | null
  /** The log contains the whole change once it has reached this number. */
  seq: number | null
}
