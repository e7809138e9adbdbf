import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { ShareRules } from './shares.ts'

/** The calls with which owners manage their links. */
export function shareRoutes(mount: Mount, shares: ShareRules) {
  mount(api.shares.list, async ({ caller }) => ({ shares: await shares.list(caller.owner) }))
  mount(api.shares.create, ({ caller, body }) => shares.create(caller, body))
  mount(api.shares.update, ({ caller, params, body }) => shares.update(caller, params.id, body))
  mount(api.shares.renew, ({ caller, params }) => shares.renew(caller, params.id))
  mount(api.shares.remove, ({ caller, params }) => shares.remove(caller, params.id))
}
