import type { EndpointSchema } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { type Issue, problemIn } from '../../contract/input-problem.ts'

/** Checks a value against a schema, and lists what is wrong with the last one. */
export interface Validate {
  (value: unknown): unknown
  errors?: readonly Issue[] | null
}

/** The places of an input as messages name them. */
const placeNames = { params: 'The address', body: 'The body', query: 'The query', headers: 'The headers' }
export type InputPlace = keyof typeof placeNames

/** Explains to a user which field of an input is invalid, and why. */
export function invalidInput(issues: readonly Issue[] | undefined, place: InputPlace | undefined): AppError {
  return new AppError('invalid_input', problemIn(issues, place && placeNames[place]))
}

/** Whether the body may be empty, and therefore also missing. */
export function takesNothing(body: EndpointSchema['body']) {
  return body !== undefined && !('required' in body) && !('minProperties' in body)
}
