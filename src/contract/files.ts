import { endpoint } from './endpoint.ts'
import type { fileSchemas } from './schemas/files.ts'

type S = typeof fileSchemas

export const fileCalls = {
  upload: endpoint<S['upload']>('POST', '/tasks/task/:id/upload', { status: 201 }),
  download: endpoint<S['download']>('GET', '/tasks/task/:id/files/:file'),
  remove: endpoint<S['remove']>('DELETE', '/tasks/task/:id/files/:file'),
}
