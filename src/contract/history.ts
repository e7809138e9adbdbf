import { endpoint } from './endpoint.ts'
import type { historySchemas } from './schemas/history.ts'

/** What can happen to a task or a file of it. `purged` (a task) and `erased` (a file) are for good and cannot be undone. */
export const eventKinds = [
  'created',
  'updated',
  'trashed',
  'restored',
  'purged',
  'attached',
  'detached',
  'erased',
] as const
export type EventKind = (typeof eventKinds)[number]

type S = typeof historySchemas

export const historyCalls = {
  ofTask: endpoint<S['ofTask']>('GET', '/tasks/task/:id/history'),
  undo: endpoint<S['undo']>('POST', '/tasks/undo'),
  redo: endpoint<S['redo']>('POST', '/tasks/redo'),
}
