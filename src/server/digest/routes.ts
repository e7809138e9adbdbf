import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { DigestRules } from './digests.ts'

/** In a scope of its own, because mail programs send forms, whose only field says what the address says already. */
export function digestRoutes(scope: FastifyInstance, mount: Mount, digests: DigestRules, basePath: string) {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) => done(null))
  }
  mount(api.accounts.unsubscribe, async ({ query }) => {
    await digests.unsubscribe(query.token)
    return { message: 'The digest is stopped. You can switch it on again in the settings.' }
  })
  mount(api.accounts.unsubscribePage, ({ query, reply }) =>
    reply.redirect(`${basePath}#/unsubscribe?token=${encodeURIComponent(query.token)}`, 302),
  )
}
