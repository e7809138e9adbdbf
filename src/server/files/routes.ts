import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { isUnchanged } from '../answers/entity-tags.ts'
import type { Mount } from '../http/endpoint.ts'
import { acceptForms, uploadIn } from '../http/form.ts'
import { downloadPolicy } from '../http/security.ts'
import type { Config } from '../settings/config.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { contentDisposition } from './file-name.ts'
import type { FileRules } from './files.ts'
import { parseRange } from './range.ts'

interface Dependencies {
  config: Pick<Config, 'maxFileBytes' | 'fileDownloads'>
  tasks: TaskRules
  files: FileRules
}

/** Types that a browser may show inside our own pages, because they cannot contain scripts. Other files are sent as plain bytes. */
const harmless = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

function sentAs(type: string) {
  if (type === 'text/plain') return 'text/plain; charset=utf-8'
  return harmless.has(type) ? type : 'application/octet-stream'
}

/**
 * Whether a file is saved, and not shown in our own pages: their content security policy allows only our own address, and the object store
 * would have to allow theirs. Programs other than browsers send no such headers.
 */
function isDownload({ method, headers }: FastifyRequest) {
  return method === 'GET' && (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
}

/** The range to send. A client whose `If-Range` names another version gets the whole file. */
function rangeOf(headers: IncomingHttpHeaders, tag: string, size: number, reply: FastifyReply) {
  const { range, 'if-range': version = tag } = headers
  try {
    return parseRange(version === tag ? range : undefined, size)
  } catch (error) {
    reply.header('content-range', `bytes */${size}`)
    throw error
  }
}

export async function fileRoutes(app: FastifyInstance, mount: Mount, { config, tasks, files }: Dependencies) {
  await acceptForms(app, config.maxFileBytes)

  mount(api.files.upload, ({ caller, params, upload }) => files.add(caller, params.id, upload), {
    longBody: true,
    uploadIn: (request) => uploadIn(request, config.maxFileBytes),
  })

  mount(api.files.download, async ({ caller, params, request, reply }) => {
    const row = await files.find(caller.owner, await tasks.idOf(caller.owner, params.id), params.file)
    const tag = `"${row.sha256}"`
    if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).header('etag', tag).send()
    const range = rangeOf(request.headers, tag, row.size, reply)
    const [type, disposition] = [sentAs(row.type), contentDisposition(row.name)]
    if (config.fileDownloads === 'redirect' && isDownload(request)) {
      const address = await files.signedUrl(row, { type, disposition })
      if (address) return reply.header('referrer-policy', 'no-referrer').redirect(address, 302)
    }
    const bytes = request.method === 'HEAD' ? undefined : await files.read(row, range)
    reply
      .type(type)
      .header('content-disposition', disposition)
      .header('content-security-policy', downloadPolicy)
      .header('accept-ranges', 'bytes')
      .header('etag', tag)
      .header('content-length', range ? range.end - range.start + 1 : row.size)
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
    return reply.send(bytes)
  })

  mount(api.files.remove, ({ caller, params }) => files.remove(caller, params.id, params.file))
}
