import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { atEnd } from './response-end.ts'

interface Limits {
  maxDelayMs: number
  maxRequests: number
}

const sampleEveryMs = 500

/**
 * Refuses requests while the event loop lags or too many requests are in progress, because a quick refusal is better than a response that
 * arrives too late. Both recover without intervention. Returns a function that reads the number of requests in progress.
 */
export function refuseWhenOverloaded(app: FastifyInstance, { maxDelayMs, maxRequests }: Limits): () => number {
  let delayMs = 0
  let inProgress = 0
  let timer: NodeJS.Timeout | undefined
  // From then on: the start itself takes long, and delays nobody.
  app.addHook('onListen', async () => {
    let last = performance.now()
    timer = setInterval(() => {
      const now = performance.now()
      delayMs = now - last - sampleEveryMs
      last = now
    }, sampleEveryMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  const leave = () => {
    inProgress--
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { alwaysAnswered, isStream } = request.routeOptions.config
    if (alwaysAnswered) return done()
    if (delayMs > maxDelayMs || inProgress >= maxRequests) return done(busy())
    if (!isStream) {
      inProgress++
      atEnd(reply.raw, leave, '')
    }
    done()
  })
  return () => inProgress
}

function busy() {
  return new AppError('unavailable', 'The server is busy right now. Please try again in a moment.', { retryAfter: 5 })
}
