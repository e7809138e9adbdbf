/** The events of a task. `purged` is permanent and cannot be undone. */
export const taskEventKinds = ['created', 'updated', 'trashed', 'restored', 'purged'] as const
/** The events of a task's file. `erased` is permanent and cannot be undone. */
export const fileEventKinds = ['attached', 'detached', 'erased'] as const
/** The event of a commit, branch or change request that names a task, or no longer names it. */
export const gitEventKinds = ['referenced'] as const
/** The event of a note: added, edited or deleted. */
export const noteEventKinds = ['noted'] as const
/** The event of a receipt: added, hidden by an undo, or shown again. */
export const receiptEventKinds = ['proved'] as const
export const eventKinds = [
  ...taskEventKinds,
  ...fileEventKinds,
  ...gitEventKinds,
  ...noteEventKinds,
  ...receiptEventKinds,
] as const
/** The ways of making a change by which the activity is filtered. */
export const changeMakers = ['person', 'token', 'agent', 'webhook'] as const
export type ChangeMaker = (typeof changeMakers)[number]
/** At most so many changes are listed at once. */
export const maxListedChanges = 100

/** The maximum number of tasks in the list of what an undo of a token's work changes. */
export const maxUndoneTasks = 500
/** The maximum number of changes of a token that are undone at once. */
export const maxUndoneChanges = 50_000

export type EventKind = (typeof eventKinds)[number]

/** The message when nothing is left to undo or redo. */
export const nothingTo = (word: 'undo' | 'redo') => `There is nothing to ${word}.`
