import { endpoint } from './endpoint.ts'
import type { historySchemas } from './schemas/history.ts'

/** What can happen to a task. `purged` is for good and cannot be undone. */
export const taskEventKinds = ['created', 'updated', 'trashed', 'restored', 'purged'] as const
/** What can happen to a file of a task. `erased` is for good and cannot be undone. */
export const fileEventKinds = ['attached', 'detached', 'erased'] as const
export const eventKinds = [...taskEventKinds, ...fileEventKinds] as const
export type EventKind = (typeof eventKinds)[number]

/** The message when nothing is left to undo or redo. */
export const nothingTo = (word: 'undo' | 'redo') => `There is nothing to ${word}.`

type S = typeof historySchemas

export const historyCalls = {
  ofTask: endpoint<S['ofTask']>('GET', '/tasks/task/:id/history'),
  steps: endpoint<S['steps']>('GET', '/tasks/undo'),
  undo: endpoint<S['undo']>('POST', '/tasks/undo'),
  redo: endpoint<S['redo']>('POST', '/tasks/redo'),
}
