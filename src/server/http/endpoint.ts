import type {
  DoneFuncWithErrOrRes,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import type { Access, Endpoint, EndpointSchema, Route, TypesOf } from '../../contract/endpoint.ts'
import { JsonAnswer, Unchanged } from '../json-answer.ts'
import { type Soon, whenThere } from '../soon.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `mounter` before the handler of an endpoint for users runs; handlers get it as `user`. */
    caller: unknown
  }
  interface FastifyContextConfig {
    access?: Access
    /** HEAD checks the caller and the input, and answers without running the handler: for reads that cost much and are never a 404. */
    answersHeadAtOnce?: boolean
    /** The body may be as large as for many tasks or a picture. Only for signed-in users. */
    takesLargeBody?: boolean
  }
}

/** Who calls, found from the request; throws when nobody is signed in. */
export type Identify<User> = (request: FastifyRequest, reply: FastifyReply) => Soon<User>

/** What a handler is given: the checked input, the user where the endpoint asks for one, and HTTP for those who need it. */
export type Call<S extends EndpointSchema, A extends Access, User> = TypesOf<S> & {
  user: A extends 'user' ? User : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler answers; where the endpoint names no result, it has sent its answer itself. */
type Answer<S extends EndpointSchema> = TypesOf<S>['result'] extends undefined
  ? FastifyReply
  : TypesOf<S>['result'] | JsonAnswer | Unchanged

export type Handler<S extends EndpointSchema, A extends Access, User> = (call: Call<S, A, User>) => Soon<Answer<S>>

export type Mount<User> = <S extends EndpointSchema, A extends Access>(
  endpoint: Endpoint<NoInfer<TypesOf<S>>, A>,
  schema: S,
  handler: Handler<S, A, User>,
  config?: FastifyContextConfig,
) => void

/** Enough for a task whose texts are written as escapes. */
export const maxBodyBytes = 256 * 1024
const maxLargeBodyBytes = 2 * 1024 * 1024

/** Mounts endpoints of the contract: checks the input, finds the user, answers what the handler returns. */
export function mounter<User>(app: FastifyInstance, identify: Identify<User>): Mount<User> {
  if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller', undefined)
  return (endpoint, schema, handler, config = {}) => {
    const route = {
      url: endpoint.path,
      config: { ...config, access: endpoint.access },
      ...(config.takesLargeBody ? { bodyLimit: maxLargeBodyBytes } : {}),
      // Rejects unauthenticated requests before their body is read.
      ...(endpoint.access === 'user'
        ? {
            onRequest: (request: FastifyRequest, reply: FastifyReply, done: DoneFuncWithErrOrRes) =>
              whenIdentified(() => identify(request, reply), request, done),
          }
        : {}),
      ...(takesNothing(schema.body) ? { preValidation: emptyBody } : {}),
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        reply.code(endpoint.status).header('cache-control', 'no-store')
        const { params, query, body, caller: user } = request
        const answer = handler({ params, query, body, user, request, reply } as Parameters<typeof handler>[0])
        return whenThere<unknown, unknown>(answer, (value) => sendable(value, reply))
      },
    }
    const described = routeSchema(endpoint, schema)
    // The HEAD route that Fastify adds by itself would read a whole stream in order to drop it.
    app.route({ ...route, method: endpoint.method, schema: described, exposeHeadRoute: false })
    if (endpoint.method === 'GET') {
      const headHandler = config.answersHeadAtOnce ? answerHead : route.handler
      app.route({ ...route, method: 'HEAD', schema: { ...described, hide: true }, handler: headHandler })
    }
  }
}

function answerHead(_request: FastifyRequest, reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send()
}

/** Fastify waits for `done`, which spares a promise where the caller is known at once. */
function whenIdentified(identify: () => Soon<unknown>, request: FastifyRequest, done: DoneFuncWithErrOrRes) {
  const go = (caller: unknown) => {
    request.caller = caller
    done()
  }
  let caller: Soon<unknown>
  try {
    caller = identify()
  } catch (error) {
    return done(error as Error)
  }
  if (caller instanceof Promise) caller.then(go, done)
  else go(caller)
}

function sendable(answer: unknown, reply: FastifyReply) {
  if (answer instanceof Unchanged) return reply.code(304).header('etag', answer.tag).send()
  if (!(answer instanceof JsonAnswer)) return answer
  if (answer.tag) reply.header('etag', answer.tag)
  reply.type('application/json; charset=utf-8')
  return answer.text
}

/** Where a body may be empty, it may also be missing. */
function takesNothing(body: EndpointSchema['body']) {
  return body !== undefined && !('required' in body) && !('minProperties' in body)
}

function emptyBody(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  request.body ??= {}
  done()
}

function routeSchema(endpoint: Route, schema: EndpointSchema): FastifySchema {
  const { summary, params, query, body, result } = schema
  return {
    summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'user' ? { security: [{ session: [] }] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(result ? { response: { [endpoint.status]: result } } : {}),
  }
}
