import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { ShownNote } from './thread.ts'

export type ActivityEvent = TaskEvent & { by: string }
export type ActivityItem =
  | { key: string; at: string; note: ShownNote; event?: undefined }
  | { key: string; at: string; event: ActivityEvent; note?: undefined }

/** A part of a list, newest first, and whether there is more of it. */
interface Part<T> {
  loaded: readonly T[]
  hasMore: boolean
}

/** A note says itself that it was written or edited. Only its deletion is a line. */
const isLine = ({ kind, after }: TaskEvent) => kind !== 'noted' || after === null

/** A tick leaves a receipt in the same change, which the line of the tick says already. */
function withoutReceiptsOfTicks(events: readonly ActivityEvent[]): ActivityEvent[] {
  const ticks = new Set(events.flatMap(({ change, after }) => (after?.doneWhen ? [change] : [])))
  return events.filter(({ kind, change, after }) => {
    const receipt = kind === 'proved' ? after?.receipt : undefined
    return !(receipt && ticks.has(change) && (receipt.kind === 'checked' || receipt.kind === 'reported'))
  })
}

/**
 * The notes and the other events of a task in one order, newest first. Ends where one of them is not loaded any further: `needs` says of which
 * more must be loaded to go on.
 */
export function activityItems(
  notes: Part<ShownNote>,
  events: Part<ActivityEvent>,
): { items: ActivityItem[]; needs: ('notes' | 'events')[] } {
  const ends = {
    notes: notes.hasMore ? (notes.loaded.at(-1)?.createdAt ?? '') : '',
    events: events.hasMore ? (events.loaded.at(-1)?.at ?? '') : '',
  }
  const end = ends.notes > ends.events ? ends.notes : ends.events
  const items: ActivityItem[] = [
    ...notes.loaded.map((note) => ({ key: note._id, at: note.createdAt, note })),
    ...withoutReceiptsOfTicks(events.loaded.filter(isLine)).map((event) => ({
      key: String(event.seq),
      at: event.at,
      event,
    })),
  ]
  return {
    // The sort keeps the order of each list for the same time.
    items: items.filter(({ at }) => at >= end).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
    needs: (['notes', 'events'] as const).filter((name) => ends[name] !== '' && ends[name] === end),
  }
}

/** The first items, with at most this many lines of what happened. */
export function firstItems(items: ActivityItem[], maxLines: number): ActivityItem[] {
  let lines = 0
  const end = items.findIndex(({ event }) => event && ++lines > maxLines)
  return end < 0 ? items : items.slice(0, end)
}
