import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { metricsAccess } from '../metrics/access.ts'
import { contentType } from '../metrics/exposition.ts'
import type { MetricRegistry } from '../metrics/registry.ts'

/** Serves the metrics to callers with the token of METRICS_TOKEN, also while the server is busy or its database is away. */
export function metricsRoute(app: FastifyInstance, registry: MetricRegistry, token: string) {
  const mayRead = metricsAccess(token)
  app.get('/metrics', { config: { alwaysAnswered: true, anyHost: true }, schema: { hide: true } }, (request, reply) => {
    if (!mayRead(request.headers.authorization)) {
      throw new AppError('not_signed_in', 'Send the token of METRICS_TOKEN as a bearer token.')
    }
    return registry.text().then((text) => reply.header('cache-control', 'no-store').type(contentType).send(text))
  })
}
