import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { formatWords, problemIn } from '../contract/input-problem.ts'

type Json = Record<string, unknown>

/**
 * A schema of the contract as agents get it. The formats of the contract become words, because some model providers refuse schemas with
 * formats that they do not know. The server checks them. An empty value that only means "no filter" is left out.
 */
function forAgents(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forAgents)
  if (typeof schema !== 'object' || schema === null) return schema
  const { format, properties, ...rest } = schema as Json
  const plain = valuesOf(rest)
  // The names of properties are not keywords.
  if (properties) plain.properties = valuesOf(properties as Json)
  if (Array.isArray(plain.enum)) plain.enum = plain.enum.filter((value) => value !== '')
  const words = typeof format === 'string' ? formatWords[format] : undefined
  if (words) plain.description = [plain.description, `Must ${words}.`].filter(Boolean).join(' ')
  return plain
}

const valuesOf = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, forAgents(value)]))

const validators = {
  getValidator<T>(schema: JsonSchemaType) {
    const compiled = Compile(schema as TSchema)
    return (input: unknown) =>
      compiled.Check(input)
        ? { valid: true as const, data: input as T, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: problemIn(compiled.Errors(input)) }
  },
}

/** A schema of the contract for the SDK. Compiled once, and checked with the same words as the calls of the server. */
export const agentSchema = (schema: TSchema) => fromJsonSchema(forAgents(schema) as JsonSchemaType, validators)

/** The fields of an object schema of the contract, to make the input of a tool from them. */
export function fieldsOf(schema: TSchema): Record<string, TSchema> {
  return 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {}
}
