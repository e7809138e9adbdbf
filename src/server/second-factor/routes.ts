import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { SecondFactorRules } from './second-factor.ts'

interface Dependencies {
  secondFactor: SecondFactorRules
  events: SecurityEvents
  notices: {
    tell: (owner: string, notice: 'codes on' | 'codes off' | 'recovery codes', client: { ip: string }) => void
  }
}

export function secondFactorRoutes(mount: Mount, { secondFactor, events, notices }: Dependencies) {
  mount(api.secondFactor.get, ({ caller }) => secondFactor.get(caller.owner))

  mount(api.secondFactor.begin, ({ caller, request }) => secondFactor.begin(caller, request.host))

  mount(api.secondFactor.confirm, async ({ caller, body, request }) => {
    const recoveryCodes = await secondFactor.confirm(caller, body.code)
    await events.record('one-time codes turned on', request, caller.owner)
    notices.tell(caller.owner, 'codes on', request)
    return { message: 'One-time codes are on.', recoveryCodes }
  })

  mount(api.secondFactor.remove, async ({ caller, request }) => {
    const answer = await secondFactor.remove(caller)
    await events.record('one-time codes turned off', request, caller.owner)
    notices.tell(caller.owner, 'codes off', request)
    return answer
  })

  mount(api.secondFactor.renew, async ({ caller, request }) => {
    const recoveryCodes = await secondFactor.renew(caller)
    await events.record('recovery codes renewed', request, caller.owner)
    notices.tell(caller.owner, 'recovery codes', request)
    return { message: 'The old recovery codes no longer work.', recoveryCodes }
  })

  mount(api.secondFactor.distrust, async ({ caller, request }) => {
    const answer = await secondFactor.distrust(caller)
    await events.record('trusted devices forgotten', request, caller.owner)
    return answer
  })
}
