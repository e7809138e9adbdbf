import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { AgentRules } from './agents.ts'

export function agentListRoutes(mount: Mount, agents: AgentRules) {
  mount(api.agents.list, ({ caller, query }) => agents.list(caller.owner, query.since))
}
