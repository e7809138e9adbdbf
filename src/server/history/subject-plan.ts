import { hash } from 'node:crypto'
import type { EventRow } from '../database/schema.ts'
import type { EventKinds } from './event-kinds.ts'

/** Later changes of others, because of which something is left alone. */
export interface Left {
  keys: string[]
  event: EventRow
}

/** How the work of a token on one subject is taken back. */
export interface SubjectPlan {
  /** How many of its events are undone, at least in part. */
  count: number
  /** Reverted before the others: the subject comes back from the trash. */
  back?: EventRow
  /** Reverted in this order. Events that can be joined are one. */
  events: EventRow[]
  /** Reverted after the others: the subject goes to the trash. */
  away?: EventRow
  left: Left[]
}

/** Events of the token without a later change of others, oldest first. */
interface Run {
  events: EventRow[]
  /** Each of them, even of those that were joined. */
  steps: Step[]
}

/**
 * Collects the events of one subject that are still in effect, oldest first, and plans how those of a token are taken back: each field to the
 * value that it had before the token, unless others have changed it since.
 */
export function subjectPlanner(kinds: EventKinds, isOwn: (event: EventRow) => boolean) {
  const runs = new Map<string, Run>()
  const left = new Map<string, Left>()
  let made: EventRow | undefined
  let ownCount = 0
  let lastOther: EventRow | undefined
  /** The events that have moved the subject to the trash or back: the first one of the token after those of others, and the last of all. */
  let firstMove: EventRow | undefined
  let lastMove: EventRow | undefined

  function addMove(event: EventRow): void {
    lastMove = event
    if (!isOwn(event)) firstMove = undefined
    else firstMove ??= event
    if (isOwn(event) && kinds[event.kind].place === 'made') made = event
  }

  function addOwn(event: EventRow): void {
    const { unitOf = (key: string) => key, narrow, join, touchedKeys, revert } = kinds[event.kind]
    for (const [unit, keys] of Map.groupBy(touchedKeys(event), unitOf)) {
      if (!revert) {
        runs.delete(unit)
        left.set(unit, { keys, event })
        continue
      }
      const part = narrow?.(event, new Set(keys)) ?? event
      const run = runs.get(unit)
      const former = run?.events[0]
      runs.set(unit, {
        events: !run || !former ? [part] : join ? [join(former, part)] : [...run.events, part],
        steps: [...(run?.steps ?? []), stepOf(part)],
      })
      left.delete(unit)
    }
  }

  function addOther(event: EventRow): void {
    lastOther = event
    const { unitOf = (key: string) => key, narrow, join, touchedKeys } = kinds[event.kind]
    for (const [unit, keys] of Map.groupBy(touchedKeys(event), unitOf)) {
      const run = runs.get(unit)
      const former = run?.events[0]
      if (run && former) {
        const part = narrow?.(event, new Set(keys)) ?? event
        const count = keptSteps(run.steps, stepOf(part))
        // The token's own earlier value is back, so its later events have no effect any more.
        if (count)
          runs.set(unit, {
            events: join ? [join(former, part)] : run.events.slice(0, count),
            steps: run.steps.slice(0, count),
          })
        else runs.delete(unit)
        if (count === undefined) left.set(unit, { keys: touchedIn(run), event })
      } else if (left.has(unit)) left.set(unit, { keys, event })
    }
  }

  const nothing = (): SubjectPlan => ({ count: 0, events: [], left: [] })
  const leave = (event: EventRow): SubjectPlan => ({ ...nothing(), left: [{ keys: [], event }] })

  return {
    add(event: EventRow): void {
      if (kinds[event.kind].isPassive?.(event)) return
      if (isOwn(event)) ownCount++
      if (kinds[event.kind].place) {
        addMove(event)
        if (!isOwn(event)) lastOther = event
      } else if (isOwn(event)) addOwn(event)
      else addOther(event)
    },

    plan(): SubjectPlan {
      const isAway = lastMove !== undefined && kinds[lastMove.kind].place === 'away'
      if (made) {
        if (isAway) return nothing()
        return lastOther ? leave(lastOther) : { ...nothing(), count: ownCount, away: made }
      }
      const wasAway = firstMove ? kinds[firstMove.kind].place !== 'away' : isAway
      if (isAway && wasAway) return firstMove || !runs.size || !lastMove ? nothing() : leave(lastMove)
      const { events, count } = merged([...runs.values()], kinds)
      const move = firstMove && isAway !== wasAway ? firstMove : undefined
      return {
        count: count + (move ? 1 : 0),
        ...(move ? { [wasAway ? 'away' : 'back']: move } : {}),
        events,
        left: [...left.values()],
      }
    },
  }
}

/** The events of runs in the order in which they are reverted. An event that belongs to several runs is counted once. */
function merged(runs: Run[], kinds: EventKinds): { events: EventRow[]; count: number } {
  const all = runs.flatMap(({ events }) => events).sort((a, b) => a.seq - b.seq)
  const alone = all.filter(({ kind }) => !kinds[kind].join)
  const joined = Map.groupBy(
    all.filter(({ kind }) => kinds[kind].join),
    ({ kind }) => kind,
  )
  const ones = [...joined].map(([kind, same]) => same.reduce((one, other) => kinds[kind].join?.(one, other) ?? one))
  return {
    events: [...alone.reverse(), ...ones],
    count: new Set(runs.flatMap(({ steps }) => steps.map(({ seq }) => seq))).size,
  }
}

/** The values that an event has changed, by key, short enough to remember many of them. Null if there were no values, or no longer are. */
interface Step {
  seq: number
  before: Record<string, string> | null
  after: Record<string, string> | null
}

const maxRemembered = 100

function stepOf({ seq, before, after }: EventRow): Step {
  return { seq, before: remembered(before), after: remembered(after) }
}

function remembered(json: string | null): Record<string, string> | null {
  if (json === null) return null
  const values = Object.entries(JSON.parse(json)).map(([key, value]) => {
    const text = JSON.stringify(value ?? null)
    return [key, text.length > maxRemembered ? hash('sha256', text) : text]
  })
  return Object.fromEntries(values)
}

const touchedIn = ({ steps }: Run) => [...new Set(steps.flatMap(({ after }) => Object.keys(after ?? {})))]

/**
 * A later change has set a value. If one of the run's steps had set the same value, returns how many steps led to it, counted from the first: 0 if
 * the value is that from before the run. Undefined if it is another value.
 */
function keptSteps(steps: Step[], { after: now }: Step): number | undefined {
  let state: Step['after'] = {}
  for (const { after } of steps) state = after && Object.assign(state ?? {}, after)
  const wanted = now && { ...state, ...now }
  for (let count = steps.length; count > 0; count--) {
    if (isSame(state, wanted)) return count
    const before = steps[count - 1]?.before ?? null
    state = before && state ? { ...state, ...before } : before
  }
  return isSame(state, wanted) ? 0 : undefined
}

function isSame(one: Step['after'], other: Step['after']): boolean {
  if (!one || !other) return one === other
  return Object.keys({ ...one, ...other }).every((key) => (one[key] ?? 'null') === (other[key] ?? 'null'))
}
