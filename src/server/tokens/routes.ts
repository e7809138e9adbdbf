import type { Logger } from 'pino'
import { api } from '../../contract/schemas/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { logEvent } from '../http/logging.ts'
import type { TokenRules } from './tokens.ts'

export function tokenRoutes(mount: Mount, { tokens, log }: { tokens: TokenRules; log: Logger }) {
  mount(api.tokens.list, async ({ caller }) => ({ tokens: await tokens.list(caller.owner) }))

  mount(api.tokens.create, async ({ caller, body, request }) => {
    const made = await tokens.create(caller, body)
    logEvent(log, 'token made', request, caller.owner)
    return made
  })

  mount(api.tokens.revoke, async ({ caller, params, request }) => {
    const answer = await tokens.revoke(caller, params.id)
    logEvent(log, 'token revoked', request, caller.owner)
    return answer
  })

  mount(api.tokens.whoami, ({ caller }) => tokens.whoami(caller))
}
