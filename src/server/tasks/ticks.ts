import type { Criterion } from '../../contract/done-when.ts'

/** A criterion that a change has ticked. */
export type Ticked = Pick<Criterion, 'id' | 'text'>

type Criteria = readonly Criterion[] | null | undefined

/** The criteria that are ticked after a change, and were not before. */
export function tickedIn(before: Criteria, after: Criteria): Ticked[] {
  const former = new Set((before ?? []).flatMap(({ id, isMet }) => (isMet ? id : [])))
  return (after ?? []).filter(({ id, isMet }) => isMet && !former.has(id))
}
