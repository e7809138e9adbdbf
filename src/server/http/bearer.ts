import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenOfVia, viaOfAgent } from '../../contract/via.ts'
import type { Caller, Tokens } from '../callers/caller.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { isInnerCall } from './inner-calls.ts'

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
    const caller = tokens.find(token, request.ip)
    // The server makes calls to itself for agents only.
    return isInnerCall() ? andThen(caller, asAgent) : caller
  }
}

const asAgent = (caller: Caller): Caller => ({ ...caller, via: viaOfAgent(tokenOfVia(caller.via) ?? '') })

/**
 * Whether the call is allowed by a token alone. Another site cannot make a browser send one, and the cookie, which a browser sends by
 * itself, does not count for such a call.
 */
export function isTokenCall(request: FastifyRequest): boolean {
  const { access } = request.routeOptions.config
  return access !== undefined && access !== 'everyone' && access !== 'session' && bearerOf(request) !== undefined
}

/** The value of WWW-Authenticate for a 401. */
export const challengeOf = (request: Headers): string =>
  bearerOf(request) === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
