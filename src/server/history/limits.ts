import { AppError } from '../../contract/errors.ts'
import type { EventKind } from '../../contract/history.ts'
import type { Config } from '../config.ts'

export type Limits = Pick<Config, 'maxTextBytes' | 'maxLabels'>

/** Undo, redo and restoring may exceed a limit by this much: they work for an owner who has reached it, but not for ever. */
const revertMargin = 1.1

/** Deleting is never refused: it is how an owner makes room. */
const deletes = new Set<EventKind>(['trashed', 'detached', 'purged', 'erased'])
const reverts = new Set<EventKind>(['restored', 'attached'])

/** Fails with `too_large` when a change makes the text of an owner's log exceed the limit. `kinds` are those of its events. */
export function checkText({ maxTextBytes }: Limits, textBytes: number, kinds: EventKind[], isUndo: boolean): void {
  const isRevert = isUndo || kinds.every((kind) => reverts.has(kind) || deletes.has(kind))
  if (textBytes <= maxTextBytes * (isRevert ? revertMargin : 1)) return
  if (kinds.every((kind) => deletes.has(kind))) return
  throw new AppError(
    'too_large',
    `Your tasks and their history would hold more than ${Math.round(maxTextBytes / 1_000_000)} MB of text, the most that this server allows, with tasks in the trash. Delete tasks and empty the trash first.`,
  )
}

/** Fails with `too_large` when an owner who has `count` labels has too many by those that a change has added. */
export function checkLabels({ maxLabels }: Limits, count: number, added: string[], isUndo: boolean): void {
  if (count <= maxLabels * (isUndo ? revertMargin : 1)) return
  const firstTooMany = added.at(-Math.min(count - maxLabels, added.length))
  throw new AppError(
    'too_large',
    `With the label "${firstTooMany}" you would use more than ${maxLabels} labels, the most that this server allows, with those of tasks in the trash. Use one that you have, or remove one from all its tasks first.`,
  )
}
