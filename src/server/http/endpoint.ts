import type {
  DoneFuncWithErrOrRes,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import { Type } from 'typebox'
import type { ApiCall } from '../../contract/calls/api.ts'
import type { Access, Endpoint, EndpointSchema, TypesOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { keyDays, keyHeader } from '../../contract/idempotency-key.ts'
import { epochHeader } from '../../contract/log-position.ts'
import { ownerHeader } from '../../contract/owner-header.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { JsonAnswer, type Unchanged } from '../answers/json-answer.ts'
import type { Caller, SessionCaller } from '../callers/caller.ts'
import { fingerprintOf, Repetition, type SentKey } from '../callers/sent-key.ts'
import { runFor } from '../tracing/work-context.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { resultSender } from './results.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `mounter` before the handler runs, unless the endpoint is open to everyone. */
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    access?: Access
    /** HEAD checks the caller and the input, and responds without running the handler. For expensive reads that never return 404. */
    answersHeadAtOnce?: boolean
    /** Errors have the fields of RFC 6749 as well: see errors.ts. */
    speaksOAuth?: boolean
    /** Allows large bodies, for many tasks, a picture or the delivery of a webhook. */
    takesLargeBody?: boolean
  }
}

/** Finds the caller of a request. Fails with `not_signed_in`. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<Caller>

type CallerFor<A extends Access> = A extends 'everyone' ? undefined : A extends 'session' ? SessionCaller : Caller

/** The argument of a handler: the validated input, the caller if the endpoint requires one, and the HTTP objects for the few that need them. */
export type Call<S extends EndpointSchema, A extends Access> = TypesOf<S> & {
  caller: CallerFor<A>
  request: FastifyRequest
  reply: FastifyReply
}

/** The result of a handler. If the endpoint has no result schema, the handler has sent the response itself. */
type Answer<S extends EndpointSchema> = TypesOf<S>['result'] extends undefined
  ? FastifyReply
  : TypesOf<S>['result'] | JsonAnswer | Unchanged

export type Handler<S extends EndpointSchema, A extends Access> = (call: Call<S, A>) => MaybePromise<Answer<S>>

export type Mount = <S extends EndpointSchema, A extends Access>(
  call: Endpoint<NoInfer<TypesOf<S>>, A> & { readonly schema: S },
  handler: Handler<S, A>,
  config?: FastifyContextConfig,
) => void

/** Enough for a task whose texts consist of escapes. */
export const maxBodyBytes = 256 * 1024
const maxLargeBodyBytes = 2 * 1024 * 1024

/** Mounts endpoints of the contract: finds the caller, checks access and input, and sends the result of the handler. */
export function mounter(app: FastifyInstance, identify: Identify): Mount {
  if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller', undefined)
  if (!app.hasRequestDecorator('work')) app.decorateRequest('work', undefined)
  const send = resultSender()
  return (call, handler, config = {}) => {
    const { access, schema } = call
    const route = {
      url: call.path,
      config: { ...config, access },
      ...(config.takesLargeBody ? { bodyLimit: maxLargeBodyBytes } : {}),
      // Rejects unauthenticated requests before their body is read.
      ...(access !== 'everyone'
        ? {
            onRequest: (request: FastifyRequest, reply: FastifyReply, done: DoneFuncWithErrOrRes) =>
              whenIdentified(() => identify(request, reply), access, request, done),
          }
        : {}),
      ...(takesNothing(schema.body) ? { preValidation: emptyBody } : {}),
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        reply.code(call.status).header('cache-control', 'no-store')
        const { params, query, body } = request
        const key = call.takesKey ? keyOf(request, reply) : undefined
        const caller = key ? { ...request.caller, key } : request.caller
        const given = { params, query, body, caller, request, reply } as Parameters<typeof handler>[0]
        // Here, because the context would be lost while a body is read, whose events belong to the connection.
        const answer = runFor(request.work ?? { logFields: { reqId: request.id } }, () => handler(given))
        const known = key && answer instanceof Promise ? answer.catch(answerAgain) : answer
        return andThen<unknown, unknown>(known, (value) => send(value, request, reply))
      },
    }
    const described = routeSchema(call)
    // The HEAD route that Fastify adds by default would read a whole stream and discard it.
    app.route({ ...route, method: call.method, schema: described, exposeHeadRoute: false })
    if (call.method === 'GET') {
      const headHandler = config.answersHeadAtOnce ? answerHead : route.handler
      app.route({ ...route, method: 'HEAD', schema: { ...described, hide: true }, handler: headHandler })
    }
  }
}

