/** The events of a task. `purged` is permanent and cannot be undone. */
export const taskEventKinds = ['created', 'updated', 'trashed', 'restored', 'purged'] as const
/** The events of a task's file. `erased` is permanent and cannot be undone. */
export const fileEventKinds = ['attached', 'detached', 'erased'] as const
/** The event of a commit, branch or change request that names a task, or no longer names it. */
export const gitEventKinds = ['referenced'] as const
export const eventKinds = [...taskEventKinds, ...fileEventKinds, ...gitEventKinds] as const
export type EventKind = (typeof eventKinds)[number]

/** The message when nothing is left to undo or redo. */
export const nothingTo = (word: 'undo' | 'redo') => `There is nothing to ${word}.`
