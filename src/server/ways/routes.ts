import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { clientOf } from '../http/session.ts'
import type { ButtonRules } from './button-rules.ts'
import type { WayRules } from './ways.ts'

export function wayRoutes(mount: Mount, ways: WayRules, buttons: ButtonRules) {
  mount(api.ways.list, ({ caller }) => ways.list(caller))
  mount(api.ways.create, ({ caller, body }) => ways.create(caller, body))
  mount(api.ways.subscribe, ({ caller, body, request }) => ways.subscribe(caller, clientOf(request), body))
  mount(api.ways.unsubscribe, ({ caller, body }) => ways.unsubscribe(caller, body.endpoint))
  mount(api.ways.update, ({ caller, params, body }) => ways.update(caller, params.id, body))
  mount(api.ways.remove, ({ caller, params }) => ways.remove(caller, params.id))
  mount(api.ways.press, ({ body }) => buttons.press(body.button))
  mount(api.ways.test, ({ caller, params }) => ways.test(caller, params.id))
}
