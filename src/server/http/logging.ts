import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
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

export const requestIds: Pick<FastifyServerOptions, 'genReqId' | 'requestIdHeader'> = {
  genReqId: () => randomUUID(),
  requestIdHeader: false,
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
      request.log[level]({ method, path, status, ms }, `${method} ${path} ${status} in ${ms} ms`)
    }
    done()
  })
}
