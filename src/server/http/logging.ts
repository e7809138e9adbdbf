import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from '../settings/config.ts'
import { currentWork } from '../tracing/work-context.ts'
import { requestIds } from './request-ids.ts'

const secrets = ['password', 'token', 'cookie', 'authorization', 'secret', 'code', 'state'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/** Structured logs: readable on a terminal, otherwise one JSON object per line. Secrets are redacted. */
export function makeLogger(level: string, output: NodeJS.WritableStream & { isTTY?: boolean }): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: [...secrets, '*.headers["set-cookie"]'], censor: '***' },
    serializers: { err: pino.stdSerializers.err },
    // Lines that rules and jobs write name the request or job that they run for.
    mixin: () => ({ ...currentWork()?.logFields }),
  }
  if (!output.isTTY) return pino(options, output)
  return pino(
    options,
    pretty({
      ignore: 'pid,hostname,reqId,method,path,status,ms,event,ip,user,reason,job,runId,traceId',
      translateTime: 'HH:MM:ss',
      sync: true,
      destination: output,
    }),
  )
}

/**
 * Lets Fastify's own warnings and errors reach the log. Fastify would create a logger for every request, which is expensive, so it gets the
 * same one each time. Our own lines get the id of their request from its context.
 */
export function fastifyLogging(log: Logger, { trustProxy }: Pick<Config, 'trustProxy'>) {
  return {
    loggerInstance: fastifyLogger(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(trustProxy),
    requestIdHeader: false,
  } satisfies FastifyServerOptions
}

/** Passes errors on without requests and query strings, which may contain secrets. */
function fastifyLogger(log: Logger): FastifyBaseLogger {
  const ignore = () => {}
  const pass = (level: 'warn' | 'error' | 'fatal') => (details: unknown, message?: string) => {
    const error = details instanceof Error ? details : (details as { err?: Error } | undefined)?.err
    const text = message ?? error?.message ?? String(details)
    log[level](error ? { err: { type: error.name, stack: withoutQuery(error.stack ?? '') } } : {}, withoutQuery(text))
  }
  const logger = {
    ...{ level: 'warn', silent: ignore, trace: ignore, debug: ignore, info: ignore },
    ...{ warn: pass('warn'), error: pass('error'), fatal: pass('fatal') },
    child: () => logger,
  }
  return logger
}

const withoutQuery = (text: string) => text.replace(/\?[^\s"]*/g, '')

const maxShownPath = 200

/** The addresses of calendars are secret. */
const secretPath = /^\/calendar\/.*/

/** The path of a request for logs and messages, truncated if it is long. Query strings may contain secrets and are left out. */
export function shownPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = (url.split('?', 1)[0] ?? '').replace(secretPath, '/calendar/***')
  return path.length > maxShownPath ? `${path.slice(0, maxShownPath)}…` : path
}

/** A request, or a call that was made for one. */
export type LoggedCall = Pick<FastifyRequest, 'method' | 'url' | 'ip' | 'id' | 'caller' | 'work'>

/** Logs one line about a request with its method, path, user and address. */
export function logAnswer(log: Logger, request: LoggedCall, status: number, ms?: number) {
  const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
  const { method, ip } = request
  const fields = request.work?.logFields ?? { reqId: request.id }
  const user = request.caller?.owner
  const path = shownPath(request)
  const time = ms === undefined ? {} : { ms: Math.round(ms * 10) / 10 }
  // The context of a request may be lost when it has failed or ended.
  log[level]({ ...fields, method, path, status, ip, user, ...time }, `${method} ${path} ${status}`)
}

/** Logs all requests at level debug. Failures are always logged by `answerErrors`. */
export function logRequests(app: FastifyInstance, log: Logger) {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < 400) logAnswer(log, request, reply.statusCode, reply.elapsedTime)
    done()
  })
}
