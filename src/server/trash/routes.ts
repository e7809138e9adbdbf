import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { TrashRules } from './trash.ts'

export function trashRoutes(mount: Mount, trash: TrashRules) {
  mount(api.trash.list, ({ caller }) => trash.list(caller.owner), {
    answersHeadAtOnce: true,
  })
  mount(api.trash.restore, ({ caller, params }) => trash.restore(caller, params.id))
  mount(api.trash.purge, ({ caller, params }) => trash.purge(caller, params.id))
  mount(api.trash.restoreFile, ({ caller, params }) => trash.restoreFile(caller, params.id, params.file))
  mount(api.trash.purgeFile, ({ caller, params }) => trash.purgeFile(caller, params.id, params.file))
  mount(api.trash.empty, ({ caller }) => trash.empty(caller))
}
