import type { Task } from '../../contract/schemas/tasks.ts'

/** A task of an archive. */
export type ArchivedTask = Task & { trashedAt?: string }

/** Links of tasks by number, as people read them. Tasks that were deleted for good have none. */
export function linkNames(numbers: ReadonlyMap<string, number>) {
  const nameOf = (id: string) => numbers.get(id) ?? id
  return ({ partOf, blockedBy = [], related = [] }: ArchivedTask) => ({
    partOf: partOf ? `#${nameOf(partOf)}` : '',
    blockedBy: blockedBy.map((id) => `#${nameOf(id)}`).join(' '),
    related: related.map((id) => `#${nameOf(id)}`).join(' '),
  })
}

/** A day without its time. */
export const dayOf = (time: string | null | undefined): string => time?.slice(0, 10) ?? ''
