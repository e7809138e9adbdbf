import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { fileCalls as calls } from '../../contract/files.ts'
import { fileSchemas as schemas } from '../../contract/schemas/files.ts'
import type { SignedIn } from '../accounts/sessions.ts'
import type { Config } from '../config.ts'
import type { Mount } from '../http/endpoint.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { contentDisposition } from './file-name.ts'
import type { FileRules, Upload } from './files.ts'
import { parseRange } from './range.ts'

interface Parts {
  config: Pick<Config, 'maxFileBytes'>
  tasks: TaskRules
  files: FileRules
}

/** Types that a browser may show inside our own pages; anything else is just bytes. None of them can hold a script. */
const harmless = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'text/plain'])

export async function fileRoutes(app: FastifyInstance, mount: Mount<SignedIn>, { config, tasks, files }: Parts) {
  const limits = {
    files: 1,
    fields: 0,
    // Beyond a limit on parts the parser does not listen any more: a form that breaks off there would end the process.
    parts: Number.POSITIVE_INFINITY,
    fieldNameSize: 100,
    headerPairs: 20,
    fileSize: config.maxFileBytes + 1,
  }
  await app.register(multipart, { limits, throwFileSizeLimit: false })

  mount(
    calls.upload,
    schemas.upload,
    async ({ user, params, request }) => {
      const task = await tasks.idOf(user.id, params.id)
      try {
        const file = await files.add(user.id, task, await fileOf(request))
        return { message: 'File uploaded successfully!', file }
      } catch (error) {
        // Was the task deleted while the bytes came? Then that is what the caller should hear.
        await tasks.idOf(user.id, task)
        throw error
      } finally {
        // What is left of a refused upload is read and dropped, so that the client gets to see the answer.
        request.raw.unpipe().resume()
      }
    },
    { longBody: true },
  )

  mount(calls.download, schemas.download, async ({ user, params, request, reply }) => {
    const row = await files.find(user.id, await tasks.idOf(user.id, params.id), params.file)
    const range = parseRange(request.headers.range, row.size)
    const bytes = await files.read(row, range)
    reply
      .type(harmless.has(row.type) ? row.type : 'application/octet-stream')
      .header('content-disposition', contentDisposition(row.name))
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('accept-ranges', 'bytes')
      .header('etag', `"${row.sha256}"`)
      .header('content-length', range ? range.end - range.start + 1 : row.size)
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
    return reply.send(bytes)
  })

  mount(calls.remove, schemas.remove, async ({ user, params }) => {
    await files.remove(user.id, await tasks.idOf(user.id, params.id), params.file)
    return { message: 'File removed.' }
  })
}

async function fileOf(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    throw new AppError('wrong_type', 'Send the file as multipart/form-data, in a field named file.')
  const parts = request.parts()
  const first = await parts.next().catch(() => undefined)
  const part = first?.value
  if (part?.type !== 'file' || part.fieldname !== 'file' || !part.filename)
    throw new AppError('invalid_input', 'Please choose a file first: it is sent in a field named file.')
  return { name: part.filename, type: part.mimetype, bytes: onlyFile(part.file, parts) }
}

/** The bytes of the file. Fails at their end unless the form ends there as well: no half form, no second file. */
async function* onlyFile(bytes: AsyncIterable<Buffer>, parts: AsyncIterator<unknown>) {
  try {
    yield* bytes
    await parts.next()
  } catch {
    throw new AppError('invalid_input', 'Send a whole form that holds one file and nothing else.')
  }
}
