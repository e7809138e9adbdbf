import { api } from '../../contract/calls/api.ts'
import { maxListedChanges } from '../../contract/history.ts'
import type { Mount } from '../http/endpoint.ts'
import type { HistoryRules } from './history.ts'

export function historyRoutes(mount: Mount, history: HistoryRules) {
  mount(api.history.changes, ({ caller, query: { limit = '50', before, by, kind, via } }) =>
    history.changes(caller.owner, {
      limit: Math.min(Number(limit), maxListedChanges),
      ...(before ? { before: Number(before) } : {}),
      ...(by ? { by } : {}),
      ...(kind ? { kind } : {}),
      ...(via ? { via } : {}),
    }),
  )
  mount(api.history.steps, ({ caller }) => history.steps(caller.owner))
  mount(api.history.undo, ({ caller, body }) => history.undo(caller, body.change))
  mount(api.history.tokenUndo, ({ caller, query }) => history.tokenUndo(caller.owner, query))
  mount(api.history.undoToken, ({ caller, body }) => history.undoToken(caller, body))
  mount(api.history.redo, ({ caller }) => history.redo(caller))
}
