import { randomBytes } from 'node:crypto'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import type { GoogleProblem } from '../../contract/accounts.ts'

const secrets = ['password', 'token', 'cookie', 'authorization', 'secret', 'code', 'state'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/** Structured logs: readable on a terminal, one JSON object a line otherwise; secrets are struck out. */
export function makeLogger(level: string, output: NodeJS.WritableStream & { isTTY?: boolean }): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: [...secrets, '*.headers["set-cookie"]'], censor: '***' },
    serializers: { err: pino.stdSerializers.err },
  }
  if (!output.isTTY) return pino(options, output)
  return pino(
    options,
    pretty({
      ignore: 'pid,hostname,reqId,method,path,status,ms,event,ip,user,reason',
      translateTime: 'HH:MM:ss',
      sync: true,
      destination: output,
    }),
  )
}

/**
 * Lets Fastify's own warnings and errors reach the log. Fastify would create a logger for every request, which costs more than most requests
 * have to say: it gets the same one each time. Our lines about a request are written by `logOf`.
 */
export function fastifyLogging(log: Logger) {
  return {
    loggerInstance: fastifyLogger(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    requestIdHeader: false,
  } satisfies FastifyServerOptions
}

/** Passes on what went wrong, without requests and the queries of addresses: those may hold secrets. */
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

const thisProcess = randomBytes(6).toString('base64url')
let requests = 0

/** Unlike any other, also across nodes and restarts; made on every request, so it must cost nothing. */
function nextId() {
  requests++
  return `${thisProcess}-${requests.toString(36)}`
}

/** The log of a request: every line carries its id. */
export function logOf(log: Logger, request: FastifyRequest) {
  return log.child({ reqId: request.id })
}

/** What is always told: everything that changes who may come in, and every try to. */
export type SecurityEvent =
  | 'signed up with a password'
  | 'signed up with Google'
  | 'signed in with a password'
  | 'signed in with Google'
  | 'taken over with Google'
  | 'wrong password'
  | `Google sign-in: ${GoogleProblem}`
  | 'signed out'
  | 'password changed'
  | 'Google linked'
  | 'Google unlinked'
  | 'session ended'
  | 'other sessions ended'
  | 'account deleted'

/** Says what happened, to whom and from where; never by which e-mail, password or token. */
export function logEvent(log: Logger, event: SecurityEvent, { ip, id }: { ip: string; id?: string }, user?: string) {
  log.info({ event, user, ip, reqId: id }, `${event} (${user ? `user ${user}` : 'nobody we know'}, from ${ip})`)
}

const maxShownPath = 200

/** The path of a request for logs and messages, cut where it is long. Query strings may hold secrets and are left out. */
export function shownPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.length > maxShownPath ? `${path.slice(0, maxShownPath)}…` : path
}

/** One line about a request: what was asked, by whom and from where. */
export function logAnswer(log: Logger, request: FastifyRequest, status: number, ms?: number) {
  const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
  const { method, ip } = request
  const user = request.caller?.owner
  const path = shownPath(request)
  const time = ms === undefined ? {} : { ms: Math.round(ms * 10) / 10 }
  logOf(log, request)[level]({ method, path, status, ip, user, ...time }, `${method} ${path} ${status}`)
}

/** Failures are news, and logged where they are answered; the rest is logged when debugging only. */
export function logRequests(app: FastifyInstance, log: Logger) {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < 400) logAnswer(log, request, reply.statusCode, reply.elapsedTime)
    done()
  })
}
