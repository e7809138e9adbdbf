import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import { lanes } from '../work/lanes.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import type { CountCalls } from './call-rate.ts'
import type { Identify } from './endpoint.ts'
import { gone } from './error-meaning.ts'

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
  app.addHook('onRequest', (request, reply, done) => {
    const { alwaysAnswered, isStream } = request.routeOptions.config
    if (alwaysAnswered || isStream) return done()
    let entered: MaybePromise<void>
    try {
      entered = places.enter(addressKey(request.ip), reply)
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
      if (caller.via !== 'session') countCalls(caller.credential)
      if (request.routeOptions.config.isStream) return caller
      const enter = () => andThen(places.enter(caller.owner, reply), () => caller)
      // The token comes first, because its waiting requests must not take the places of its user.
      return caller.via === 'session' ? enter() : andThen(ofTokens.enter(caller.credential, reply), enter)
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
    for (const key of left.splice(0)) lane.leave(key)
  }
  /** Requests that arrive in one turn of the event loop count as concurrent, even if each is answered before the next is read. */
  const leaveAfterTurn = (key: string) => {
    if (left.push(key) === 1) setImmediate(leaveAll)
  }
  return {
    enter(key: string, { raw }: FastifyReply): MaybePromise<void> {
      // The client may have left while its caller was looked up or while the request waited for its place.
      const hold = () => {
        if (!raw.destroyed) return void raw.on('close', () => leaveAfterTurn(key))
        lane.leave(key)
        throw gone()
      }
      let entered: MaybePromise<void>
      try {
        entered = lane.enter(key)
      } catch {
        throw tooMany()
      }
      if (!(entered instanceof Promise)) return hold()
      return entered.then(hold, () => {
        throw tooMany()
      })
    },
  }
}
