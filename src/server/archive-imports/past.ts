import type { ArchivedEvent } from '../../contract/schemas/archive-records.ts'
import { viaOfImported } from '../../contract/via.ts'
import type { Draft, PastEvent } from '../history/draft.ts'
import type { Destination } from './destination.ts'
import type { renumbering } from './numbering.ts'
import type { Survey } from './survey.ts'

/** As for the events of a change. */
const eventsAtOnce = 200

/**
 * Adds the histories of imported tasks before the log, in their order and with their times. They keep their authors, marked as imported, and
 * are shown but never undone.
 */
export async function importedPast(
  draft: Draft,
  { tasks, goneEvents }: Survey,
  { fresh, goneBefore }: Destination,
  texts: ReturnType<typeof renumbering>,
  fileIds: ReadonlyMap<string, string>,
) {
  let count = 0
  for (const id of fresh.keys()) count += tasks.get(id)?.events ?? 0
  for (const id of goneBefore) count += goneEvents.get(id) ?? 0
  let seq = (await draft.log.first()) - count
  let batch: PastEvent[] = []
  const changes = changeNumbers()

  /** The values with the ids of files and the numbers that they have here. */
  function valuesHere(values: ArchivedEvent['before']): string | null {
    if (!values) return null
    const { file, receipt, ...rest } = texts.ofValues(values) ?? {}
    return JSON.stringify({
      ...rest,
      ...(file ? { file: { ...file, _id: fileIds.get(file._id) ?? file._id } } : {}),
      ...(receipt ? { receipt: { ...receipt, output: (receipt.output && fileIds.get(receipt.output)) || null } } : {}),
    })
  }

  return {
    count,
    async add(event: ArchivedEvent): Promise<void> {
      const { task, kind, version, via, at, before, after } = event
      const isOfTask = fresh.has(task)
      if (!isOfTask && !(goneBefore.has(task) && !before && !after)) return
      const change = changes.here(event.change, seq)
      batch.push({
        ...{ seq, change, undoes: changes.known(event.undoes), task_id: task, kind, version, at },
        ...{ via: viaOfImported(via), before: valuesHere(before), after: valuesHere(after) },
      })
      seq++
      if (batch.length === eventsAtOnce) await write()
    },
    finish: () => write(),
  }

  async function write(): Promise<void> {
    const some = batch
    batch = []
    if (some.length) await draft.recordPast(some)
  }
}

/** The numbers of changes here by those in the archive, which both increase. A change has that of its first event. */
function changeNumbers() {
  const archived: number[] = []
  const here: number[] = []
  return {
    here(change: number, seq: number): number {
      if (archived.at(-1) !== change) {
        archived.push(change)
        here.push(seq)
      }
      return here.at(-1) ?? seq
    },
    /** Null for a change of which nothing is imported. */
    known(change: number | null): number | null {
      if (change === null) return null
      let [low, high] = [0, archived.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((archived[middle] ?? 0) < change) low = middle + 1
        else high = middle
      }
      return archived[low] === change ? (here[low] ?? null) : null
    },
  }
}
