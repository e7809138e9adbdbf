import type { DoneFuncWithErrOrRes, FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { ApiCall } from '../../contract/calls/api.ts'
import { claimsHeader } from '../../contract/claims.ts'
import {
  type Access,
  type Endpoint,
  type EndpointSchema,
  type Scope,
  scopes,
  type TypesOf,
} from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { keyHeader } from '../../contract/idempotency-key.ts'
import { epochHeader } from '../../contract/log-position.ts'
import { ownerHeader } from '../../contract/owner-header.ts'
import type { JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import type { Caller, SessionCaller } from '../callers/caller.ts'
import { accessProblem } from '../calls/access.ts'
import { takesNothing, type Validate } from '../calls/input.ts'
import {
  type Compiled,
  type Given,
  type GivenCall,
  type MountedCalls,
  mountedCalls,
  onceForEachKey,
} from '../calls/mounted-calls.ts'
import type { Upload } from '../calls/upload.ts'
import { runFor } from '../tracing/work-context.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'
import { holdOn } from './response-end.ts'
import { resultSender } from './results.ts'
import { routeSchema } from './route-schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `mounter` before the handler runs, unless the endpoint is open to everyone. */
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    access?: Access
    /** HEAD checks the caller and the input, and responds without running the handler. For expensive reads that never return 404. */
    answersHeadAtOnce?: boolean
    /** The handler writes nothing to the log, so it needs no context that names its request, unless the request is traced. */
    logsNothing?: boolean
    /** Errors have the fields of RFC 6749 as well: see errors.ts. */
    speaksOAuth?: boolean
    /** Further parameters of WWW-Authenticate with a 401. */
    challengeOf?: (request: FastifyRequest) => string
    /** Reads the file of a request that uploads one. */
    uploadIn?: (request: FastifyRequest) => Upload
    /** Allows large bodies, for many tasks, a picture or the delivery of a webhook. */
    takesLargeBody?: boolean
  }
}

/** Finds the caller of a request. Fails with `not_signed_in`. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<Caller>

type CallerFor<A extends Access> = A extends 'everyone' ? undefined : A extends 'session' ? SessionCaller : Caller

interface Http {
  request: FastifyRequest
  reply: FastifyReply
}

/** The HTTP objects, except for the endpoints of a scope whose result is JSON: agents call them too, without a request. */
type HttpFor<S extends EndpointSchema, A extends Access> = A extends Scope
  ? S['result'] extends TSchema
    ? unknown
    : Http
  : Http

/** The file of a call that sends one. */
type UploadFor<S extends EndpointSchema, A extends Access> = A extends Scope
  ? S['sent'] extends object
    ? { upload: Upload }
    : unknown
  : unknown

/** The argument of a handler: the validated input, and the caller if the endpoint requires one. */
export type Call<S extends EndpointSchema, A extends Access> = TypesOf<S> &
  Pick<Given, 'ifMatch' | 'ifNoneMatch' | 'holdOn'> &
  UploadFor<S, A> &
  HttpFor<S, A> & { caller: CallerFor<A> }

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

/**
 * Mounts endpoints of the contract: finds the caller, checks access and input, and sends the result of the handler. Those that agents may
 * call are also added to the mounted calls.
 */
