import { archiveType } from '../../contract/archives.ts'
import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { demandSameOrigin } from '../http/security.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { ArchiveRules } from './archives.ts'
import { continuationIn } from './continuing.ts'

export function archiveRoutes(mount: Mount, archives: ArchiveRules, events: Pick<SecurityEvents, 'record'>) {
  mount(api.archives.size, ({ caller }) => archives.size(caller))

  mount(
    api.archives.download,
    async ({ caller, request, reply }) => {
      demandSameOrigin(request)
      const { stream, tag, part } = await archives.archive(caller, continuationIn(request.headers))
      await events.record('data exported', request, caller.owner)
      const name = `taskdeck-${new Date().toISOString().slice(0, 10)}.zip`
      reply
        .type(archiveType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('accept-ranges', 'bytes')
        .header('etag', tag)
      if (part) {
        const { first, length } = part
        reply.code(206).header('content-range', `bytes ${first}-${length - 1}/${length}`)
        reply.header('content-length', length - first)
      }
      return reply.send(stream)
    },
    { answersHeadAtOnce: true },
  )
}
