import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppError, type ErrorBody, type ErrorCode, errorStatus } from '../../contract/errors.ts'

/** Refuses requests that never reach Fastify, with the format and the headers of every other response, and closes the connection. */
export function refusals(headersOfAll: Record<string, string>) {
  const counts = new Map<ErrorCode, number>()

  function answerOf({ message, code, retryAfter }: AppError) {
    counts.set(code, (counts.get(code) ?? 0) + 1)
    const body = JSON.stringify({ message, code } satisfies ErrorBody)
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }),
      connection: 'close',
      ...headersOfAll,
    }
    return { status: errorStatus[code], headers, body }
  }
  return {
    /** The number of refusals by code. */
    counts: counts as ReadonlyMap<ErrorCode, number>,
    respond(response: ServerResponse, error: AppError): void {
      const { status, headers, body } = answerOf(error)
      response.writeHead(status, headers).end(body)
    },
    /** For a connection without a response object. */
    write(socket: Duplex, error: AppError): void {
      const { status, headers, body } = answerOf(error)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    },
  }
}

export type Refusals = ReturnType<typeof refusals>
