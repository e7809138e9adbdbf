import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'

/** Takes multipart/form-data in this scope, for forms of one file. */
export async function acceptForms(app: FastifyInstance, maxFileBytes: number) {
  const limits = {
    // One more of each than is taken: what is too much is then a part like any other, and refused in its turn.
    files: 2,
    fields: 1,
    fieldSize: 1_000,
    // Beyond a limit on parts the parser does not listen any more: a form that breaks off there would end the process.
    parts: Number.POSITIVE_INFINITY,
    fieldNameSize: 100,
    headerPairs: 20,
    // One byte too many is enough to see that there are too many.
    fileSize: maxFileBytes + 1,
  }
  await app.register(multipart, { limits, throwFileSizeLimit: false })
}

/** The file of a form that has one in a field named file. Its bytes end in an error unless the form is whole and holds nothing else. */
export async function fileOf(request: FastifyRequest, maxFileBytes: number) {
  if (!request.isMultipart())
    throw new AppError('wrong_type', 'Send the file as multipart/form-data, in a field named file.')
  const parts = partsOf(request)
  const part = await parts.next().catch(() => undefined)
  if (part?.type !== 'file' || part.fieldname !== 'file' || !part.filename)
    throw new AppError('invalid_input', 'Please choose a file first: it is sent in a field named file.')
  parts.allow(maxFileBytes + maxOverheadBytes)

  async function* bytes(file: AsyncIterable<Buffer>) {
    try {
      yield* file
      if (await parts.next()) throw new Error('There is more than the file')
    } catch {
      throw new AppError('invalid_input', 'Send a whole form that holds one file and nothing else.')
    }
  }
  return { name: part.filename, type: part.mimetype, bytes: bytes(part.file) }
}

/** Lets what is left of a refused form flow off, so that the client sees the answer. The response ends that: see unread-bodies.ts. */
export function dropRest(request: FastifyRequest) {
  request.raw.unpipe().resume()
}

/** Long enough for a busy process to have read what it has. */
const patience = 2_000

/** What a form may hold besides its file: boundaries, headers of parts, and a preamble that nobody needs. */
const maxOverheadBytes = 256 * 1024

/**
 * Reads a form part by part, and no more bytes than are allowed: at first `maxOverheadBytes`. The parser itself reads preambles, fields
 * and what follows the last part for as long as they go on.
 */
function partsOf(request: FastifyRequest) {
  const { raw } = request
  const parts = request.parts()
  const excess = Promise.withResolvers<never>()
  // Nobody may be waiting for the next part when there is too much.
  excess.promise.catch(() => {})
  let received = 0
  let maxBytes = maxOverheadBytes
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= maxBytes) return
    raw.unpipe()
    excess.reject(new Error('There is too much around the file'))
  })
  /** On some broken forms the parser falls silent; once it has everything, that is an error. */
  const silence = async () => {
    if (!raw.readableEnded) await once(raw, 'end')
    await pause(patience)
    throw new Error('The form has ended, but not for its parser')
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
