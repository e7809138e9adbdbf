import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Tokens } from '../callers/caller.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'

type Headers = Pick<FastifyRequest, 'headers'>
type Identify = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<Caller>

const scheme = /^bearer(?: +|$)/i

/** The token of the Authorization header. Undefined without one, or with another scheme, such as the Basic of a reverse proxy. */
export function bearerOf({ headers: { authorization } }: Headers): string | undefined {
  return authorization && scheme.test(authorization) ? authorization.replace(scheme, '').trimEnd() : undefined
}

/** Identifies the caller by the token, or else by the session cookie. A call with both is the token's: the cookie is not even read. */
export function tokenOrSession(tokens: Tokens, identifySession: Identify): Identify {
  return (request, reply) => {
    const token = bearerOf(request)
    if (token === undefined) return identifySession(request, reply)
    return tokens.find(token, request.ip)
  }
}

/**
 * Whether the call is allowed by a token alone. Another site cannot make a browser send one, and the cookie, which a browser sends by
 * itself, does not count for such a call.
 */
export function isTokenCall(request: FastifyRequest): boolean {
  const { access } = request.routeOptions.config
  return access !== undefined && access !== 'everyone' && access !== 'session' && bearerOf(request) !== undefined
}

/** The value of WWW-Authenticate for a 401. */
export function challengeOf(request: Headers, more?: string): string {
  const problem = bearerOf(request) === undefined ? [] : ['error="invalid_token"']
  const parameters = [...problem, ...(more ? [more] : [])].join(', ')
  return parameters ? `Bearer ${parameters}` : 'Bearer'
}