export function mounter(app: FastifyInstance, identify: Identify, calls: MountedCalls = mountedCalls()): Mount {
  if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller', undefined)
  if (!app.hasRequestDecorator('work')) app.decorateRequest('work', undefined)
  const send = resultSender()
  return (call, handler, config = {}) => {
    const { access, schema } = call
    // The compiler cannot follow that the schema was checked.
    const run = onceForEachKey(call, handler as unknown as (call: GivenCall) => MaybePromise<unknown>)
    const route = {
      url: call.path,
      config: { ...config, access },
      ...(config.takesLargeBody ? { bodyLimit: maxLargeBodyBytes } : {}),
      // Rejects unauthenticated requests before their body is read.
      ...(access !== 'everyone'
        ? {
            onRequest: (request: FastifyRequest, reply: FastifyReply, done: DoneFuncWithErrOrRes) =>
              identifyFor(access, identify, request, reply, done),
          }
        : {}),
      ...(takesNothing(schema.body) ? { preValidation: emptyBody } : {}),
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        reply.code(call.status).header('cache-control', 'no-store')
        const { work } = request
        const given = givenIn(request, reply, config.uploadIn?.(request))
        const serialize = (result: unknown) => String(reply.serialize(result))
        // Here, because the context would be lost while a body is read, whose events belong to the connection.
        const answer =
          config.logsNothing && !work
            ? run(given, serialize)
            : runFor(work ?? { logFields: { reqId: request.id } }, run, given, serialize)
        return answer instanceof Promise
          ? answer.then((value) => send(value, request, reply))
          : send(answer, request, reply)
      },
    }
    const described = routeSchema(call)
    // The HEAD route that Fastify adds by default would read a whole stream and discard it.
    app.route({ ...route, method: call.method, schema: described, exposeHeadRoute: false })
    if (call.method === 'GET') {
      const headHandler = config.answersHeadAtOnce ? answerHead : route.handler
      app.route({ ...route, method: 'HEAD', schema: { ...described, hide: true }, handler: headHandler })
    }
    if (isScope(access) && schema.result) calls.add(call, run, () => compiledIn(app, call))
  }
}

/** The call that a request makes, with the HTTP objects for the handlers that need them. */
function givenIn(request: FastifyRequest, reply: FastifyReply, upload: Upload | undefined): GivenCall & Http {
  const { headers } = request
  const key = headers[keyHeader]
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    url: request.url,
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    key: typeof key === 'string' ? key : undefined,
    upload,
    holdOn: () => holdOn(reply.raw),
    caller:
      headers[claimsHeader] === 'true' ? request.caller && { ...request.caller, respectsClaims: true } : request.caller,
    request,
    reply,
  }
}

const isScope = (access: Access): access is Scope => (scopes as readonly Access[]).includes(access)

/** The functions with which Fastify checks the input of a request and writes its response. */
function compiledIn(app: FastifyInstance, { method, path: url, status, schema }: ApiCall): Compiled {
  const places = [
    ['params', 'params', schema.params],
    ['body', 'body', schema.body],
    ['query', 'querystring', schema.query],
  ] as const
  const { validatorCompiler, serializerCompiler } = app
  return {
    validators: places.flatMap(([place, httpPart, schema]) =>
      schema && validatorCompiler ? [[place, validatorCompiler({ schema, method, url, httpPart }) as Validate]] : [],
    ),
    serialize: serializerCompiler?.({ schema: schema.result, method, url, httpStatus: `${status}` }) ?? JSON.stringify,
  }
}

function answerHead(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-encoding' })
    .type('application/json; charset=utf-8')
    .send()
}

/** Uses `done`, which saves a promise if the caller is known immediately. */
function identifyFor(
  access: Exclude<Access, 'everyone'>,
  identify: Identify,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) {
  let caller: MaybePromise<Caller>
  try {
    caller = identify(request, reply)
  } catch (error) {
    return done(error as Error)
  }
  if (caller instanceof Promise) caller.then((found) => done(refusalOf(found, access, request)), done)
  else done(refusalOf(caller, access, request))
}

/** Why the caller of a request may not make this call; undefined if the caller may. */
function refusalOf(caller: Caller, access: Exclude<Access, 'everyone'>, request: FastifyRequest): AppError | undefined {
  request.caller = caller
  const { [ownerHeader]: meant, [epochHeader]: epoch } = request.headers
  if (meant !== undefined && meant !== caller.owner) return otherUser()
  if (epoch !== undefined && epoch !== caller.epoch) return otherHistory()
  return accessProblem(caller, access)
}

export const otherUser = () =>
  new AppError('not_signed_in', 'This browser is now signed in as another user. Please sign in again.')

const otherHistory = () =>
  new AppError(
    'other_history',
    'The server was restored from a backup, or has lost its last changes. Load your tasks again, and then repeat the change if it is still needed.',
  )

function emptyBody(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  request.body ??= {}
  done()
}
