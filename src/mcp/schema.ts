import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server'
import { Ajv } from '@modelcontextprotocol/server/validators/ajv'
import type { TSchema } from 'typebox'
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

const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false })

/** Compiles a schema when it is first used: an agent uses few of the tools. */
const validators = {
  getValidator<T>(schema: JsonSchemaType) {
    let compiled: ValidateFunction | undefined
    return (input: unknown) => {
      compiled ??= ajv.compile(schema)
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
