import { AppError } from '../../contract/errors.ts'
import type { Values } from '../../contract/schemas/history.ts'
import type { EventRow, TaskRow } from '../database/schema.ts'
import type { Draft } from './draft.ts'

export interface ChangeLine {
  change: number
  undoes: number | null
  kind: EventRow['kind']
}

/** What a change has become: undone or not, and the last undo or redo of it, which is what an undo takes back next. */
interface Fate {
  kind: EventRow['kind']
  undone: boolean
  last: number
}

/** The fate of every change that is no undo itself, by its number. The lines come in the order of the log. */
function fates(lines: ChangeLine[]): Map<number, Fate> {
  const roots = new Map<number, number>()
  const found = new Map<number, Fate>()
  for (const { change, undoes, kind } of lines) {
    const root = undoes === null ? change : roots.get(undoes)
    if (root === undefined) continue
    roots.set(change, root)
    const before = found.get(root)
    found.set(root, { kind: before?.kind ?? kind, undone: before ? !before.undone : false, last: change })
  }
  return found
}

const forGood = (kind: EventRow['kind']) => kind === 'purged' || kind === 'erased'

/** The changes that are not undone, newest first; each as what an undo has to take back. Lines newest first. */
export function toUndo(newestFirst: ChangeLine[]): number[] {
  const open = [...fates(newestFirst.toReversed()).values()].filter((fate) => !fate.undone && !forGood(fate.kind))
  return open.map((fate) => fate.last).toReversed()
}

/** The undos that stand, newest first, unless something else was changed since. Lines newest first. */
export function toRedo(newestFirst: ChangeLine[]): number[] {
  const fresh = newestFirst.findIndex((line) => line.undoes === null)
  const since = newestFirst.slice(0, fresh < 0 ? undefined : fresh)
  const standing = new Set(
    [...fates(newestFirst.toReversed()).values()].filter((fate) => fate.undone).map((fate) => fate.last),
  )
  return since.filter((line) => standing.has(line.change)).map((line) => line.change)
}

/** Where the chain of undo and redo that begins with a change has got to, told by the later events of a task that it touched. */
export function endOfChain(change: number, later: EventRow[]): { end: number; undone: boolean } {
  let [end, undone] = [change, false]
  for (const event of later) {
    if (event.undoes !== end) continue
    end = event.change
    undone = !undone
  }
  return { end, undone }
}

/**
 * A later event of the same task that stands and touches what this one touched. An undo and what it undoes cancel each other, and the events of
 * one change do not stand in each other's way: they are taken back together.
 */
export function standingInTheWay(event: EventRow, later: EventRow[]): EventRow | undefined {
  const standing = new Map<number, EventRow[]>()
  for (const [change, events] of Map.groupBy(later, (other) => other.change)) {
    const undoes = events[0]?.undoes ?? null
    if (change === event.change) continue
    if (undoes !== null && standing.has(undoes)) standing.delete(undoes)
    else standing.set(change, events)
  }
  const fields = new Set(touched(event))
  return [...standing.values()].flat().find((other) => touched(other).some((field) => fields.has(field)))
}

/** Whether nothing is left of what an event was about, because it was deleted for good. */
export const isForgotten = (event: EventRow) => event.before === null && event.after === null

export function valuesOf(text: string | null): NonNullable<Values> {
  return text ? JSON.parse(text) : {}
}

function touched(event: EventRow): string[] {
  const { kind } = event
  if (kind === 'updated') return Object.keys(valuesOf(event.after))
  if (kind === 'attached' || kind === 'detached' || kind === 'erased') return [fileIn(event)._id]
  return ['trashedAt']
}

export function fileIn(event: EventRow) {
  const { file } = valuesOf(event.after ?? event.before)
  if (!file) throw new Error(`event ${event.seq} names no file`)
  return file
}

/** Does the opposite of one event, and says what became of it. */
export async function takeBack(draft: Draft, event: EventRow, row: TaskRow): Promise<string> {
  const name = `#${row.number}`
  switch (event.kind) {
    case 'created':
    case 'restored':
      await draft.trash(row)
      return `${name} is in the trash`
    case 'trashed':
      await draft.restore(row)
      return `${name} is back`
    case 'updated': {
      const { trashedAt, file, ...values } = valuesOf(event.before)
      await draft.set(row, values)
      return `${name} is as it was`
    }
    case 'attached':
    case 'detached': {
      const file = await draft.file(row.id, fileIn(event)._id)
      if (!file) throw new AppError('conflict', `The file ${fileIn(event).name} was deleted for good.`)
      await (event.kind === 'attached' ? draft.detach(row, file) : draft.reattach(row, file))
      return event.kind === 'attached' ? `${file.name} is in the trash` : `${file.name} is back`
    }
    default:
      throw new AppError('conflict', 'What was deleted for good cannot be brought back.')
  }
}
