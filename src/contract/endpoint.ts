import type { Static, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody, or only a signed-in user. Said for every endpoint, never derived from its path. */
export type Access = 'everyone' | 'user'

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

/** What is known of an endpoint without its types. */
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

interface Options<A extends Access> {
  access?: A
  status?: number
}

/** Describes an endpoint once: `endpoint<typeof schemas.create>('POST', '/tasks/createTask')`. */
export function endpoint<S extends EndpointSchema, A extends Access = 'user'>(
  method: Method,
  path: string,
  options: Options<A> = {},
): Endpoint<TypesOf<S>, A> {
  const { access = 'user' as A, status = 200 } = options
  return { method, path, access, status }
}
