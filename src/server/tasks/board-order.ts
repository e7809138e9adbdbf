import { AppError } from '../../contract/errors.ts'
import type { Place } from '../../contract/schemas/tasks.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { keyOf } from './task-ids.ts'
import type { TaskWrites } from './task-writes.ts'

/** The numbers of neighbours on either side to move apart, tried in this order. */
const neighboursMoved = [0, 32, 512]

/**
 * Finds a position for a task between two others. If no number is left between them, or both have the same position, their neighbours are
 * moved apart in the same change. Fails with `conflict` if both neighbours have left the board.
 */
export async function makeRoom(
  tasks: TaskWrites,
  draft: Draft,
  moved: TaskRow,
  { above, below }: Place,
): Promise<number> {
  const upper = await onBoard(tasks, draft, above)
  const anchor = upper ?? (await onBoard(tasks, draft, below))
  if (!anchor) {
    throw new AppError(
      'conflict',
      'The tasks next to it are no longer on the board. Nothing was moved. Please try again.',
    )
  }
  const beside = async (way: 'above' | 'below', count: number) => {
    const own = way === 'above' ? upper === anchor : upper !== anchor
    const rows = (await tasks.beside(draft, anchor, way, count + 2)).filter((row) => row.id !== moved.id)
    return own ? [anchor, ...rows] : rows
  }
  for (const count of neighboursMoved) {
    const [over, under] = [await beside('above', count), await beside('below', count)]
    const apart = [...over.slice(0, count).toReversed(), moved, ...under.slice(0, count)]
    const positions = spread(apart.length, over[count]?.position, under[count]?.position)
    if (!positions) continue
    for (const [index, row] of apart.entries()) {
      if (row !== moved) await tasks.set(draft, row, { position: positions[index] as number })
    }
    return positions[apart.indexOf(moved)] as number
  }
  throw new AppError('conflict', 'Too many tasks share this place on the board. Move it to the top or the bottom.')
}

async function onBoard(tasks: TaskWrites, draft: Draft, id: string | undefined): Promise<TaskRow | undefined> {
  const row = id === undefined ? undefined : await tasks.find(draft, keyOf(id))
  return row?.trashed_at ? undefined : row
}

/** Evenly spaced numbers between two others, highest first; undefined if there are not enough. */
export function spread(count: number, high: number | undefined, low: number | undefined): number[] | undefined {
  const top = high ?? (low ?? 0) + count + 1
  const bottom = low ?? top - count - 1
  const step = top / (count + 1) - bottom / (count + 1)
  const numbers = Array.from({ length: count }, (_, index) => top - step * (index + 1))
  const all = [top, ...numbers, bottom]
  return all.every((number, index) => index === 0 || number < (all[index - 1] as number)) ? numbers : undefined
}
