import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { GitRules } from './git.ts'

export function gitRoutes(mount: Mount, git: GitRules) {
  mount(api.git.ofTask, async ({ caller, params }) => ({ references: await git.ofTask(caller.owner, params.id) }))
  mount(api.git.report, ({ caller, params, body }) => git.report(caller, params.id, body))
}
