import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'

const every = 500

/** Refuses requests while the process lags behind by more than a limit: better a quick no than an answer that nobody waits for. */
export function refuseWhenOverloaded(app: FastifyInstance, limit: number) {
  let lag = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    lag = now - last - every
    last = now
  }, every).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (_request, _reply, done) => done(lag > limit ? busy() : undefined))
}

function busy() {
  return new AppError('unavailable', 'The server is busy right now. Please try again in a moment.', { retryAfter: 5 })
}
