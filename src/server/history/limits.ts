import { AppError } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import type { KindRules } from './event-kinds.ts'

export type Limits = Pick<Config, 'maxTextBytes'>

/** Undo, redo and restoring may exceed a limit by this much: they work for an owner who has reached it, but not for ever. */
export const revertMargin = 1.1

/** Fails with `too_large` when a change makes the text of an owner's log exceed the limit. `room` is that of each of its events. */
export function checkText(
  { maxTextBytes }: Limits,
  textBytes: number,
  room: KindRules['room'][],
  isUndo: boolean,
): void {
  const isRevert = isUndo || room.every((kind) => kind !== 'takes')
  if (textBytes <= maxTextBytes * (isRevert ? revertMargin : 1)) return
  // Deleting is never refused: it is how an owner makes room.
  if (room.every((kind) => kind === 'frees')) return
  throw new AppError(
    'too_large',
    `Your tasks and their history would hold more than ${Math.round(maxTextBytes / 1_000_000)} MB of text, the most that this server allows, with tasks in the trash. Delete tasks and empty the trash first.`,
  )
}
