import { api } from '../../contract/calls/api.ts'
import { AppError } from '../../contract/errors.ts'
import type { HistoryRules } from '../history/history.ts'
import type { Mount } from '../http/endpoint.ts'
import { versionIn } from '../http/if-match.ts'
import type { TaskRules } from './tasks.ts'

export function taskRoutes(
  mount: Mount,
  { tasks, history }: { tasks: TaskRules; history: Pick<HistoryRules, 'ofSubject'> },
) {
  mount(api.tasks.list, ({ caller, query, ifNoneMatch }) => tasks.list(caller, query, ifNoneMatch), {
    answersHeadAtOnce: true,
    logsNothing: true,
  })

  mount(api.tasks.page, ({ caller, query }) => tasks.page(caller.owner, query))

  mount(api.tasks.find, ({ caller, params }) => tasks.find(caller.owner, params.id), { logsNothing: true })

  mount(api.tasks.create, ({ caller, body }) => tasks.create(caller, body))
  mount(api.tasks.bulkCreate, ({ caller, body }) => tasks.createMany(caller, body.tasks), { takesLargeBody: true })
  mount(
    api.tasks.bulkUpdate,
    ({ caller, body: { ids, change, versions, next } }) => tasks.updateMany(caller, ids, change, versions, next),
    { takesLargeBody: true },
  )
  mount(api.tasks.bulkRemove, ({ caller, body }) => tasks.removeMany(caller, body.ids), { takesLargeBody: true })
  mount(api.tasks.update, ({ caller, params, body, ifMatch }) =>
    tasks.update(caller, params.id, body, versionIn(ifMatch)),
  )
  mount(api.tasks.remove, ({ caller, params }) => tasks.remove(caller, params.id))

  mount(api.tasks.links, ({ caller, params }) => tasks.links(caller.owner, params.id))
  mount(api.tasks.link, ({ caller, params, body, ifMatch }) => tasks.link(caller, params.id, body, versionIn(ifMatch)))
  mount(api.tasks.unlink, ({ caller, params: { id, ...link }, ifMatch }) =>
    tasks.unlink(caller, id, link, versionIn(ifMatch)),
  )

  mount(api.history.ofTask, async ({ caller, params, query: { limit, before } }) => {
    if (before && !limit) throw new AppError('invalid_input', 'before needs a limit, such as limit=100.')
    const id = await tasks.idOf(caller.owner, params.id)
    const range = limit && { limit: Number(limit), ...(before ? { before: Number(before) } : {}) }
    return history.ofSubject(caller.owner, id, range || undefined)
  })
}
