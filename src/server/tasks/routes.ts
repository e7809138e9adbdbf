import { AppError } from '../../contract/errors.ts'
import { historyCalls } from '../../contract/history.ts'
import { historySchemas } from '../../contract/schemas/history.ts'
import { taskSchemas as schemas } from '../../contract/schemas/tasks.ts'
import { taskCalls as calls } from '../../contract/tasks.ts'
import type { SignedIn } from '../accounts/sessions.ts'
import type { HistoryRules } from '../history/history.ts'
import type { Mount } from '../http/endpoint.ts'
import type { TaskRules } from './tasks.ts'

export function taskRoutes(
  mount: Mount<SignedIn>,
  { tasks, history }: { tasks: TaskRules; history: Pick<HistoryRules, 'ofSubject'> },
) {
  mount(
    calls.list,
    schemas.list,
    ({ user, query, request }) => tasks.list(user, query, request.headers['if-none-match']),
    { answersHeadAtOnce: true },
  )

  mount(calls.find, schemas.find, ({ user, params }) => tasks.find(user.id, params.id))

  mount(calls.create, schemas.create, async ({ user, body }) => {
    const {
      tasks: [task],
      change,
    } = await tasks.create(user.id, [body])
    if (!task) throw new Error('a task was created but not answered')
    return { message: 'Task created successfully!', task, change }
  })

  mount(
    calls.bulkCreate,
    schemas.bulkCreate,
    async ({ user, body }) => {
      const { tasks: created, change } = await tasks.create(user.id, body.tasks)
      return { message: `${counted(created.length)} created.`, tasks: created, change }
    },
    { takesLargeBody: true },
  )

  mount(calls.bulkUpdate, schemas.bulkUpdate, async ({ user, body }) => {
    const { tasks: changed, change } = await tasks.updateMany(user.id, body.ids, body.change)
    return { message: `${counted(changed.length)} updated.`, tasks: changed, change }
  })

  mount(calls.bulkRemove, schemas.bulkRemove, async ({ user, body }) => {
    const { count, change } = await tasks.removeMany(user.id, body.ids)
    return { message: `${counted(count)} deleted.`, change }
  })

  mount(calls.update, schemas.update, async ({ user, params, body, request }) => ({
    message: 'Task updated successfully!',
    ...(await tasks.update(user.id, params.id, body, versionIn(request.headers['if-match']))),
  }))

  mount(calls.remove, schemas.remove, async ({ user, params }) => {
    const change = await tasks.remove(user.id, params.id)
    return { message: 'Task deleted successfully!', change }
  })

  mount(historyCalls.ofTask, historySchemas.ofTask, async ({ user, params }) => {
    const id = await tasks.idOf(user.id, params.id)
    return history.ofSubject(user.id, id)
  })
}

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`

/** The version that `If-Match: "3"` names. */
function versionIn(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const version = /^("?)(\d{1,9})\1$/.exec(header)?.[2]
  if (!version) throw new AppError('invalid_input', 'If-Match must name a version of the task, such as "3".')
  return Number(version)
}
