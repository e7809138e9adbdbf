import { type Criterion, doneWhenLimits } from './done-when.ts'
import { mergeLines } from './merge-lines.ts'

/** A value that two sides began with, and those of both sides. */
interface Sides<T> {
  base: T
  current: T
  wanted: T
}

/** A criterion that both sides have changed differently. Undefined on the side that has removed it. */
export type CriterionConflict = Pick<Sides<Criterion | undefined>, 'current' | 'wanted'>

interface MergedCriteria {
  criteria: Criterion[]
  conflicts: CriterionConflict[]
}

/**
 * Merges two lists of criteria one by one: a criterion that only one side has changed gets the value of that side, and of one that both have
 * changed, the sentence, the command and the tick are merged each. A conflict gets the value of `side`. So does the order, if it cannot be
 * merged like that of lines.
 */
export function mergeCriteria(
  { base, current, wanted }: Sides<readonly Criterion[]>,
  side: 'wanted' | 'current' = 'wanted',
): MergedCriteria {
  const conflicts: CriterionConflict[] = []
  const idsOf = (list: readonly Criterion[]) => list.map(({ id }) => id)
  const order = mergeLines(
    ...([base, wanted, current].map((list) => idsOf(list).join('\n')) as [string, string, string]),
  )
  const ids = new Set([...(order?.split('\n') ?? []), ...idsOf(wanted), ...idsOf(current)])
  const criteria = [...ids].flatMap((id) => {
    const find = (list: readonly Criterion[]) => list.find((criterion) => criterion.id === id)
    const one = { base: find(base), current: find(current), wanted: find(wanted) }
    const merged = mergeOne(one)
    if (merged !== conflict) return merged ?? []
    conflicts.push(one)
    return one[side] ?? []
  })
  return { criteria, conflicts }
}

/**
 * The criteria of both sides, of which `side` wins the conflicts. Undefined if it is not known what they began with, or if they are too many
 * together.
 */
export function mergedCriteria({ base, current, wanted }: Sides<unknown>, side?: 'wanted' | 'current') {
  if (base === undefined) return undefined
  const lists = { base: base ?? [], current: current ?? [], wanted: wanted ?? [] } as Sides<Criterion[]>
  const merged = mergeCriteria(lists, side)
  return merged.criteria.length > doneWhenLimits.criteria ? undefined : merged
}

const conflict: unique symbol = Symbol('conflict')
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The value of the side that has changed it; `conflict` if both have, to different values. */
function changedOf<T>({ base, current, wanted }: Sides<T>): T | typeof conflict {
  if (isSame(base, current) || isSame(wanted, current)) return wanted
  return isSame(base, wanted) ? current : conflict
}

function mergeOne(sides: Sides<Criterion | undefined>): Criterion | undefined | typeof conflict {
  const { base, current, wanted } = sides
  const whole = changedOf(sides)
  if (whole !== conflict) return whole
  if (!current || !wanted) {
    // A tick says nothing about a criterion that the other side has removed.
    return isSame({ ...(current ?? wanted), isMet: base?.isMet }, base) ? undefined : conflict
  }
  const sideOf = <Name extends keyof Criterion>(name: Name) =>
    changedOf({ base: base?.[name], current: current[name], wanted: wanted[name] })
  const text = sideOf('text')
  const command = sideOf('command')
  if (!text || text === conflict || command === conflict) return conflict
  return { id: current.id, text, ...(command && { command }), isMet: Boolean(sideOf('isMet')) }
}
