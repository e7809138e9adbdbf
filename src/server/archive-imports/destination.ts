import type { Draft } from '../history/draft.ts'
import type { Identified, TaskWrites } from '../tasks/task-writes.ts'
import { inBatches } from '../work/slices.ts'
import type { Numbering } from './numbering.ts'
import type { Survey } from './survey.ts'

/** Where an archive goes: which of its tasks are new here, and their numbers. */
export interface Destination {
  /** Whether the account has never had a task. */
  isFresh: boolean
  /** The new tasks, each with its number here. */
  fresh: ReadonlyMap<string, number>
  /** Those that are here already, in or outside the trash. */
  known: ReadonlyMap<string, Identified>
  /** Those that were here, and were deleted for good. */
  gone: ReadonlySet<string>
  /** Tasks that were deleted for good before the archive was made, and are unknown here. */
  goneBefore: ReadonlySet<string>
  numbers: Numbering
  /** Added to the places on the board, so that imported tasks stand above those that were here. */
  above: number
}

const idsAtOnce = 500

/** Numbers the new tasks of an archive: as they were in an account without tasks, and otherwise in the same order behind the last number. */
export async function destinationOf(draft: Draft, writes: TaskWrites, survey: Survey): Promise<Destination> {
  const { tasks, goneEvents, lastNumber } = survey
  const last = await draft.takeNumbers(0)
  const isFresh = last === 0
  const known = new Map<string, Identified>()
  const gone = new Set<string>()
  const goneBefore = new Set(goneEvents.keys())
  if (!isFresh) {
    for (const row of await writes.identify(
      draft,
      [...tasks.keys()].map((id) => ({ id })),
    ))
      known.set(row.id, row)
    const unknown = [...tasks.keys()].filter((id) => !known.has(id))
    for await (const some of inBatches([...unknown, ...goneBefore], idsAtOnce))
      for (const id of await draft.log.knownSubjects(some)) if (!goneBefore.delete(id)) gone.add(id)
  }
  const fresh = new Map<string, number>()
  const added = [...tasks].filter(([id]) => !known.has(id) && !gone.has(id)).sort(([, a], [, b]) => a.number - b.number)
  for (const [index, [id, { number }]] of added.entries()) fresh.set(id, isFresh ? number : last + 1 + index)
  await draft.takeNumbers(isFresh ? lastNumber : fresh.size)
  return { isFresh, fresh, known, gone, goneBefore, numbers: isFresh ? undefined : numbering(), above: last }

  function numbering(): Numbering {
    const numbers = new Map<number, number>()
    for (const [id, { number }] of tasks) {
      const here = fresh.get(id) ?? known.get(id)?.number
      if (here !== undefined && here !== number) numbers.set(number, here)
    }
    return numbers.size ? numbers : undefined
  }
}
