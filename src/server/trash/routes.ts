import { api } from '../../contract/schemas/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { TrashRules } from './trash.ts'

export function trashRoutes(mount: Mount, trash: TrashRules) {
  mount(api.trash.list, ({ caller }) => trash.list(caller.owner), {
    answersHeadAtOnce: true,
  })
  mount(api.trash.restore, async ({ caller, params }) => ({
    message: 'Task restored.',
    ...(await trash.restore(caller, params.id)),
  }))
  mount(api.trash.purge, async ({ caller, params }) => {
    await trash.purge(caller, params.id)
    return { message: 'Task deleted for good.' }
  })
  mount(api.trash.restoreFile, async ({ caller, params }) => ({
    message: 'File restored.',
    ...(await trash.restoreFile(caller, params.id, params.file)),
  }))
  mount(api.trash.purgeFile, async ({ caller, params }) => {
    await trash.purgeFile(caller, params.id, params.file)
    return { message: 'File deleted for good.' }
  })
  mount(api.trash.empty, async ({ caller }) => {
    const count = await trash.empty(caller)
    return { message: count ? 'The trash is empty.' : 'The trash was empty already.' }
  })
}
