import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from './security-events.ts'

export function securityEventRoutes(mount: Mount, events: SecurityEvents) {
  mount(api.securityEvents.list, ({ caller, query }) => events.list(caller.owner, query.after))
}
