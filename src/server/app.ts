import { join } from 'node:path'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../contract/errors.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { healthRoutes } from './health/routes.ts'
import { apiDocs, collectApi } from './http/api-docs.ts'
import { mounter } from './http/endpoint.ts'
import { answerErrors, malformedRequests, unavailable } from './http/errors.ts'
import { logRequests, requestIds } from './http/logging.ts'
import { refuseCrossSite, securityHeaders } from './http/security.ts'
import { endConnectionsOnClose } from './http/shutdown.ts'
import { cutSlowBodies } from './http/slow-clients.ts'
import { webApp } from './http/web-app.ts'

export interface Parts {
  config: Config
  database: Database
  log: Logger
}

const builtWebApp = join(import.meta.dirname, '../../dist')
const largestBody = 2 * 1024 * 1024

/** The only place where parts are wired together. Opens nothing and reads no environment: see main.ts for that. */
export async function buildApp({ config, database, log }: Parts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    ...requestIds,
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    bodyLimit: largestBody,
    connectionTimeout: config.requestTimeout,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
    http: { headersTimeout: Math.min(config.requestTimeout, 30_000), connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    // A request that is on its way when the server closes is still answered.
    return503OnClosing: false,
    ...malformedRequests,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false } },
  })

  logRequests(app, log)
  answerErrors(app, database)
  securityHeaders(app, config)
  cutSlowBodies(app, config.requestTimeout)
  endConnectionsOnClose(app)
  app.removeContentTypeParser('text/plain')
  await app.register(underPressure, { maxEventLoopDelay: 1_000, pressureHandler: overloaded })
  await collectApi(app)

  const nobody = async () => {
    throw new AppError('not_signed_in', 'Please sign in first.')
  }
  await app.register(async (scope) => healthRoutes(mounter(scope, nobody), database))
  await app.register(async (scope) => {
    refuseCrossSite(scope)
    scope.addHook('onRequest', async () => {
      if (!database.ready) throw unavailable()
    })
  })
  await app.register(apiDocs)
  await app.register(webApp, { folder: builtWebApp, basePath: config.basePath })
  return app
}

function overloaded() {
  throw new AppError('unavailable', 'The server is busy right now. Please try again in a moment.', { retryAfter: 5 })
}
