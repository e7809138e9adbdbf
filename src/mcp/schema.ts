import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server'
import { Ajv } from '@modelcontextprotocol/server/validators/ajv'
import type { TSchema } from 'typebox'
import { formatWords, problemIn } from '../contract/input-problem.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a schema of the contract is yes or no as text, as parameters of an address are. */
const isYesOrNo = ({ enum: values }: Json) =>
  Array.isArray(values) && values.includes('true') && values.includes('false')

/**
 * A schema of the contract as agents get it. The formats of the contract become words, because some model providers refuse schemas with
 * formats that they do not know. The server checks them. An empty value that only means "no filter" is left out.
 */
function forAgents(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forAgents)
  if (!isObject(schema)) return schema
  const { format, properties, ...rest } = schema
  if (isYesOrNo(rest)) {
    const { enum: _values, type: _type, ...more } = rest
    return { ...valuesOf(more), type: 'boolean' }
  }
  const plain = valuesOf(rest)
  // The names of properties are not keywords.
  if (isObject(properties)) plain.properties = valuesOf(properties)
  if (Array.isArray(plain.enum)) plain.enum = plain.enum.filter((value) => value !== '')
  const words = typeof format === 'string' ? formatWords[format] : undefined
  if (words) plain.description = [plain.description, `Must ${words}.`].filter(Boolean).join(' ')
  return plain
}

const valuesOf = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, forAgents(value)]))

/**
 * Input as its schema wants it, where only the type differs: agents give the number of a task as 12 or "12", and yes or no as true or
 * "true". Other differences are left to the validator.
 */
export function tolerated(schema: unknown, input: unknown): unknown {
  if (!isObject(schema)) return input
  const types = [schema.type].flat()
  if (isObject(input) && isObject(schema.properties)) {
    const { properties } = schema
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [
        name,
        Object.hasOwn(properties, name) ? tolerated(properties[name], value) : value,
      ]),
    )
  }
  if (Array.isArray(input)) return input.map((value) => tolerated(schema.items, value))
  if (Number.isSafeInteger(input) && types.includes('string') && !types.includes('integer')) return String(input)
  if (typeof input !== 'string') return input
  if (types.includes('boolean') && (input === 'true' || input === 'false')) return input === 'true'
  if (types.includes('integer') && !types.includes('string') && /^\d{1,15}$/.test(input)) return Number(input)
  return input
}

const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false })

/** Compiles a schema when it is first used: an agent uses few of the tools. */
const validators = {
  getValidator<T>(schema: JsonSchemaType) {
    let compiled: ValidateFunction | undefined
    return (given: unknown) => {
      compiled ??= ajv.compile(schema)
      const input = tolerated(schema, given)
      return compiled(input)
        ? { valid: true as const, data: input as T, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: problemIn(compiled.errors ?? []) }
    }
  },
}
type ValidateFunction = ReturnType<typeof ajv.compile>

/** A schema of the contract for the library. Findings are said in the words of the server's own errors. */
export const agentSchema = (schema: TSchema) => fromJsonSchema(forAgents(schema) as JsonSchemaType, validators)

/** The fields of an object schema of the contract, to make the input of a tool from them. */
export function fieldsOf(schema: TSchema): Record<string, TSchema> {
  return 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {}
}

/** Filters that an agent has given as the parameters of an address, which are texts. */
export const asQuery = <F extends object>(filter: F): F =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
  ) as F
