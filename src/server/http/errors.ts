import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { AppError, type ErrorBody, type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { problemIn } from '../../contract/input-problem.ts'
import type { OAuthError } from '../../contract/tokens.ts'
import type { Database } from '../database/database.ts'
import { StoreError } from '../file-store/store.ts'
import { challengeOf } from './bearer.ts'
import { logAnswer, shownPath } from './logging.ts'
import type { Refusals } from './refusals.ts'
import { isFormerWorker, lastWorker, pageInstead } from './unknown-addresses.ts'

interface Dependencies {
  database: Pick<Database, 'outage'>
  log: Logger
  basePath: string
  /** The delay before a 429 is sent. */
  refusalDelayMs: number
}

/** The only place that maps a failure to an HTTP response: `{ message, code }`, without internal details. */
export function answerErrors(app: FastifyInstance, { database, log, basePath, refusalDelayMs }: Dependencies) {
  const refuseSlowly = slowRefusals(refusalDelayMs)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = request.raw.destroyed && !request.raw.complete ? gone() : meaningOf(error, database)
    const fields = request.work?.logFields ?? { reqId: request.id }
    if (known.code === 'internal') log.error({ ...fields, err: error }, 'Unexpected error')
    else if (errorStatus[known.code] >= 500) log.warn({ ...fields }, `${known.message} (${error.message})`)
    logAnswer(log, request, errorStatus[known.code])
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

export function sendError(reply: FastifyReply, error: AppError) {
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)))
  if (error.code === 'not_signed_in') reply.header('www-authenticate', challengeOf(reply.request))
  const { id } = reply.request
  const body: ErrorBody = {
    message:
      error.code === 'internal'
        ? `${error.message} If it happens again, tell the operator: request ${id}.`
        : error.message,
    code: error.code,
    ...(errorStatus[error.code] >= 500 ? { requestId: id } : {}),
    ...(reply.request.routeOptions?.config.speaksOAuth ? oauthFields(error) : {}),
    ...error.more,
  }
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

function meaningOf(error: FastifyError, database: Pick<Database, 'outage'>): AppError {
  if (error instanceof AppError) return error
  if (error instanceof StoreError) return storeErrors[error.kind]()
  if (error.validation) return new AppError('invalid_input', explain(error))
  const outage = database.outage(error) ?? (diskFull.has(error.code) ? { kind: 'full' as const } : undefined)
  if (outage?.kind === 'full') {
    return new AppError(
      'storage_full',
      'Nothing was saved, because the disk of the server is full. Free some space and try again.',
    )
  }
  if (outage?.kind === 'busy') return tookTooLong()
  if (outage) return unavailable()
  return (
    fastifyErrors[error.code]?.() ??
    pluginError(error) ??
    new AppError('internal', 'Something went wrong on the server. Please try again.')
  )
}

/** The client disconnected during its request: the response is not read, and the server has no problem. */
export function gone() {
  return new AppError('invalid_input', 'The client closed the connection before its request was answered.')
}

export function unavailable() {
  return new AppError('unavailable', 'The database cannot be reached at the moment. Please try again shortly.', {
    retryAfter: 2,
  })
}

const storeErrors: Record<StoreError['kind'], () => AppError> = {
  unreachable: () =>
    new AppError('unavailable', 'The file storage cannot be reached at the moment. Please try again shortly.', {
      retryAfter: 5,
    }),
  refused: () =>
    new AppError(
      'unavailable',
      'The file storage of this server is not available. Please inform the operator of this server.',
      { retryAfter: 60 },
    ),
  full: () =>
    new AppError(
      'storage_full',
      'Nothing was saved, because the file storage of the server is full. Please inform the operator of this server.',
    ),
}

function tookTooLong() {
  return new AppError('unavailable', 'This took too long and was stopped. Please try again in a moment.', {
    retryAfter: 1,
  })
}

/** The error for a refusal of the plugin for static files, which throws errors with a status. */
function pluginError({ statusCode = 500 }: FastifyError): AppError | undefined {
  if (statusCode < 400 || statusCode > 499) return undefined
  return (
    pluginErrors[statusCode]?.() ??
    new AppError('invalid_input', 'The address or a header of the request is not valid.')
  )
}

const diskFull = new Set(['ENOSPC', 'EDQUOT'])

const refused = (code: ErrorCode, message: string) => () => new AppError(code, message)
const pluginErrors: Record<number, () => AppError> = {
  403: refused('forbidden', 'Access to that address is not allowed.'),
  404: refused('not_found', 'There is nothing at that address.'),
  412: refused('changed_meanwhile', 'The file does not match If-Match or If-Unmodified-Since.'),
  416: refused('range_not_satisfiable', 'The file does not have that range of bytes.'),
}
const fastifyErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refused('wrong_type', 'Send the body as application/json.'),
  FST_ERR_CTP_INVALID_JSON_BODY: refused('invalid_input', 'The body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refused('invalid_input', 'The body is empty; JSON was expected.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refused('invalid_input', 'The length of the body does not match Content-Length.'),
  FST_ERR_CTP_BODY_TOO_LARGE: refused('too_large', 'The body is too large.'),
  FST_ERR_BAD_URL: refused('invalid_input', 'The address is not a valid URL.'),
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

/** Explains to a user which field is invalid, and why. */
function explain({ validation, validationContext }: FastifyError): string {
  const place = { body: 'The body', params: 'The address', querystring: 'The query', headers: 'The headers' }
  return problemIn(validation, place[validationContext as keyof typeof place])
}
