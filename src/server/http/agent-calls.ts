import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type ApiCall, api } from '../../contract/calls/api.ts'
import { errorOf, pathOf } from '../../contract/client.ts'
import type { Input, Output, Route } from '../../contract/endpoint.ts'
import { errorStatus } from '../../contract/errors.ts'
import type { Caller } from '../callers/caller.ts'
import type { MountedCalls } from '../calls/mounted-calls.ts'
import type { Upload } from '../calls/upload.ts'
import type { Database } from '../database/database.ts'
import { currentWork, runFor } from '../tracing/work-context.ts'
import { meaningOf } from './error-meaning.ts'
import { errorBody, logFailure, type OnFailure } from './errors.ts'
import { logAnswer, shownPath } from './logging.ts'

interface Dependencies {
  calls: MountedCalls
  database: Pick<Database, 'outage'>
  log: Logger
  onFailure: OnFailure
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

interface CallOptions {
  version?: number | undefined
  upload?: Upload
}

/**
 * Calls endpoints for a message of an agent, without another request: with the checks, messages, log lines and spans that a request of
 * the caller would have. Limits count the message. Throws a CallError.
 */
export function agentCalls(
  { calls, database, log, onFailure }: Dependencies,
  { ip, id }: FastifyRequest,
  caller: Caller,
  holdOn: () => AbortSignal,
) {
  async function call<E extends Route>(endpoint: E, input: Input<E>, { version, upload }: CallOptions = {}) {
    const { params = {}, query = {}, body } = input as AnyInput
    const { method, path, status } = endpoint
    const url = pathOf(path, params, query)
    const { logFields, span: parent } = currentWork() ?? { logFields: { reqId: id } }
    const span = parent?.child(`${method} ${path}`, { attributes: { 'url.path': url.split('?', 1)[0] ?? '' } })
    const work = { logFields, ...(span ? { span } : {}) }
    const logged = { method, url, ip, id, caller, work }
    const begun = performance.now()
    const given = {
      params,
      // As a request would have them: without fields that have no value.
      query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
      body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
      url,
      ifMatch: version === undefined ? undefined : `"${version}"`,
      upload,
      holdOn,
    }
    try {
      const json = await runFor(work, () => calls.perform(endpoint as E & ApiCall, caller, given))
      logAnswer(log, logged, status, performance.now() - begun)
      span?.end()
      return JSON.parse(json) as Output<E>
    } catch (error) {
      const known = meaningOf(error as Error, database)
      logFailure(log, logged, error as Error, known)
      onFailure({ method, path: shownPath(logged), caller }, known)
      span?.end(errorStatus[known.code] >= 500 ? error : undefined)
      throw errorOf(errorStatus[known.code], errorBody(known, id))
    }
  }

  return {
    call,
    attach: (task: string, file: { name: string; text: string }) =>
      call(api.files.upload, { params: { id: task } }, { upload: uploadOf(file) }),
  }
}

function uploadOf({ name, text }: { name: string; text: string }): Upload {
  const bytes = Buffer.from(text)
  return {
    length: bytes.length,
    open: async () => ({
      name,
      type: 'text/plain',
      bytes: (async function* () {
        yield bytes
      })(),
    }),
    close: () => {},
  }
}
