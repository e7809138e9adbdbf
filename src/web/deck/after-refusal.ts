import type { TaskChange } from '../../contract/schemas/tasks.ts'
import type { Change, Intent } from './change.ts'
import { basesWithout } from './change-base.ts'

type Update = Extract<Intent, { kind: 'update' }>

/** The changes after one of them was refused. */
export interface Refusal {
  /** The refused change; undefined if the user has undone it already, so that there is nothing to decide. */
  refused: Change | undefined
  /** Later changes that were adapted to the refusal. */
  changed: Change[]
  /** The ids of changes that were merged into the refused one, or have nothing left to undo. */
  removed: string[]
}

/**
 * Adapts the changes when the server has not made one of them. Later edits of the same fields were based on it, so they would meet the
 * same obstacle: they become part of it, and the user is asked once, about the newest values. All others are based on what was there before.
 */
export function afterRefusal(refused: Change, all: readonly Change[]): Refusal {
  const later = all.filter(({ order, sent, done, problem }) => order > refused.order && !sent && !done && !problem)
  const undos = undosOf(refused.id, later)
  const isUndone = undos.length % 2 === 1
  const targets = new Set(all.flatMap(({ intent }) => (intent.kind === 'undo' ? intent.of : [])))
  let asked = refused
  const changed: Change[] = []
  const removed = undos.map(({ id }) => id)
  for (const change of later) {
    if (undos.includes(change)) continue
    // An undo needs its target as it is.
    const folded = isUndone || targets.has(change.id) ? undefined : fold(asked, change)
    if (folded) asked = folded.into
    const base = basesWithout(change.base, refused)
    if (folded && !folded.rest) removed.push(change.id)
    else if (folded?.rest || base !== change.base) changed.push({ ...change, ...folded?.rest, base })
  }
  return { refused: isUndone ? undefined : asked, changed, removed }
}

/** The undo of a change, the undo of that one, and so on. */
function undosOf(id: string, later: Change[]): Change[] {
  const undo = later.find(({ intent }) => intent.kind === 'undo' && intent.of === id)
  return undo ? [undo, ...undosOf(undo.id, later)] : []
}

/** Moves the values of a later edit that would meet the same obstacle into the refused one. `rest` is what is left of the later one. */
function fold(into: Change, later: Change): { into: Change; rest: Pick<Change, 'intent'> | undefined } | undefined {
  const [first, second] = [into.intent, later.intent]
  if (first.kind !== 'update' || second.kind !== 'update' || first.task !== second.task) return undefined
  const { problem } = into
  const { place, next, ...values } = second.values
  const names = Object.keys(values) as (keyof typeof values)[]
  const conflicts = new Set<string>(problem?.kind === 'conflict' ? (problem.tasks[0]?.fields ?? []) : [])
  const isLost = problem?.kind === 'gone' || problem?.kind === 'trashed'
  const moved = names.filter((name) => isLost || conflicts.has(name))
  if (!moved.length) return undefined
  // A place in a column, and the task after a completed one, mean nothing without the status.
  const isMove = moved.includes('status')
  const { next: formerNext, ...former } = first.values
  const taken = (from: Update['values']) =>
    Object.fromEntries(moved.map((name) => [name, (from as Record<string, unknown>)[name]])) as TaskChange
  const whole: TaskChange = {
    ...former,
    ...taken(values),
    ...(isMove ? { ...(place && { place }), ...(next && { next }) } : formerNext && { next: formerNext }),
  }
  const position = isMove && second.position !== undefined ? { position: second.position } : {}
  const rest = Object.fromEntries(
    Object.entries(values).filter(([name]) => !moved.includes(name as keyof typeof values)),
  )
  const left: TaskChange = isMove ? rest : { ...rest, ...(place && { place }), ...(next && { next }) }
  const { position: _, ...still } = second
  return {
    into: { ...into, intent: { ...first, ...position, values: whole }, base: withBase(into, later, moved) },
    rest: Object.keys(left).length
      ? { intent: isMove ? { ...still, values: left } : { ...second, values: left } }
      : undefined,
  }
}

/** The base of the refused change, also for fields that only the later one sets. */
function withBase({ base }: Change, later: Change, fields: string[]): Change['base'] {
  const merged = Object.entries(base).map(([task, known]) => {
    const more = Object.entries(later.base[task]?.values ?? {}).filter(
      ([field]) => fields.includes(field) && !(field in known.values),
    )
    return [task, { ...known, values: { ...known.values, ...Object.fromEntries(more) } }]
  })
  return Object.fromEntries(merged)
}
