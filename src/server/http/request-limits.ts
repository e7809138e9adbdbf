import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import { lanes } from '../work/lanes.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import type { CountCalls } from './call-rate.ts'
import type { Identify } from './endpoint.ts'
import { gone } from './error-meaning.ts'
import { atEnd } from './response-end.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route answers even if the server is overloaded or the caller has too many requests in progress. */
    alwaysAnswered?: boolean
    /** This route stays open for hours and has a limit of its own. */
    isStream?: boolean
  }
}

const maxWaitMs = 5_000
/** A caller with more requests than places gets each place back only after this time. 64 places then serve 640 requests per second. */
const restMs = 100
/** Waiting requests for each one that may run. */
const waitingPerRunning = 8

/** Limits the concurrent requests of one address. */
export function limitPerAddress(app: FastifyInstance, maxRunning: number) {
  const places = requestPlaces(maxRunning, 'your address')
  // Requests of one address often follow each other.
  let last = { ip: '', key: '' }
  const keyOf = (ip: string) => {
    if (last.ip !== ip) last = { ip, key: addressKey(ip) }
    return last.key
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { alwaysAnswered, isStream } = request.routeOptions.config
    if (alwaysAnswered || isStream) return done()
    let entered: MaybePromise<void>
    try {
      entered = places.enter(keyOf(request.ip), reply)
    } catch (error) {
      return done(error as Error)
    }
    if (entered instanceof Promise) entered.then(() => done(), done)
    else done()
  })
}

interface CallerLimits {
  maxUserRequests: number
  maxTokenRequests: number
}

/**
 * Limits the concurrent requests of one user from all addresses, and the concurrent requests and the rate of each token, so that a program
 * leaves room for its user.
 */
export function limitPerCaller(identify: Identify, limits: CallerLimits, countCalls: CountCalls): Identify {
  const places = requestPlaces(limits.maxUserRequests, 'you')
  const ofTokens = requestPlaces(limits.maxTokenRequests, 'this token')
  return (request: FastifyRequest, reply: FastifyReply) =>
    andThen(identify(request, reply), (caller) => {
      const isSession = caller.via === 'session'
      if (!isSession) countCalls(caller.credential)
      if (request.routeOptions.config.isStream) return caller
      // The token comes first, because its waiting requests must not take the places of its user.
      const waiting = isSession
        ? places.enter(caller.owner, reply)
        : andThen(ofTokens.enter(caller.credential, reply), () => places.enter(caller.owner, reply))
      return waiting instanceof Promise ? waiting.then(() => caller) : caller
    })
}

/** Places for requests, each released when its response has ended. Creates no promise below the limit. */
function requestPlaces(maxRunning: number, whose: string) {
  const lane = lanes({ maxRunning, maxWaiting: maxRunning * waitingPerRunning, maxWaitMs, restMs })
  const tooMany = () =>
    new AppError('too_many_requests', `Too many requests from ${whose} at once. Wait for some of them to finish.`, {
      retryAfter: 1,
    })
  const left: string[] = []
  const leaveAll = () => {
    for (const key of left) lane.leave(key)
    left.length = 0
  }
  /** Requests that arrive in one turn of the event loop count as concurrent, even if each is answered before the next is read. */
  const leaveAfterTurn = (key: string) => {
    if (left.push(key) === 1) setImmediate(leaveAll)
  }
  /** The client may have left while its caller was looked up or while the request waited for its place. */
  const hold = (key: string, response: FastifyReply['raw']) => {
    if (!response.destroyed) return atEnd(response, leaveAfterTurn, key)
    lane.leave(key)
    throw gone()
  }
  return {
    enter(key: string, { raw }: FastifyReply): MaybePromise<void> {
      let entered: MaybePromise<void>
      try {
        entered = lane.enter(key)
      } catch {
        throw tooMany()
      }
      if (!(entered instanceof Promise)) return hold(key, raw)
      return entered.then(
        () => hold(key, raw),
        () => {
          throw tooMany()
        },
      )
    },
  }
}
