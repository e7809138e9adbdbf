import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { TokenRules } from './tokens.ts'

/** Tells the owner that a token was made. */
export interface NewTokenNotice {
  tell: (owner: string, notice: 'token', client: { ip: string }) => void
}

interface Dependencies {
  tokens: TokenRules
  events: SecurityEvents
  notices: NewTokenNotice
}

export function tokenRoutes(mount: Mount, { tokens, events, notices }: Dependencies) {
  mount(api.tokens.list, async ({ caller }) => ({ tokens: await tokens.list(caller.owner) }))

  mount(api.tokens.create, async ({ caller, body, request }) => {
    const made = await tokens.create(caller, body)
    await events.record('token made', request, caller.owner, { about: body.name })
    notices.tell(caller.owner, 'token', request)
    return made
  })

  mount(api.tokens.limit, async ({ caller, params, request }) => {
    const answer = await tokens.limit(caller, params.id)
    await events.record('token limited', request, caller.owner)
    return answer
  })

  mount(api.tokens.revoke, async ({ caller, params, request }) => {
    const answer = await tokens.revoke(caller, params.id)
    await events.record('token revoked', request, caller.owner)
    return answer
  })

  mount(api.tokens.whoami, ({ caller }) => tokens.whoami(caller))
}
