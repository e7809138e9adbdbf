import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Client, SessionCaller, Sessions } from '../callers/caller.ts'
import type { Config } from '../settings/config.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { cookieJar } from './cookies.ts'

/** The session cookie: identifies the caller, is set at sign-in and cleared at sign-out. */
export function sessionCookie(sessions: Sessions, config: Pick<Config, 'publicUrl' | 'maxSessionMs'>) {
  const cookie = cookieJar('taskdeck_session', config.publicUrl)
  const find = (request: FastifyRequest): MaybePromise<SessionCaller | undefined> => {
    const token = cookie.read(request)
    return token ? sessions.find(token) : undefined
  }
  return {
    find,
    /**
     * Finds the caller, or fails with `not_signed_in`. Leaves the cookie alone: the browser may have signed in again since it sent this one,
     * and then it would lose the new one.
     */
    identify: (request: FastifyRequest): MaybePromise<SessionCaller> =>
      andThen(find(request), (caller) => {
        if (caller) return caller
        throw new AppError('not_signed_in', 'Please sign in first.')
      }),
    /** Sets a new token at sign-in, and ends the previous session of this browser. */
    async replace(request: FastifyRequest, reply: FastifyReply, token: string) {
      const before = await find(request)
      if (before) await sessions.endOwn(before)
      cookie.set(reply, token, config.maxSessionMs / 1000)
    },
    /** Ends the session, and returns its caller if there was one. */
    async end(request: FastifyRequest, reply: FastifyReply) {
      const caller = await find(request)
      if (caller) await sessions.endOwn(caller)
      cookie.clear(reply)
      return caller
    },
    clear: cookie.clear,
  }
}

export function clientOf({ ip, headers }: FastifyRequest): Client {
  return { ip, userAgent: headers['user-agent'] }
}

export type SessionCookie = ReturnType<typeof sessionCookie>
