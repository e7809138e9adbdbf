import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Client, SessionCaller, Sessions } from '../callers/caller.ts'
import type { Config } from '../config.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { cookieJar } from './cookies.ts'

/** The session's cookie: reads who calls, sets the token at sign-in, takes it away at sign-out. */
export function sessionCookie(sessions: Sessions, config: Pick<Config, 'publicUrl' | 'maxSessionMs'>) {
  const cookie = cookieJar('taskdeck_session', config.publicUrl)
  const find = (request: FastifyRequest): MaybePromise<SessionCaller | undefined> => {
    const token = cookie.read(request)
    return token ? sessions.find(token) : undefined
  }
  return {
    find,
    /** The caller, or a 401. A cookie whose session is gone is cleared; one that has expired stays, in case the clock is wrong. */
    identify: (request: FastifyRequest, reply: FastifyReply): MaybePromise<SessionCaller> =>
      andThen(find(request), (caller) => {
        if (caller) return caller
        const token = cookie.read(request)
        return andThen(token ? sessions.isKnown(token) : false, (isKnown) => {
          if (token && !isKnown) cookie.clear(reply)
          throw new AppError('not_signed_in', 'Please sign in first.')
        })
      }),
    /** A new token at every sign-in; a session that this browser had before ends. */
    async replace(request: FastifyRequest, reply: FastifyReply, token: string) {
      const before = await find(request)
      if (before) await sessions.endOwn(before)
      cookie.set(reply, token, config.maxSessionMs / 1000)
    },
    /** Answers whose session it was, if it was one. */
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
