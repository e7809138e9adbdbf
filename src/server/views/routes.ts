import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { ViewRules } from './views.ts'

export function viewRoutes(mount: Mount, views: ViewRules) {
  mount(api.views.list, async ({ caller }) => ({ views: await views.list(caller.owner) }))
  mount(api.views.create, ({ caller, body }) => views.create(caller, body))
  mount(api.views.update, ({ caller, params, body }) => views.update(caller, params.id, body))
  mount(api.views.remove, ({ caller, params }) => views.remove(caller, params.id))
}
