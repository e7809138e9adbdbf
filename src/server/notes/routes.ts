import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { versionIn } from '../http/if-match.ts'
import type { NoteRules } from './notes.ts'

export function noteRoutes(mount: Mount, notes: NoteRules) {
  mount(api.notes.search, async ({ caller, query }) => ({ notes: await notes.search(caller.owner, query.q ?? '') }))
  mount(api.notes.ofTask, ({ caller, params, query: { limit, before } }) =>
    notes.ofTask(caller.owner, params.id, {
      ...(limit ? { limit: Number(limit) } : {}),
      ...(before ? { before: Number(before) } : {}),
    }),
  )
  mount(api.notes.add, ({ caller, params, body }) => notes.add(caller, params.id, body))
  mount(api.notes.edit, ({ caller, params, body, ifMatch }) =>
    notes.edit(caller, params.id, params.note, body.text, versionIn(ifMatch, 'note')),
  )
  mount(api.notes.remove, ({ caller, params }) => notes.remove(caller, params.id, params.note))
}
