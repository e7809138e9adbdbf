import { AppError } from '../../contract/errors.ts'
import type { Config } from '../settings/config.ts'
import type { Room } from './room.ts'

export type Limits = Pick<Config, 'maxTextBytes'>

/** Undo, redo and restore may exceed a limit by this factor, so that they work for an owner who has reached it, but not without end. */
export const revertMargin = 1.1

/** Fails with `too_large` if a change makes the text of an owner's log exceed the limit. `room` lists the `room` of each of its events. */
export function checkText({ maxTextBytes }: Limits, textBytes: number, room: Room[], isUndo: boolean): void {
  const isRevert = isUndo || room.every((kind) => kind !== 'takes')
  if (textBytes <= maxTextBytes * (isRevert ? revertMargin : 1)) return
  // Deleting is never refused, because it is how an owner makes room.
  if (room.every((kind) => kind === 'frees')) return
  throw new AppError(
    'too_large',
    `Your tasks and their history, including the trash, would exceed the limit of ${Math.round(maxTextBytes / 1_000_000)} MB of text. Delete tasks and empty the trash first.`,
  )
}
