import type { FastifyError } from 'fastify'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { type InputPlace, invalidInput } from '../calls/input.ts'
import type { Database } from '../database/database.ts'
import { StoreError } from '../file-store/store.ts'

/** The meaning of an error for the caller. Unknown errors are bugs, and mean `internal`. */
export function meaningOf(error: Partial<FastifyError> & Error, database: Pick<Database, 'outage'>): AppError {
  if (error instanceof AppError) return error
  if (error instanceof StoreError) return storeErrors[error.kind]()
  if (error.validation) return invalidInput(error.validation, placeOf(error))
  const outage = database.outage(error) ?? (diskFull.has(error.code ?? '') ? { kind: 'full' as const } : undefined)
  if (outage?.kind === 'full') {
    return new AppError(
      'storage_full',
      'Nothing was saved, because the disk of the server is full. Free some space and try again.',
    )
  }
  if (outage?.kind === 'busy') return tookTooLong()
  if (outage?.kind === 'unreachable' && outage.isReadOnly) return readsOnly()
  if (outage) return unavailable()
  return (
    fastifyErrors[error.code ?? '']?.() ??
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

/** The database can be read, and accepts no changes: its primary is gone, and no standby has been promoted yet. */
export function readsOnly() {
  const message =
    'Nothing was changed: Taskdeck can only read at the moment, until its database accepts changes again. Please try again shortly.'
  return new AppError('unavailable', message, { retryAfter: 2, more: { readsOnly: true } })
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
function pluginError({ statusCode = 500 }: Partial<FastifyError>): AppError | undefined {
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
/** The errors that Fastify throws itself, by its codes. */
export const fastifyErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refused('wrong_type', 'Send the body as application/json.'),
  FST_ERR_CTP_INVALID_JSON_BODY: refused('invalid_input', 'The body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refused('invalid_input', 'The body is empty; JSON was expected.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refused('invalid_input', 'The length of the body does not match Content-Length.'),
  FST_ERR_CTP_BODY_TOO_LARGE: refused('too_large', 'The body is too large.'),
  FST_ERR_BAD_URL: refused('invalid_input', 'The address is not a valid URL.'),
}

function placeOf({ validationContext }: Partial<FastifyError>): InputPlace | undefined {
  return validationContext === 'querystring' ? 'query' : (validationContext as InputPlace | undefined)
}
