import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { LabelColourRules } from './colours.ts'

export function labelRoutes(mount: Mount, colours: LabelColourRules) {
  mount(api.labels.colours, async ({ caller }) => ({ labels: await colours.list(caller.owner) }))
  mount(api.labels.setColour, ({ caller, body }) => colours.set(caller, body.label, body.colour))
}
