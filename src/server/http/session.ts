import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { secondFactor } from '../../contract/second-factor.ts'
import type { Client, SessionCaller, Sessions } from '../callers/caller.ts'
import type { Config } from '../settings/config.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { cookieJar } from './cookies.ts'
import { deviceJar } from './device-cookie.ts'

/** The session cookie: identifies the caller, is set at sign-in and cleared at sign-out. */
export function sessionCookie(sessions: Sessions, config: Pick<Config, 'publicUrl' | 'maxSessionMs'>) {
  const cookie = cookieJar('taskdeck_session', config.publicUrl)
  const started = cookieJar('taskdeck_started', config.publicUrl)
  const trust = cookieJar('taskdeck_trust', config.publicUrl)
  const device = deviceJar(config)
  const find = (request: FastifyRequest): MaybePromise<SessionCaller | undefined> => {
    const token = cookie.read(request)
    return token ? sessions.find(token) : undefined
  }
  async function replace(request: FastifyRequest, reply: FastifyReply, token: string) {
    const before = await find(request)
    if (before) await sessions.endOwn(before)
    cookie.set(reply, token, config.maxSessionMs / 1000)
  }
  return {
    find,
    /** The origin of a sign-in. */
    clientOf: (request: FastifyRequest): Client => ({
      ...clientOf(request),
      trust: trust.read(request),
      device: device.read(request),
    }),
    /** Sets the token of a session, or of a sign-in that waits for a second factor. Returns whether the browser is signed in. */
    async enter(request: FastifyRequest, reply: FastifyReply, entry: { session: string } | { started: string }) {
      if ('session' in entry) await replace(request, reply, entry.session)
      else started.set(reply, entry.started, secondFactor.signInMinutes * 60)
      return 'session' in entry
    },
    /** The token of the sign-in that waits in this browser. */
    startedOf: (request: FastifyRequest) => started.read(request),
    endStarted: started.clear,
    trust: (reply: FastifyReply, token: string) => trust.set(reply, token, secondFactor.trustDays * 24 * 3_600),
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
    replace,
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
