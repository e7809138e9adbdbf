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
export async function fileOf(request: FastifyRequest) {
  if (!request.isMultipart())
    throw new AppError('wrong_type', 'Send the file as multipart/form-data, in a field named file.')
  const parts = request.parts()
  const part = await next(parts, request).catch(() => undefined)
  if (part?.type !== 'file' || part.fieldname !== 'file' || !part.filename)
    throw new AppError('invalid_input', 'Please choose a file first: it is sent in a field named file.')

  async function* bytes(file: AsyncIterable<Buffer>) {
    try {
      yield* file
      if (await next(parts, request)) throw new Error('There is more than the file')
    } catch {
      throw new AppError('invalid_input', 'Send a whole form that holds one file and nothing else.')
    }
  }
  return { name: part.filename, type: part.mimetype, bytes: bytes(part.file) }
}

/** Reads what is left of a form that was refused, so that the client gets to see the answer. */
export function dropRest(request: FastifyRequest) {
  request.raw.unpipe().resume()
}

/** Long enough for a busy process to have read what it has. */
const patience = 2_000

/** The next part, or undefined at the end. On some broken forms the parser just falls silent; once it has everything, that is an error. */
async function next<Part>(parts: AsyncIterator<Part>, { raw }: FastifyRequest): Promise<Part | undefined> {
  const silence = async () => {
    if (!raw.readableEnded) await once(raw, 'end')
    await pause(patience)
    throw new Error('The form has ended, but not for its parser')
  }
  const { value } = await Promise.race([parts.next(), silence()])
  return value
}
