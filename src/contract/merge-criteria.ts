import { type Criterion, doneWhenLimits } from './done-when.ts'

/** The criteria that two sides began with, and those of both sides. */
export interface CriteriaSides {
  base: readonly Criterion[]
  current: readonly Criterion[]
  wanted: readonly Criterion[]
}

/** A criterion that both sides have changed differently. Undefined on the side that has removed it. */
export interface CriterionConflict {
  current: Criterion | undefined
  wanted: Criterion | undefined
}

interface MergedCriteria {
  criteria: Criterion[]
  conflicts: CriterionConflict[]
}

/**
 * Merges two lists of criteria one by one: a criterion that only one side has changed gets the value of that side, and of one that both have
 * changed, the sentence, the command and the tick are merged each. A conflict gets the value of `side`.
 */
export function mergeCriteria(sides: CriteriaSides, side: 'wanted' | 'current' = 'wanted'): MergedCriteria {
  const [base, current, wanted] = [byId(sides.base), byId(sides.current), byId(sides.wanted)]
  const conflicts: CriterionConflict[] = []
  const merged = new Map<string, Criterion>()
  for (const id of new Set([...current.keys(), ...wanted.keys()])) {
    const one = { base: base.get(id), current: current.get(id), wanted: wanted.get(id) }
    const result = mergeOne(one)
    if (result === conflict) conflicts.push({ current: one.current, wanted: one.wanted })
    const criterion = result === conflict ? one[side] : result
    if (criterion) merged.set(id, criterion)
  }
  const criteria = orderOf(sides).flatMap((id) => merged.get(id) ?? [])
  return { criteria, conflicts }
}

/** Whether a merged list has more criteria than a task may have. */
export const isOverfull = ({ criteria }: Pick<MergedCriteria, 'criteria'>) => criteria.length > doneWhenLimits.criteria

const byId = (criteria: readonly Criterion[]) => new Map(criteria.map((criterion) => [criterion.id, criterion]))
const conflict = Symbol('conflict')

interface Versions<T> {
  base: T | undefined
  current: T | undefined
  wanted: T | undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The value of the side that has changed it; `conflict` if both have, to different values. */
function changedOf<T>({ base, current, wanted }: Versions<T>): T | undefined | typeof conflict {
  if (isSame(base, current) || isSame(wanted, current)) return wanted
  return isSame(base, wanted) ? current : conflict
}

function mergeOne(versions: Versions<Criterion>): Criterion | undefined | typeof conflict {
  const whole = changedOf(versions)
  if (whole !== conflict) return whole
  const { base, current, wanted } = versions
  if (!current || !wanted) {
    // A tick says nothing about a criterion that the other side has removed.
    const left = current ?? wanted
    return base && left && isSame({ ...left, isMet: base.isMet }, base) ? undefined : conflict
  }
  const text = changedOf({ base: base?.text, current: current.text, wanted: wanted.text })
  const command = changedOf({ base: base?.command, current: current.command, wanted: wanted.command })
  const isMet = changedOf({ base: base?.isMet, current: current.isMet, wanted: wanted.isMet })
  if (text === conflict || text === undefined || command === conflict) return conflict
  return { id: current.id, text, ...(command ? { command } : {}), isMet: isMet === conflict || Boolean(isMet) }
}

/**
 * The ids of both sides in their order. The wanted order counts if the change has moved a criterion, and the current one otherwise; those that
 * the other side has added follow the one that they follow there.
 */
function orderOf({ base, current, wanted }: CriteriaSides): string[] {
  const ids = (criteria: readonly Criterion[]) => criteria.map(({ id }) => id)
  const known = new Set(ids(base))
  const kept = new Set(ids(wanted).filter((id) => known.has(id)))
  const isMoved = !isSame(
    ids(base).filter((id) => kept.has(id)),
    ids(wanted).filter((id) => kept.has(id)),
  )
  const [first, second] = isMoved ? [ids(wanted), ids(current)] : [ids(current), ids(wanted)]
  const result = [...first]
  const ofSecond = new Set(second)
  for (const [index, id] of second.entries()) {
    if (result.includes(id)) continue
    // Added at the end, it stays there, even if the one before it was moved.
    const isLast = !second.slice(index).some((other) => result.includes(other))
    const before = second.slice(0, index).findLast((other) => result.includes(other))
    let place = isLast ? result.length : before === undefined ? 0 : result.indexOf(before) + 1
    // Those that the first side has added at the same place stay before it.
    while (place < result.length && !ofSecond.has(result[place] ?? '')) place++
    result.splice(place, 0, id)
  }
  return result
}
