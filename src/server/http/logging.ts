import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'

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
      ignore: 'pid,hostname,reqId,method,path,status,ms',
      translateTime: 'HH:MM:ss',
      sync: true,
      destination: output,
    }),
  )
}

/** A child logger for each request is costly and seldom used: `logOf` makes one when there is something to say. */
export const requestIds: Pick<FastifyServerOptions, 'genReqId' | 'requestIdHeader' | 'childLoggerFactory'> = {
  genReqId: nextId,
  requestIdHeader: false,
  childLoggerFactory: (logger) => logger,
}

const thisProcess = randomBytes(6).toString('base64url')
let requests = 0

/** Unlike any other, also across nodes and restarts; made on every request, so it must cost nothing. */
function nextId() {
  requests++
  return `${thisProcess}-${requests.toString(36)}`
}

/** The log of a request: every line carries its id. */
export function logOf(request: FastifyRequest) {
  return request.log.child({ reqId: request.id })
}

/** One line a request, when it is answered: failures are news, the rest only when debugging. Query strings may hold secrets. */
export function logRequests(app: FastifyInstance, logger: Logger) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const status = reply.statusCode
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    if (logger.isLevelEnabled(level)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const path = request.url.split('?')[0]
      logOf(request)[level]({ method, path, status, ms }, `${method} ${path} ${status} in ${ms} ms`)
    }
    done()
  })
}
