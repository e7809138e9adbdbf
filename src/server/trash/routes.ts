import { trashSchemas as schemas } from '../../contract/schemas/trash.ts'
import { trashCalls as calls } from '../../contract/trash.ts'
import type { SignedIn } from '../accounts/sessions.ts'
import type { Mount } from '../http/endpoint.ts'
import type { TrashRules } from './trash.ts'

export function trashRoutes(mount: Mount<SignedIn>, trash: TrashRules) {
  mount(calls.list, schemas.list, ({ user }) => trash.list(user.id), {
    answersHeadAtOnce: true,
  })
  mount(calls.restore, schemas.restore, async ({ user, params }) => ({
    message: 'Task restored.',
    ...(await trash.restore(user.id, params.id)),
  }))
  mount(calls.purge, schemas.purge, async ({ user, params }) => {
    await trash.purge(user.id, params.id)
    return { message: 'Task deleted for good.' }
  })
  mount(calls.restoreFile, schemas.restoreFile, async ({ user, params }) => ({
    message: 'File restored.',
    ...(await trash.restoreFile(user.id, params.id, params.file)),
  }))
  mount(calls.purgeFile, schemas.purgeFile, async ({ user, params }) => {
    await trash.purgeFile(user.id, params.id, params.file)
    return { message: 'File deleted for good.' }
  })
  mount(calls.empty, schemas.empty, async ({ user }) => {
    const count = await trash.empty(user.id)
    return { message: count ? 'The trash is empty.' : 'The trash was empty already.' }
  })
}
