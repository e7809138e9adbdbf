import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { meaningOf } from './error-meaning.ts'
import { errorBody, logFailure } from './errors.ts'

export interface FailureLog {
  database: Pick<Database, 'outage'>
  log: Logger
}

/** Often enough for eyes. */
const progressEveryMs = 100
/** A client that reads nothing gets no more steps. */
const maxUnreadBytes = 64 * 1024

/**
 * Answers with lines of JSON, which are sent one by one. The response begins with the first line: a failure before that is an ordinary one, and
 * later ones are a line with the error.
 */
export function stepAnswer(request: FastifyRequest, reply: FastifyReply, { database, log }: FailureLog, type: string) {
  const { raw } = reply
  let isOpen = false
  let lastProgress = 0

  function write(line: object) {
    if (!isOpen) {
      isOpen = true
      reply.hijack()
      raw.socket?.setTimeout(0)
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': type,
        'x-accel-buffering': 'no',
      })
    }
    if (!raw.destroyed) raw.write(`${JSON.stringify(line)}\n`)
  }

  return {
    /** Sends how far the work is, now and then. */
    progress(done: number, of: number): void {
      const now = performance.now()
      if (done < of && now - lastProgress < progressEveryMs) return
      lastProgress = now
      if (!isOpen || raw.writableLength < maxUnreadBytes) write({ done, of })
    },
    /** Sends the last line. */
    end(line: object): FastifyReply {
      write(line)
      raw.end()
      return reply
    },
    /** Ends with an error, or throws it if nothing was sent yet. */
    fail(error: Error): FastifyReply {
      if (!isOpen) throw error
      const known = meaningOf(error, database)
      logFailure(log, request, error, known)
      return this.end({ error: errorBody(known, request.id) })
    },
  }
}
