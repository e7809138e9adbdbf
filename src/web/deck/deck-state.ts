import { isOtherEpoch } from '../../contract/log-position.ts'
import type { Cell } from '../ui/client-state.ts'
import { type Change, touchedTasks, withLoggedTarget } from './change.ts'
import { type Deck, isPending } from './deck.ts'
import { carriedOver } from './other-history.ts'
import { type DeckView, type Obstacle, viewOf } from './view.ts'

/** How a change went: it is in the log, it waits for the server, the user has to decide, it was taken back, or its user has left. */
export type Outcome =
  | { state: 'done'; change: number | null }
  | { state: 'waiting' }
  | { state: 'problem'; problem: NonNullable<Change['problem']> }
  | { state: 'withdrawn' }
  | { state: 'kept' }

/** A change counts as waiting if the server has not answered after this time. */
const maxPatienceMs = 8_000

export type DeckState = ReturnType<typeof createDeckState>

/** The confirmed tasks and the changes on top, as one tab knows them. `shown` lacks the changes that are not stored yet. */
export function createDeckState(view: Cell<DeckView>, shown?: Cell<DeckView>) {
  let isClosed = false
  const outcomes = new Map<string, (outcome: Outcome) => void>()

  function outcomeOf(id: string): Outcome | undefined {
    const change = state.changes.find((other) => other.id === id)
    if (change?.problem) return { state: 'problem', problem: change.problem }
    if (change) return state.isWaiting && !change.done ? { state: 'waiting' } : undefined
    const number = state.logged.get(id)
    return number === undefined ? { state: 'withdrawn' } : { state: 'done', change: number }
  }

  function settleOutcomes() {
    if (isClosed) return
    for (const [id, resolve] of outcomes) {
      const outcome = outcomeOf(id)
      if (!outcome) continue
      outcomes.delete(id)
      resolve(outcome)
    }
  }

  const state = {
    deck: undefined as Deck | undefined,
    changes: [] as readonly Change[],
    isWaiting: false,
    obstacle: 'unreachable' as Obstacle,
    /** Why the tasks could not be loaded. */
    error: undefined as unknown,
    /** Numbers in the log of this tab's former changes. */
    logged: new Map<string, number | null>(),
    /** Changes that are not stored yet. */
    unstored: new Map<string, Change>(),
    get isClosed() {
      return isClosed
    },

    /** Takes a new change. Screens show it after it is stored, so that nothing disappears that the user has seen. */
    add(change: Change) {
      state.changes = [...state.changes, change]
      state.unstored.set(change.id, change)
      view.set(viewOf(state.deck, state, view.get()))
    },
    /** Shows everything that is stored. */
    show() {
      if (isClosed || !shown) return
      if (!state.unstored.size) return shown.set(view.get())
      const changes = state.changes.filter(({ id }) => !state.unstored.has(id))
      shown.set(viewOf(state.deck, { ...state, changes }, shown.get()))
    },
    /** Shows the state, and tells how changes went. */
    publish() {
      if (isClosed) return
      view.set(viewOf(state.deck, state, view.get()))
      state.show()
      settleOutcomes()
    },
    /** How a change goes on. Resolves when the server has answered, or when it is clear that the change has to wait. */
    outcome: (id: string) =>
      new Promise<Outcome>((resolve) => {
        const timer = setTimeout(() => {
          outcomes.delete(id)
          resolve({ state: 'waiting' })
        }, maxPatienceMs)
        outcomes.set(id, (outcome) => {
          clearTimeout(timer)
          resolve(outcome)
        })
        settleOutcomes()
      }),

    replace(next: Change) {
      state.changes = state.changes.map((change) => (change.id === next.id ? next : change))
    },
    /** Replaces a change, or adds it at its place. */
    put(next: Change) {
      const others = state.changes.filter(({ id }) => id !== next.id)
      state.changes = [...others, next].sort((a, b) => a.order - b.order)
    },
    drop(id: string) {
      state.changes = state.changes.filter((change) => change.id !== id)
      state.publish()
    },
    /** Replaces the changes by those that are stored. Returns whether one of them names a change of which only this tab knows the number. */
    adopt(stored: readonly Change[]): boolean {
      const all = [...stored, ...state.unstored.values()]
      state.changes = all.map((change) => withLoggedTarget(change, state.logged))
      state.publish()
      return state.changes.some((change, index) => change !== all[index])
    },
    isPending: (change: Change) => state.deck !== undefined && isPending(change, state.deck),
    /** Whether the server has answered a change of the same tasks that the log does not contain yet. Its effects are not known until then. */
    isAhead({ id, intent }: Change): boolean {
      const tasks = new Set(touchedTasks(intent))
      const isAnswered = (other: Change) => other.id !== id && other.done && state.isPending(other)
      return state.changes.some(
        (other) => isAnswered(other) && touchedTasks(other.intent).some((task) => tasks.has(task)),
      )
    },

    /** Adapts the changes of another epoch to this one. Returns them. */
    carryOver(): Change[] {
      const epoch = state.deck?.epoch
      if (epoch === undefined) return []
      const before = state.changes
      state.changes = before.map((change) => (isOtherEpoch(change.epoch, epoch) ? carriedOver(change, epoch) : change))
      return state.changes.filter((change, index) => change !== before[index])
    },

    /** Removes the changes that the log contains by now. Returns their ids and numbers. */
    takeLogged() {
      const inLog = state.deck ? state.changes.filter((change) => change.done && !state.isPending(change)) : []
      const numbers = inLog.map(({ id, done }): [string, number | null] => [id, done?.change ?? null])
      for (const [id, number] of numbers) state.logged.set(id, number)
      const left = state.changes.filter((change) => !inLog.includes(change))
      state.changes = left.map((change) => withLoggedTarget(change, state.logged))
      state.publish()
      return numbers
    },

    close() {
      isClosed = true
      for (const resolve of outcomes.values()) resolve({ state: 'kept' })
    },
  }
  return state
}
