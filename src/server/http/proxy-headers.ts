import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'] as const

/** Warns once if there seems to be a proxy although TRUST_PROXY is not set, because all its users then share one address and its limits. */
export function warnAboutUnknownProxy(app: FastifyInstance, log: Logger) {
  let hasWarned = false
  app.addHook('onRequest', ({ headers, ip }, _reply, done) => {
    if (!hasWarned && forwarded.some((name) => headers[name] !== undefined)) {
      hasWarned = true
      log.warn(
        { ip },
        `Forwarded headers arrive from ${ip}, but TRUST_PROXY is not set, so they are ignored. If a reverse proxy runs there, set TRUST_PROXY=${ip}.`,
      )
    }
    done()
  })
}