function answerHead(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-encoding' })
    .type('application/json; charset=utf-8')
    .send()
}

/** Uses `done`, which saves a promise if the caller is known immediately. */
function whenIdentified(
  identify: () => MaybePromise<Caller>,
  access: Exclude<Access, 'everyone'>,
  request: FastifyRequest,
  done: DoneFuncWithErrOrRes,
) {
  const go = (caller: Caller) => {
    request.caller = caller
    const { [ownerHeader]: meant, [epochHeader]: epoch } = request.headers
    if (meant !== undefined && meant !== caller.owner) done(otherUser())
    else if (epoch !== undefined && epoch !== caller.epoch) done(otherHistory())
    else if (mayCall(caller, access)) done()
    else done(forbidden(access))
  }
  let caller: MaybePromise<Caller>
  try {
    caller = identify()
  } catch (error) {
    return done(error as Error)
  }
  if (caller instanceof Promise) caller.then(go, done)
  else go(caller)
}

function mayCall({ via, scopes }: Caller, access: Exclude<Access, 'everyone'>): boolean {
  if (access === 'session') return via === 'session'
  return access === 'token' ? tokenOfVia(via) !== undefined : scopes.has(access)
}

export const otherUser = () =>
  new AppError('not_signed_in', 'This browser is now signed in as another user. Please sign in again.')

const otherHistory = () =>
  new AppError(
    'other_history',
    'The server was restored from a backup, or has lost its last changes. Load your tasks again, and then repeat the change if it is still needed.',
  )

function forbidden(access: Access) {
  if (access === 'token') {
    return new AppError('not_signed_in', 'This is for programs, which need an API token: see Settings > Access.')
  }
  return new AppError(
    'forbidden',
    access === 'session'
      ? 'An API token cannot do this: accounts, sessions and tokens can only be used by a person who has signed in.'
      : `This token may only read. Use a token with the scope ${access}.`,
  )
}

/** The key of a request. Its fingerprint covers everything that decides what the call does; an upload adds its file. */
function keyOf(request: FastifyRequest, reply: FastifyReply): SentKey | undefined {
  const { method, url, headers, body } = request
  const key = headers[keyHeader]
  if (typeof key !== 'string') return undefined
  const fingerprint = fingerprintOf(method, url, headers['if-match'], JSON.stringify(body))
  return { key, fingerprint, serialize: (answer) => String(reply.serialize(answer)) }
}

/** Answers a repeated call like the first time. */
function answerAgain(error: unknown): JsonAnswer {
  if (error instanceof Repetition) return new JsonAnswer(error.json)
  throw error
}

/** Whether the body may be empty, and therefore also missing. */
function takesNothing(body: EndpointSchema['body']) {
  return body !== undefined && !('required' in body) && !('minProperties' in body)
}

function emptyBody(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  request.body ??= {}
  done()
}

const headerSchema = Type.Object({
  [keyHeader]: Type.Optional(
    Type.String({
      format: 'idempotency-key',
      description: `A new name for this call, such as a UUID. For ${keyDays} days, a repetition with the same key changes nothing and gets the same response. A failed call can be repeated with the same key. The same key with another request is refused.`,
    }),
  ),
  [epochHeader]: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The epoch of the tasks on which the call is based: the part after ~ in the ETag of a list. After the server was restored from a backup, or has lost changes, the call is refused with other_history.',
    }),
  ),
})

/** The ways to sign in for a call, for the description of the API. */
function securityOf(access: Access) {
  const [session, token] = [{ session: [] }, { token: [] }]
  if (access === 'session') return [session]
  return access === 'token' ? [token] : [session, token]
}

function routeSchema({ path, access, status, takesKey, schema }: ApiCall): FastifySchema {
  const { summary, params, query, body, result } = schema
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access === 'everyone' ? {} : { security: securityOf(access) }),
    ...(params ? { params } : {}),
    ...(takesKey ? { headers: headerSchema } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(result ? { response: { [status]: result } } : {}),
  }
}
