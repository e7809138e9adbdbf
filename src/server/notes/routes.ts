import { api } from '../../contract/calls/api.ts'
import { questionLimits } from '../../contract/questions.ts'
import type { Mount } from '../http/endpoint.ts'
import { versionIn } from '../http/if-match.ts'
import type { NoteRules } from './notes.ts'
import type { QuestionRules } from './questions.ts'

export function noteRoutes(mount: Mount, { notes, questions }: { notes: NoteRules; questions: QuestionRules }) {
  mount(api.notes.search, async ({ caller, query }) => ({ notes: await notes.search(caller.owner, query.q ?? '') }))
  mount(api.notes.ofTask, ({ caller, params, query: { limit, before } }) =>
    notes.ofTask(caller, params.id, {
      ...(limit ? { limit: Number(limit) } : {}),
      ...(before ? { before: Number(before) } : {}),
    }),
  )
  mount(api.notes.add, ({ caller, params, body }) => notes.add(caller, params.id, body))
  mount(api.notes.edit, ({ caller, params, body, ifMatch }) =>
    notes.edit(caller, params.id, params.note, body.text, versionIn(ifMatch, 'note')),
  )
  mount(api.notes.remove, ({ caller, params }) => notes.remove(caller, params.id, params.note))

  mount(api.questions.list, ({ caller, query: { limit, before } }) =>
    questions.list(caller.owner, { ...(limit ? { limit: Number(limit) } : {}), ...(before ? { before } : {}) }),
  )
  mount(api.questions.ask, ({ caller, params, body }) => questions.ask(caller, params.id, body))
  mount(api.questions.answer, ({ caller, params, body }) =>
    questions.answer(caller, params.id, params.note, body.answer),
  )
  mount(api.questions.withdraw, ({ caller, params }) => questions.withdraw(caller, params.id, params.note))
  mount(api.questions.wait, ({ caller, params, body, holdOn }) =>
    questions.wait(caller, params.id, params.note, body.seconds ?? questionLimits.waitSeconds, holdOn),
  )
}
