import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../http/logging.ts'
import type { TokenRules } from './tokens.ts'

export function tokenRoutes(mount: Mount, { tokens, events }: { tokens: TokenRules; events: SecurityEvents }) {
  mount(api.tokens.list, async ({ caller }) => ({ tokens: await tokens.list(caller.owner) }))

  mount(api.tokens.create, async ({ caller, body, request }) => {
    const made = await tokens.create(caller, body)
    events.record('token made', request, caller.owner)
    return made
  })

  mount(api.tokens.revoke, async ({ caller, params, request }) => {
    const answer = await tokens.revoke(caller, params.id)
    events.record('token revoked', request, caller.owner)
    return answer
  })

  mount(api.tokens.whoami, ({ caller }) => tokens.whoami(caller))
}
