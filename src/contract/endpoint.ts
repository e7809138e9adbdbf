import type { Static, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Permissions of a caller on an owner's tasks. A session has all of them. A token has one: `write` includes reading, and `export` includes
 * reading and everything that an export contains.
 */
export const scopes = ['read', 'write', 'export'] as const
export type Scope = (typeof scopes)[number]

/**
 * The callers that may use an endpoint: everyone, only a person who has signed in (`session`), only a program with a token of any scope
 * (`token`), or every caller with a scope. Every endpoint states its access; it is never derived from the path.
 */
export type Access = 'everyone' | 'session' | 'token' | Scope

/** The schemas of one endpoint. An endpoint without `params`, `query` or `body` takes none; one without `result` sends its own response. */
export interface EndpointSchema {
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  result?: TSchema
  /** Whether the call takes `If-Match` with the version that the change is based on. */
  takesVersion?: true
  /** For the description of the API: a body that the handler reads itself. */
  sent?: { type: string; schema: TSchema }
  /** For the description of the API: a response without `result`. */
  answer?: { status?: number; type?: string; text: string }
}

type TypeOf<S> = S extends TSchema ? Static<S> : undefined

/** The types that an endpoint's schemas describe. */
export type TypesOf<S extends EndpointSchema> = Types<
  TypeOf<S['params']>,
  TypeOf<S['query']>,
  TypeOf<S['body']>,
  TypeOf<S['result']>
>

interface Types<Params, Query, Body, Result> {
  params: Params
  query: Query
  body: Body
  result: Result
}

type AnyTypes = Types<unknown, unknown, unknown, unknown>

/** An endpoint without its types. */
export interface Route<A extends Access = Access> {
  readonly method: Method
  readonly path: string
  readonly access: A
  /** The status of a successful response. */
  readonly status: number
  /** Whether the call can be repeated with an `Idempotency-Key`. */
  readonly takesKey: boolean
}

export interface Endpoint<T extends AnyTypes, A extends Access = Access> extends Route<A> {
  /** Exists for the compiler only: makes endpoints of different types differ in both directions. */
  readonly types?: (types: T) => T
}

type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** The input of an endpoint: only the fields that it takes. */
export type Input<E> = E extends Endpoint<infer T> ? Given<Pick<T, 'params' | 'query' | 'body'>> : never

/** The result of an endpoint. */
export type Output<E> = E extends Endpoint<infer T> ? T['result'] : never

/** The description of an endpoint. The status of a successful response is 200 unless given. */
interface Described {
  method: Method
  path: string
  access: Access
  status?: number
  /** Every call of a signed-in caller that writes takes an `Idempotency-Key`, except for those with this. */
  takesKey?: false
}

/**
 * Describes the endpoints of a noun, one for each of its schemas: `callsOf<typeof taskSchemas>()({ list: { … } })`. Needs the schemas as
 * types only, so that the web app does not load them.
 */
export function callsOf<S extends Record<string, EndpointSchema>>() {
  return <const D extends { [Name in keyof S]: Described }>(described: D) => {
    const calls = Object.entries<Described>(described).map(([name, call]) => {
      const takesKey = call.method !== 'GET' && call.access !== 'everyone'
      return [name, { status: 200, takesKey, ...call }]
    })
    return Object.fromEntries(calls) as { [Name in keyof S]: Endpoint<TypesOf<S[Name]>, D[Name]['access']> }
  }
}
