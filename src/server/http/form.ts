import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Upload } from '../calls/upload.ts'

/** Accepts multipart/form-data in this scope, for forms with one file. */
export async function acceptForms(app: FastifyInstance, maxFileBytes: number) {
  const limits = {
    // One more of each than is allowed, so that an excess part is parsed and then refused.
    files: 2,
    fields: 1,
    fieldSize: 1_000,
    // No limit, because the parser removes its error handler at a limit, and a broken form would then end the process.
    parts: Number.POSITIVE_INFINITY,
    fieldNameSize: 100,
    headerPairs: 20,
    // One byte too many is enough to detect a file that is too large.
    fileSize: maxFileBytes + 1,
  }
  await app.register(multipart, { limits, throwFileSizeLimit: false })
}

/** The file that a request uploads. Its form is not read before it is opened. */
export function uploadIn(request: FastifyRequest, maxFileBytes: number): Upload {
  const { 'content-length': length } = request.headers
  let isOpen = false
  return {
    length: length === undefined ? undefined : Number(length),
    open() {
      isOpen = true
      return fileOf(request, maxFileBytes)
    },
    close() {
      if (isOpen) dropRest(request)
    },
  }
}

/** The file in the form's field named file. Its bytes end with an error if the form is incomplete or contains anything else. */
async function fileOf(request: FastifyRequest, maxFileBytes: number) {
  if (!request.isMultipart())
    throw new AppError('wrong_type', 'Send the file as multipart/form-data, in a field named file.')
  const parts = partsOf(request)
  const part = await parts.next().catch(() => undefined)
  if (part?.type !== 'file' || part.fieldname !== 'file' || !part.filename)
    throw new AppError('invalid_input', 'Please choose a file first. It must be sent in a field named file.')
  parts.allow(maxFileBytes + maxOverheadBytes)

  async function* bytes(file: AsyncIterable<Buffer>) {
    try {
      yield* file
      if (await parts.next()) throw new Error('The form contains more than the file')
    } catch {
      throw new AppError('invalid_input', 'Send a complete form that contains one file and nothing else.')
    }
  }
  return { name: part.filename, type: part.mimetype, bytes: bytes(part.file) }
}

/** Discards the rest of a refused form, so that the client sees the response. The response limits this: see unread-bodies.ts. */
function dropRest(request: FastifyRequest) {
  request.raw.unpipe().resume()
}

/** Long enough for a busy process to read what has arrived. */
const maxParserSilenceMs = 2_000

/** The bytes that a form may contain besides its file: boundaries, headers of parts, and a preamble. */
const maxOverheadBytes = 256 * 1024

/**
 * Reads a form part by part, and no more bytes than are allowed: initially `maxOverheadBytes`. The parser itself would read endless
 * preambles, fields and epilogues.
 */
function partsOf(request: FastifyRequest) {
  const { raw } = request
  const parts = request.parts()
  const excess = Promise.withResolvers<never>()
  // Prevents an unhandled rejection if no caller is waiting for the next part.
  excess.promise.catch(() => {})
  let received = 0
  let maxBytes = maxOverheadBytes
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= maxBytes) return
    raw.unpipe()
    excess.reject(new Error('The form contains too many bytes besides the file'))
  })
  /** The parser never finishes some broken forms. That is an error once it has received everything. */
  const silence = async () => {
    if (!raw.readableEnded) await once(raw, 'end')
    await pause(maxParserSilenceMs)
    throw new Error('The form has ended, but its parser has not')
  }
  return {
    allow(bytes: number) {
      maxBytes = bytes
    },
    /** The next part, or undefined at the end. */
    async next() {
      const { value } = await Promise.race([parts.next(), silence(), excess.promise])
      return value
    },
  }
}
