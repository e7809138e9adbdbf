import type { Static, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a caller may do with an owner's tasks. A session may do everything. */
export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]

/**
 * The callers that may use an endpoint: everyone, only a person who has signed in (`session`), or every caller with a scope. Every endpoint
 * states it; it is never derived from the path.
 */
export type Access = 'everyone' | 'session' | Scope

/** The schemas of one endpoint: what is absent is not taken (params, query, body) or not answered (result). */
export interface EndpointSchema {
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  result?: TSchema
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
  /** The status of a success. */
  readonly status: number
}

export interface Endpoint<T extends AnyTypes, A extends Access = Access> extends Route<A> {
  /** Exists for the compiler only: makes endpoints of different types differ in both directions. */
  readonly types?: (types: T) => T
}

type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller passes: just the parts that the endpoint takes. */
export type Input<E> = E extends Endpoint<infer T> ? Given<Pick<T, 'params' | 'query' | 'body'>> : never

/** What a caller gets back. */
export type Output<E> = E extends Endpoint<infer T> ? T['result'] : never

/** An endpoint as it is written down; 200 is the status of a success unless another one is given. */
interface Described {
  method: Method
  path: string
  access: Access
  status?: number
}

/**
 * Describes the endpoints of a noun, one for each of its schemas: `callsOf<typeof taskSchemas>()({ list: { … } })`. Needs the schemas as
 * types only, so that the web app does not load them.
 */
export function callsOf<S extends Record<string, EndpointSchema>>() {
  return <const D extends { [Name in keyof S]: Described }>(described: D) => {
    const calls = Object.entries<Described>(described).map(([name, call]) => [name, { status: 200, ...call }])
    return Object.fromEntries(calls) as { [Name in keyof S]: Endpoint<TypesOf<S[Name]>, D[Name]['access']> }
  }
}
