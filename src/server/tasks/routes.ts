import { AppError } from '../../contract/errors.ts'
import { api } from '../../contract/schemas/api.ts'
import type { HistoryRules } from '../history/history.ts'
import type { Mount } from '../http/endpoint.ts'
import type { TaskRules } from './tasks.ts'

export function taskRoutes(
  mount: Mount,
  { tasks, history }: { tasks: TaskRules; history: Pick<HistoryRules, 'ofSubject'> },
) {
  mount(api.tasks.list, ({ caller, query, request }) => tasks.list(caller, query, request.headers['if-none-match']), {
    answersHeadAtOnce: true,
  })

  mount(api.tasks.find, ({ caller, params }) => tasks.find(caller.owner, params.id))

  mount(api.tasks.create, async ({ caller, body }) => {
    const {
      tasks: [task],
      change,
    } = await tasks.create(caller, [body])
    if (!task) throw new Error('A task was created but not returned')
    return { message: 'Task created successfully!', task, change }
  })

  mount(
    api.tasks.bulkCreate,
    async ({ caller, body }) => {
      const { tasks: created, change } = await tasks.create(caller, body.tasks)
      return { message: `${counted(created.length)} created.`, tasks: created, change }
    },
    { takesLargeBody: true },
  )

  mount(api.tasks.bulkUpdate, async ({ caller, body }) => {
    const { tasks: changed, change } = await tasks.updateMany(caller, body.ids, body.change, body.versions)
    return { message: `${counted(changed.length)} updated.`, tasks: changed, change }
  })

  mount(api.tasks.bulkRemove, async ({ caller, body }) => {
    const { count, change } = await tasks.removeMany(caller, body.ids)
    return { message: `${counted(count)} deleted.`, change }
  })

  mount(api.tasks.update, async ({ caller, params, body, request }) => ({
    message: 'Task updated successfully!',
    ...(await tasks.update(caller, params.id, body, versionIn(request.headers['if-match']))),
  }))

  mount(api.tasks.remove, async ({ caller, params }) => {
    const change = await tasks.remove(caller, params.id)
    return { message: 'Task deleted successfully!', change }
  })

  mount(api.history.ofTask, async ({ caller, params }) => {
    const id = await tasks.idOf(caller.owner, params.id)
    return history.ofSubject(caller.owner, id)
  })
}

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`

/** The version that `If-Match: "3"` names, on which the change is based. */
function versionIn(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const version = /^("?)(\d{1,9})\1$/.exec(header)?.[2]
  if (!version) throw new AppError('invalid_input', 'If-Match must be a version of the task, such as "3".')
  return Number(version)
}
