import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { AppError, type ErrorBody, type ErrorCode, errorStatus } from '../../contract/errors.ts'
import type { OAuthError } from '../../contract/tokens.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import { basicChallenge } from './basic.ts'
import { challengeOf } from './bearer.ts'
import { fastifyErrors, gone, meaningOf } from './error-meaning.ts'
import { type LoggedCall, logAnswer, shownPath } from './logging.ts'
import type { Refusals } from './refusals.ts'
import { isFormerWorker, lastWorker, pageInstead } from './unknown-addresses.ts'

interface Dependencies {
  database: Pick<Database, 'outage'>
  log: Logger
  basePath: string
  /** The delay before a 429 is sent. */
  refusalDelayMs: number
  onFailure: OnFailure
  /** Called when a call has failed because the database is away. */
  onOutage: () => void
}

/** Called with each failed call. */
export type OnFailure = (call: { method: string; path: string; caller: Caller | undefined }, error: AppError) => void

/** The only place that maps a failure to an HTTP response: `{ message, code }`, without internal details. */
export function answerErrors(
  app: FastifyInstance,
  { database, log, basePath, refusalDelayMs, onFailure, onOutage }: Dependencies,
) {
  const refuseSlowly = slowRefusals(refusalDelayMs)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = request.raw.destroyed && !request.raw.complete ? gone() : meaningOf(error, database)
    const isOutage = database.outage(error)?.kind === 'unreachable'
    if (isOutage) onOutage()
    logFailure(log, request, error, known, isOutage)
    onFailure({ method: request.method, path: shownPath(request), caller: request.caller }, known)
    return known.code === 'too_many_requests' ? refuseSlowly(reply, known) : sendError(reply, known)
  })
  app.setNotFoundHandler((request, reply) => {
    const page = pageInstead(request, basePath)
    if (page) return reply.header('cache-control', 'no-store').redirect(page)
    if (isFormerWorker(request, basePath)) {
      return reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(lastWorker)
    }
    logAnswer(log, request, errorStatus.not_found)
    return sendError(reply, notFound(request))
  })
}

/**
 * Logs a failed call: one line about the call, and another one about its cause if the server is at fault. The cause of an outage is logged
 * once, not for each call.
 */
export function logFailure(log: Logger, call: LoggedCall, error: Error, known: AppError, isOutage = false) {
  const fields = call.work?.logFields ?? { reqId: call.id }
  if (known.code === 'internal') log.error({ ...fields, err: error }, 'Unexpected error')
  else if (errorStatus[known.code] >= 500 && !isOutage) log.warn({ ...fields }, `${known.message} (${error.message})`)
  logAnswer(log, call, errorStatus[known.code])
}

const maxSlowRefusals = 500

/** Delays a 429, so that a client that ignores it slows down only itself. Beyond `maxSlowRefusals`, they are sent immediately. */
function slowRefusals(delayMs: number) {
  let waiting = 0
  return async (reply: FastifyReply, error: AppError) => {
    if (delayMs && waiting < maxSlowRefusals) {
      waiting++
      await pause(delayMs)
      waiting--
    }
    return sendError(reply, error)
  }
}

/** The response to a failed call. */
export function errorBody({ code, message, more }: AppError, requestId: string, fields: object = {}): ErrorBody {
  return {
    message: code === 'internal' ? `${message} If it happens again, tell the operator: request ${requestId}.` : message,
    code,
    ...(errorStatus[code] >= 500 ? { requestId } : {}),
    ...fields,
    ...more,
  }
}

export function sendError(reply: FastifyReply, error: AppError) {
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)))
  const { id, routeOptions } = reply.request
  if (error.code === 'not_signed_in') {
    const { takesBasic, challengeOf: more } = routeOptions?.config ?? {}
    reply.header('www-authenticate', takesBasic ? basicChallenge : challengeOf(reply.request, more?.(reply.request)))
  }
  const body = errorBody(error, id, routeOptions?.config.speaksOAuth ? oauthFields(error) : {})
  return reply
    .code(errorStatus[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

const isTemporary: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'unavailable', 'storage_full', 'timeout'])

/** The fields of an error for OAuth clients (RFC 6749, section 5.2). Rules that know a better code state it in `more`. */
function oauthFields({ code, message }: AppError): { error: OAuthError; error_description: string } {
  const other: OAuthError = code === 'internal' ? 'server_error' : 'invalid_request'
  return {
    error: isTemporary.has(code) ? 'temporarily_unavailable' : other,
    // Other characters are not allowed.
    error_description: message.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  }
}

function notFound(request: FastifyRequest) {
  return new AppError('not_found', `There is nothing at ${request.method} ${shownPath(request)}.`)
}

/** Refuses requests that never reach a route, with the same messages, format and headers as every other response. */
export function malformedRequests(
  headers: Record<string, string>,
  refusals: Refusals,
  log: Logger,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors(error, request, reply) {
      const known = fastifyErrors[error.code]?.() ?? new AppError('invalid_input', 'The request is malformed.')
      logAnswer(log, request, errorStatus[known.code])
      sendError(reply.headers(headers), known)
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
      const { remoteAddress: ip, bytesRead } = socket
      // Browsers open connections in advance, and send nothing on some of them.
      if (bytesRead) log.info({ ip, reason: error.code }, `A malformed request from ${ip} was refused (${error.code})`)
      refusals.write(
        socket,
        error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? new AppError('timeout', 'The request took too long to arrive.')
          : new AppError('invalid_input', 'The request is not valid HTTP, or its headers are too long.'),
      )
    },
  }
}
