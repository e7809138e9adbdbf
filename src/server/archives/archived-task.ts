import type { Task } from '../../contract/schemas/tasks.ts'

/** A task of an archive. */
export type ArchivedTask = Task & { trashedAt?: string }

/** Links of tasks by number, as people read them. Tasks that were deleted for good have none. */
export function linkNames(numbers: ReadonlyMap<string, number>) {
  const namesOf = (ids: readonly string[]) =>
    ids
      .filter((id) => numbers.has(id))
      .map((id) => `#${numbers.get(id)}`)
      .join(' ')
  return ({ partOf, blockedBy = [], related = [] }: ArchivedTask) => ({
    partOf: namesOf(partOf ? [partOf] : []),
    blockedBy: namesOf(blockedBy),
    related: namesOf(related),
  })
}

/** A day without its time. */
export const dayOf = (time: string | null | undefined): string => time?.slice(0, 10) ?? ''
