import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { IssueSourceRules } from './issue-sources.ts'

export function issueSourceRoutes(mount: Mount, sources: IssueSourceRules, events: Pick<SecurityEvents, 'record'>) {
  const calls = api.issueSources
  mount(calls.list, async ({ caller }) => ({ sources: await sources.list(caller.owner) }))
  mount(calls.create, async ({ caller, body, request }) => {
    const made = await sources.create(caller, body)
    await events.record('repository connected', request, caller.owner, { about: made.source.repository })
    return made
  })
  mount(calls.update, ({ caller, params, body }) => sources.update(caller, params.id, body))
  mount(calls.sync, ({ caller, params }) => sources.sync(caller, params.id))
  mount(calls.pause, ({ caller, params }) => sources.pause(caller, params.id))
  mount(calls.resume, ({ caller, params }) => sources.resume(caller, params.id))
  mount(calls.remove, ({ caller, params }) => sources.remove(caller, params.id))
}
