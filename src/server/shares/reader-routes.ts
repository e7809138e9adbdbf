import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { api } from '../../contract/calls/api.ts'
import { beatEveryMs } from '../../contract/live.ts'
import { linkHeader, shareEvents } from '../../contract/shares.ts'
import { addressKey } from '../callers/address-key.ts'
import type { FileRow } from '../database/schema.ts'
import { contentDisposition } from '../files/file-name.ts'
import type { FileRules } from '../files/files.ts'
import { callRate } from '../http/call-rate.ts'
import type { Mount } from '../http/endpoint.ts'
import { downloadPolicy } from '../http/security.ts'
import { eventText } from '../live/event-text.ts'
import type { Reader, ShareReaders } from './readers.ts'
import type { ShareAnswers } from './share-answers.ts'
import type { SharedPageRules } from './shared-pages.ts'
import type { VisitCounts } from './visits.ts'

interface Dependencies {
  sharedPages: SharedPageRules
  shareReaders: ShareReaders
  shareAnswers: ShareAnswers
  visits: VisitCounts
  files: Pick<FileRules, 'read'>
  monotonic: () => number
  log: Logger
}

const checkEveryMs = 1_000
/** Pages are read again so often even if nothing was announced. */
const readEveryMs = 60_000
/** A reader with more unread data than this is disconnected. */
const maxUnreadBytes = 16 * 1024
/** Calls per minute on each node: from one address, and with one link. */
export const readerRates = { address: 240, link: 3_000, downloads: 30 }

const tooOften = (_perMinute: number, seconds: number) =>
  `Too many requests for this page. Wait ${seconds} s, then try again.`

/** The calls of readers, who have no account. The secret in the header is their only permission. */
export function readerRoutes(app: FastifyInstance, mount: Mount, dependencies: Dependencies) {
  const { sharedPages, shareReaders, shareAnswers, visits, files, monotonic, log } = dependencies
  const ofAddress = callRate(readerRates.address, monotonic, tooOften)
  const ofLink = callRate(readerRates.link, monotonic, tooOften)
  const ofDownloads = callRate(readerRates.downloads, monotonic, tooOften)

  /** The secret of a call, which counts against the limits whether the link works or not. */
  function secretOf({ headers, ip }: FastifyRequest, reply: FastifyReply): string {
    reply.header('x-robots-tag', 'noindex')
    ofAddress(addressKey(ip))
    const secret = headers[linkHeader]
    const text = typeof secret === 'string' ? secret : ''
    return text.slice(0, 100)
  }

  async function linkOf(request: FastifyRequest, reply: FastifyReply) {
    const secret = secretOf(request, reply)
    const link = await sharedPages.find(secret)
    ofLink(link.id)
    return { secret, link }
  }

  mount(
    api.shares.page,
    async ({ request, reply, ifNoneMatch }) => sharedPages.page((await linkOf(request, reply)).secret, ifNoneMatch),
    { logsNothing: true },
  )
  mount(api.shares.visit, async ({ request, reply }) => {
    visits.count((await linkOf(request, reply)).link)
    return { message: 'Visit counted.' }
  })
  mount(api.shares.answer, async ({ request, reply, body }) => {
    const { secret } = await linkOf(request, reply)
    return shareAnswers.answer(secret, body.answer, request.ip)
  })
  mount(api.shares.file, async ({ request, reply, params }) => {
    const { secret, link } = await linkOf(request, reply)
    ofDownloads(link.id)
    return sendFile(reply, await sharedPages.file(secret, params.id), request.method === 'HEAD', files)
  })
  mount(
    api.shares.live,
    async ({ request, reply }) => {
      const { link } = await linkOf(request, reply)
      const tag = await sharedPages.tagOf(link.secret_hash)
      if (request.method === 'HEAD') return reply.send()
      const { raw } = reply
      const leave = shareReaders.join(link, tag, request.ip, readerOf(reply))
      if (raw.destroyed) leave()
      raw.once('close', leave)
      return reply
    },
    { isStream: true },
  )

  const every = (ms: number, work: () => void) => setInterval(work, ms).unref()
  const timers = [
    every(beatEveryMs, shareReaders.beat),
    every(readEveryMs, shareReaders.announceAll),
    every(checkEveryMs, () => {
      shareReaders.endDead().catch((error) => log.warn({ err: error }, 'Shared links could not be checked'))
    }),
  ]
  app.addHook('preClose', (done) => {
    for (const timer of timers) clearInterval(timer)
    shareReaders.endAll()
    void visits.flush().finally(() => done())
  })
}

/** A stream that begins with its first event. From then on, we control the connection instead of Fastify. */
function readerOf(reply: FastifyReply): Reader {
  const { raw } = reply
  function begin() {
    if (reply.sent) return
    reply.hijack()
    raw.socket?.setTimeout(0)
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    })
  }
  return {
    write(event, tag = '') {
      if (raw.writableEnded || raw.destroyed) return
      begin()
      if (raw.writableLength > maxUnreadBytes) raw.destroy()
      else raw.write(eventText(event, event === shareEvents.changed ? JSON.stringify(tag) : '{}'))
    },
    end: (event) => (raw.writableLength ? raw.destroy() : raw.end(eventText(event, '{}'))),
  }
}

/** As bytes to be saved, whatever they are. */
async function sendFile(reply: FastifyReply, row: FileRow, isHead: boolean, files: Pick<FileRules, 'read'>) {
  reply
    .type('application/octet-stream')
    .header('content-disposition', contentDisposition(row.name))
    .header('content-security-policy', downloadPolicy)
    .header('content-length', row.size)
  return reply.send(isHead ? undefined : await files.read(row))
}
