import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { demandSameOrigin } from '../http/security.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { ArchiveRules } from './archives.ts'

export function archiveRoutes(mount: Mount, archives: ArchiveRules, events: Pick<SecurityEvents, 'record'>) {
  mount(api.archives.size, ({ caller }) => archives.size(caller))

  mount(
    api.archives.download,
    async ({ caller, request, reply }) => {
      demandSameOrigin(request)
      const stream = await archives.archive(caller)
      await events.record('data exported', request, caller.owner)
      const name = `taskdeck-${new Date().toISOString().slice(0, 10)}.zip`
      reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(stream)
    },
    { answersHeadAtOnce: true },
  )
}
