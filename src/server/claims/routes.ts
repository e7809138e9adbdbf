import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { ClaimRules } from './claims.ts'

export function claimRoutes(mount: Mount, { claims }: { claims: ClaimRules }) {
  mount(api.claims.claim, ({ caller, body }) => claims.claim(caller, body))
  mount(api.claims.renew, ({ caller, body }) => claims.renew(caller, body))
  mount(api.claims.release, ({ caller, body }) => claims.release(caller, body.ids), { takesLargeBody: true })
  mount(api.claims.handOver, ({ caller, body }) => claims.handOver(caller, body), { takesLargeBody: true })
}
