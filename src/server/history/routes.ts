import { historyCalls as calls } from '../../contract/history.ts'
import { historySchemas as schemas } from '../../contract/schemas/history.ts'
import type { SignedIn } from '../accounts/sessions.ts'
import type { Mount } from '../http/endpoint.ts'
import type { HistoryRules } from './history.ts'

export function historyRoutes(mount: Mount<SignedIn>, history: HistoryRules) {
  mount(calls.steps, schemas.steps, ({ user }) => history.steps(user.id))
  mount(calls.undo, schemas.undo, ({ user, body }) => history.undo(user.id, body.change))
  mount(calls.redo, schemas.redo, ({ user }) => history.redo(user.id))
}
