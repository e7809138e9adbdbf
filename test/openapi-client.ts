import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

/** The parts of an OpenAPI document that a client needs. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
  tags: { name: string }[]
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: object[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema?: object }>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
}

interface Given {
  path?: Record<string, string>
  query?: Record<string, string>
  header?: Record<string, string>
  body?: unknown
}

/**
 * A client that is generated from an OpenAPI document and knows nothing else: `call('tasksCreate', { body: { title: 'One' } })`. It sends
 * only what the document declares, and throws if a response is not as the document says.
 */
export function openApiClient(document: OpenApi, origin: string, headers: Record<string, string>) {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
      ),
    ),
  )
  return async (operationId: string, given: Given = {}) => {
    const found = operations.get(operationId)
    if (!found) throw new Error(`There is no operation ${operationId}`)
    const { path, method, operation } = found
    const parameters = (operation.parameters ?? []).map((one) => resolved(document, one) as Parameter)
    refuseUndeclared(operationId, parameters, given)
    const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(given.path?.[name] ?? ''))
    const { body, type } = sentBody(document, operation, given.body)
    const response = await fetch(`${origin}${url}?${new URLSearchParams(given.query)}`, {
      method: method.toUpperCase(),
      headers: { ...headers, ...given.header, ...type },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    // biome-ignore lint/suspicious/noExplicitAny: The document is known only when the test runs.
    return { status: response.status, body: (await checkedBody(document, operation, response)) as any }
  }
}

function refuseUndeclared(operationId: string, parameters: Parameter[], given: Given) {
  for (const place of ['path', 'query', 'header'] as const) {
    const declared = parameters.filter((one) => one.in === place)
    const names = Object.keys(given[place] ?? {}).map((name) => name.toLowerCase())
    const isGiven = ({ name }: Parameter) => names.includes(name.toLowerCase())
    const missing = declared.find((one) => one.required && !isGiven(one))
    if (missing) throw new Error(`${operationId} needs the ${place} parameter ${missing.name}`)
    const undeclared = names.find((name) => !declared.some((one) => one.name.toLowerCase() === name))
    if (undeclared) throw new Error(`${operationId} declares no ${place} parameter ${undeclared}`)
  }
}

function sentBody(document: OpenApi, { operationId, requestBody }: Operation, body: unknown) {
  if (body === undefined) return { body: undefined, type: {} }
  const content = requestBody?.content ?? {}
  // The boundary of a form is chosen when it is sent.
  if (body instanceof FormData && content['multipart/form-data']) return { body, type: {} }
  const schema = content['application/json']?.schema
  if (!schema || body instanceof FormData) throw new Error(`${operationId} declares no such body`)
  expectShape(`The body of ${operationId}`, document, schema, body)
  return { body: JSON.stringify(body), type: { 'content-type': 'application/json' } }
}

async function checkedBody(document: OpenApi, { operationId, responses }: Operation, response: Response) {
  const { status } = response
  const described = responses[status]
  if (!described) throw new Error(`${operationId} declares no response with ${status}`)
  const { content = {} } = resolved(document, described) as { content?: Content }
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  if (type !== 'application/json') {
    if (content['application/json']) throw new Error(`${operationId} answered ${type} instead of JSON`)
    return response.text()
  }
  const schema = content['application/json']?.schema
  if (!schema) throw new Error(`${operationId} describes no JSON for ${status}`)
  const body = await response.json()
  expectShape(`The response of ${operationId}`, document, schema, body)
  return body
}

function expectShape(name: string, document: OpenApi, schema: object, value: unknown) {
  const [problem] = Errors(strictSchema(document, schema) as TSchema, value)
  if (problem) throw new Error(`${name}: ${problem.instancePath} ${problem.message}`)
}

/** The schema without references, in which undeclared properties are wrong, except in a part of `allOf`. */
function strictSchema(document: OpenApi, schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => strictSchema(document, one, isPart))
  if (schema === null || typeof schema !== 'object') return schema
  const whole = resolved(document, schema)
  const inner = Object.fromEntries(
    Object.entries(whole).map(([key, one]) => [key, strictSchema(document, one, key === 'allOf')]),
  )
  const isClosed = 'properties' in whole && !('additionalProperties' in whole) && !isPart
  return isClosed ? { ...inner, additionalProperties: false } : inner
}

/** Follows a reference. */
export function resolved(document: OpenApi, value: object): object {
  if (!('$ref' in value)) return value
  const [, , kind = '', name = ''] = String(value.$ref).split('/')
  const target = document.components[kind]?.[name]
  if (!target) throw new Error(`Nothing is at ${value.$ref}`)
  return target
}
