import { AppError } from '../../contract/errors.ts'
import type { EventRow } from '../database/schema.ts'
import type { Draft } from './draft.ts'
import type { EventKinds } from './event-kinds.ts'
import { type EventLine, maxKeys, traceOf } from './later-lines.ts'
import { inEffect } from './undo.ts'

/** How many later events one undo looks at, because other changes wait for it. */
const maxLater = 200_000

/**
 * Reads the later events of subjects within one undo, with the keys that they may touch. The last answer is kept, because an undo asks twice
 * about the same subject: whether it was undone since, and what must be undone before it. Fails with `conflict` if there are too many.
 */
export function laterReads({ log }: Draft, kinds: EventKinds) {
  let left = maxLater
  let known: { question: string; after: number; lines: EventLine[] } | undefined
  return async (subjects: string[], after: number, keys: string[]): Promise<EventLine[]> => {
    const question = JSON.stringify([subjects, keys])
    if (known?.question === question && known.after <= after) return known.lines.filter(({ seq }) => seq > after)
    const lines: EventLine[] = []
    for await (const page of log.laterLines(subjects, after, traceOf(kinds, keys))) {
      left -= page.length
      if (left < 0) throw tooMuchSince()
      lines.push(...page)
    }
    known = { question, after, lines }
    return lines
  }
}

export type ReadLater = ReturnType<typeof laterReads>

/** Divides the events of a change into batches that touch few keys. */
export function batchesOf(events: readonly EventRow[], kinds: EventKinds): { events: EventRow[]; keys: string[] }[] {
  const batches: { events: EventRow[]; keys: string[] }[] = []
  for (const event of events) {
    const own = kinds[event.kind].touchedKeys(event)
    const batch = batches.at(-1)
    const keys = new Set([...(batch?.keys ?? []), ...own])
    if (batch && keys.size <= maxKeys) {
      batch.events.push(event)
      batch.keys = [...keys]
    } else batches.push({ events: [event], keys: own })
  }
  return batches
}

/**
 * Finds, for each of these events, a later event that must be undone before it, because it touches the same field or file of the same
 * subject and is still in effect. Events of the same change are ignored, because they are undone together.
 */
export async function conflictsOf(
  draft: Draft,
  { events, keys }: ReturnType<typeof batchesOf>[number],
  change: number,
  kinds: EventKinds,
  readLater: ReadLater,
): Promise<(event: EventRow) => Promise<EventRow | undefined>> {
  const subjects = [...new Set(events.map(({ task_id }) => task_id))]
  const others = (await readLater(subjects, change, keys)).filter((line) => line.change !== change)
  const later = new Map(
    [...Map.groupBy(others, ({ task_id }) => task_id)].map(([subject, lines]) => [subject, inEffect(lines)]),
  )
  return async (event) => {
    const touched = new Set(kinds[event.kind].touchedKeys(event))
    const bits = keys.reduce((sum, key, index) => sum + (touched.has(key) ? 2 ** index : 0), 0)
    for (const line of later.get(event.task_id) ?? []) {
      if (!(line.touches & bits)) continue
      const other = await draft.log.event(line.seq)
      if (kinds[other.kind].touchedKeys(other).some((key) => touched.has(key))) return other
    }
    return undefined
  }
}

const tooMuchSince = () =>
  new AppError(
    'conflict',
    'Too much has been changed since to undo this change. Undo newer changes first, or change the tasks by hand. Nothing was undone.',
  )
