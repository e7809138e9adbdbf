import type { TSchema } from 'typebox'
import { type ApiCall, api } from '../../contract/calls/api.ts'
import type { Route } from '../../contract/endpoint.ts'
import { errorStatus } from '../../contract/errors.ts'
import { namedSchemas } from '../../contract/schemas/named.ts'

/** The fields of an OpenAPI document that are completed here. */
interface Operation {
  operationId?: string
  summary?: string
  description?: string
  security?: object[]
  parameters?: object[]
  requestBody?: object
  responses?: Record<string, object>
}

interface Document {
  paths?: object
  tags?: object[]
  components?: object
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const tags: Record<string, string> = {
  auth: 'Accounts, sessions, tokens and devices',
  '.well-known': 'Where programs learn how to sign in',
  tasks: 'Tasks with their files, links, history and trash, and the stream of changes',
  views: 'Saved views',
  labels: 'Colours of labels',
  calendars: 'Calendars of your tasks',
  caldav: 'Lists of tasks for CalDAV clients',
  calendar: 'Calendars of your tasks',
  meetings: 'Meetings in calendars of others',
  shares: 'Secret links to saved views and tasks',
  shared: 'Secret links to saved views and tasks',
  reminders: 'Reminders that are due',
  ways: 'Ways in which you are notified',
  archive: 'Everything of an account as a ZIP',
  hooks: 'Webhooks of forges',
  'outgoing-webhooks': 'Webhooks to other programs',
  'issue-sources': 'Issues of forges as tasks',
  mcp: 'Agents',
  health: 'Health checks',
}

const failure = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'What is wrong, and how to mend it, for a person.' },
    code: { type: 'string', enum: Object.keys(errorStatus), description: 'The same for a program.' },
    requestId: { type: 'string', description: 'Finds the request in the logs of the server, if it is at fault.' },
  },
}

/** The refusal of a change whose fields were changed elsewhere: see tasks/merge.ts. */
const conflict = {
  type: 'object',
  required: ['message', 'code', 'task', 'conflicts'],
  properties: {
    ...failure.properties,
    task: ref('schemas', 'Task'),
    conflicts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['task', 'fields', 'base'],
        properties: {
          task: ref('schemas', 'Task'),
          fields: { type: 'array', items: { type: 'string' }, description: 'The fields that were changed elsewhere.' },
          base: { type: 'object', additionalProperties: true, description: 'Their values in the stated version.' },
        },
      },
    },
  },
}

const failed = (description: string, name = 'ApiError') => ({
  description,
  content: { 'application/json': { schema: ref('schemas', name) } },
})

const shared = {
  parameters: {
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      schema: { type: 'string' },
      description: 'The version of the task that the change is based on, as in its ETag or its field `version`: "12".',
    },
  },
  responses: {
    Invalid: failed('A value is missing or wrong. The message says which one.'),
    NotSignedIn: failed('The call has no session and no token, or it has ended.'),
    Forbidden: failed('The session or token may not do this.'),
    NotFound: failed('Nothing with this name exists, or it belongs to another account.'),
    Collides: failed('The call does not fit what is there: a name that is taken, or a task that somebody else holds.'),
    TooLarge: failed('The body, or what it asks for, is too large.'),
    WrongType: failed('The body has another type than the call takes.'),
    Unprocessable: failed('The Idempotency-Key belongs to another call, or the answer would take too long.'),
    TooMany: failed('There were too many calls. Retry-After says how many seconds to wait.'),
    Fault: failed('The server is at fault. The call can be repeated with its Idempotency-Key.'),
    Unavailable: failed('The server cannot answer at the moment. The call can be repeated with its Idempotency-Key.'),
    StorageFull: failed('There is no room left. Nothing was changed.'),
    Changed: failed('The same field was changed to another value since that version. Nothing was changed.', 'Conflict'),
  },
}

/** The name of an endpoint in generated clients: `tasksCreate`. */
const operationId = (noun: string, name: string) => `${noun}${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Completes the document that is collected from the routes with everything that generated clients need and routes do not state. */
export function describedApi<D extends Document>(collected: D): D {
  const document = JSON.parse(JSON.stringify(collected)) as D & {
    paths: Record<string, Record<string, Operation>>
    components: object
  }
  for (const [noun, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries<ApiCall>(calls)) {
      const operation = operationOf(document.paths, call)
      if (operation) Object.assign(operation, completed(operation, call), { operationId: operationId(noun, name) })
    }
  }
  const names = new Map(Object.entries(namedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  document.paths = named(document.paths, names) as typeof document.paths
  const schemas = Object.entries(namedSchemas).map(([name, schema]) => [name, namedInside(schema, names)])
  Object.assign(document.components, shared, {
    schemas: { ...Object.fromEntries(schemas), ApiError: failure, Conflict: conflict },
  })
  document.tags = Object.entries(tags).map(([name, description]) => ({ name, description }))
  return document
}

function operationOf(paths: Record<string, Record<string, Operation>>, { method, path }: Route): Operation | undefined {
  return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

function completed(operation: Operation, { access, status, schema }: ApiCall): Operation {
  const { summary, takesVersion, sent, answer } = schema
  const [first = summary] = summary.split(/(?<=\.) /)
  const { parameters = [], responses = {} } = operation
  // A change of many tasks states the versions in its body.
  const mayConflict = takesVersion || JSON.stringify(schema.body ?? {}).includes('"versions":')
  const content = answer?.type ? { content: { [answer.type]: {} } } : {}
  const answered = answer ? { [answer.status ?? status]: { description: answer.text, ...content } } : responses
  return {
    summary: first.replace(/\.$/, ''),
    description: summary,
    ...(access === 'everyone' ? { security: [] } : {}),
    ...(takesVersion ? { parameters: [...parameters, ref('parameters', 'IfMatch')] } : {}),
    ...(sent ? { requestBody: { required: true, content: { [sent.type]: { schema: sent.schema } } } } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(answered).map(([code, one]) => [code, withText(one)])),
      ...refusals({ access, schema }),
      ...(mayConflict ? { 412: ref('responses', 'Changed') } : {}),
    },
  }
}

/** The refusals, each by its status: many generators do not understand ranges such as 4XX, and a default has no status that a program can compare. */
function refusals({ access, schema }: Pick<ApiCall, 'access' | 'schema'>) {
  const takesBody = Boolean(schema.body || schema.sent)
  const names: Record<string, string> = {
    ...(takesBody || schema.params || schema.query ? { 400: 'Invalid' } : {}),
    ...(access === 'everyone' ? {} : { 401: 'NotSignedIn', 403: 'Forbidden' }),
    ...(takesBody || schema.params ? { 404: 'NotFound' } : {}),
    ...(takesBody ? { 409: 'Collides', 413: 'TooLarge', 415: 'WrongType', 507: 'StorageFull' } : {}),
    ...{ 422: 'Unprocessable', 429: 'TooMany', 500: 'Fault', 503: 'Unavailable' },
  }
  return Object.fromEntries(Object.entries(names).map(([status, name]) => [status, ref('responses', name)]))
}

/** The text of the collector says nothing. */
const withText = (response: { description?: string }) =>
  response.description === 'Default Response' ? { ...response, description: 'Done' } : response

/** Replaces every schema that has a name by a reference to it. */
function named(value: unknown, names: Map<string, string>): unknown {
  if (value === null || typeof value !== 'object') return value
  const name = names.get(JSON.stringify(value))
  return name === undefined ? namedInside(value, names) : ref('schemas', name)
}

function namedInside(value: object | TSchema, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one, names)]))
}
