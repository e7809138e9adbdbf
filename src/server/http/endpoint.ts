import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { Access, Endpoint, EndpointSchema, Route, TypesOf } from '../../contract/endpoint.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** Who calls, found from the request; throws when nobody is signed in. */
export type Identify<User> = (request: FastifyRequest, reply: FastifyReply) => Promise<User>

/** What a handler is given: the checked input, the user where the endpoint asks for one, and HTTP for those who need it. */
export type Call<S extends EndpointSchema, A extends Access, User> = TypesOf<S> & {
  user: A extends 'user' ? User : undefined
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<S extends EndpointSchema, A extends Access, User> = (
  call: Call<S, A, User>,
) => TypesOf<S>['result'] | Promise<TypesOf<S>['result']>

export type Mount<User> = <S extends EndpointSchema, A extends Access>(
  endpoint: Endpoint<NoInfer<TypesOf<S>>, A>,
  schema: S,
  handler: Handler<S, A, User>,
) => void

/** Mounts endpoints of the contract: checks the input, finds the user, answers what the handler returns. */
export function mounter<User>(app: FastifyInstance, identify: Identify<User>): Mount<User> {
  return (endpoint, schema, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: routeSchema(endpoint, schema),
      config: { access: endpoint.access },
      // Before the body is read: who is not signed in has nothing parsed.
      ...(endpoint.access === 'user'
        ? {
            onRequest: async (request, reply) => {
              users.set(request, await identify(request, reply))
            },
          }
        : {}),
      handler: async (request, reply) => {
        reply.code(endpoint.status)
        const { params, query, body } = request
        const user = users.get(request) as User
        return handler({ params, query, body, user, request, reply } as Parameters<typeof handler>[0])
      },
    })
  }
}

const users = new WeakMap<FastifyRequest, unknown>()

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
