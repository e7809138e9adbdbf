import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { PasskeyRules } from './passkeys.ts'

interface Dependencies {
  passkeys: PasskeyRules
  events: Pick<SecurityEvents, 'record'>
  notices: { tell: (owner: string, notice: 'passkey added' | 'passkey removed', client: { ip: string }) => void }
}

/** The passkeys of a user, who has signed in. */
export function passkeyRoutes(mount: Mount, { passkeys, events, notices }: Dependencies) {
  mount(api.passkeys.list, ({ caller, request }) => passkeys.list(caller.owner, request.host))

  mount(api.passkeys.beginAdding, ({ caller, request }) => passkeys.beginAdding(caller, request.host))

  mount(api.passkeys.add, async ({ caller, body, request }) => {
    const answer = await passkeys.add(caller, body, request.host)
    await events.record('passkey added', request, caller.owner, { about: answer.passkey.name })
    notices.tell(caller.owner, 'passkey added', request)
    return answer
  })

  mount(api.passkeys.rename, ({ caller, params, body }) => passkeys.rename(caller, params.id, body.name))

  mount(api.passkeys.remove, async ({ caller, params, request }) => {
    const about = await passkeys.nameOf(caller.owner, params.id)
    const answer = await passkeys.remove(caller, params.id)
    // A repetition of the call removes nothing.
    if (about !== undefined) {
      await events.record('passkey removed', request, caller.owner, { about })
      notices.tell(caller.owner, 'passkey removed', request)
    }
    return answer
  })
}
