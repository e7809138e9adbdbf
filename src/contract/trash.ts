import { endpoint } from './endpoint.ts'
import type { trashSchemas } from './schemas/trash.ts'

/** How long the trash keeps things. */
export const trashDays = 30

type S = typeof trashSchemas

export const trashCalls = {
  list: endpoint<S['list']>('GET', '/tasks/trash'),
  restore: endpoint<S['restore']>('POST', '/tasks/trash/:id/restore'),
  purge: endpoint<S['purge']>('DELETE', '/tasks/trash/:id'),
  restoreFile: endpoint<S['restoreFile']>('POST', '/tasks/task/:id/files/:file/restore'),
  purgeFile: endpoint<S['purgeFile']>('DELETE', '/tasks/task/:id/files/:file/forever'),
  empty: endpoint<S['empty']>('DELETE', '/tasks/trash'),
}
