import { taskSchemas as schemas } from '../../contract/schemas/tasks.ts'
import { taskCalls as calls } from '../../contract/tasks.ts'
import type { SignedIn } from '../accounts/sessions.ts'
import { type Mount, RawJson } from '../http/endpoint.ts'
import type { TaskRules } from './tasks.ts'

export function taskRoutes(mount: Mount<SignedIn>, tasks: TaskRules) {
  mount(calls.list, schemas.list, async ({ user, query }) => new RawJson(await tasks.list(user.id, query.status)))

  mount(calls.find, schemas.find, async ({ user, params }) => new RawJson(await tasks.find(user.id, params.id)))

  mount(calls.create, schemas.create, async ({ user, body }) => {
    const [task] = await tasks.create(user.id, [body])
    if (!task) throw new Error('a task was created but not answered')
    return { message: 'Task created successfully!', task }
  })

  mount(calls.bulkCreate, schemas.bulkCreate, async ({ user, body }) => {
    const created = await tasks.create(user.id, body.tasks)
    return { message: `${created.length} ${created.length === 1 ? 'task' : 'tasks'} created.`, tasks: created }
  })

  mount(calls.update, schemas.update, async ({ user, params, body }) => ({
    message: 'Task updated successfully!',
    task: await tasks.update(user.id, params.id, body),
  }))

  mount(calls.remove, schemas.remove, async ({ user, params }) => {
    await tasks.remove(user.id, params.id)
    return { message: 'Task deleted successfully!' }
  })
}
