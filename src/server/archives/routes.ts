import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { demandSameOrigin } from '../http/security.ts'
import type { ArchiveRules } from './archives.ts'

export function archiveRoutes(mount: Mount, archives: ArchiveRules) {
  mount(api.archives.size, ({ caller }) => archives.size(caller))

  mount(
    api.archives.download,
    async ({ caller, request, reply }) => {
      demandSameOrigin(request)
      const stream = await archives.archive(caller)
      const name = `taskdeck-${new Date().toISOString().slice(0, 10)}.zip`
      reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(stream)
    },
    { answersHeadAtOnce: true },
  )
}
