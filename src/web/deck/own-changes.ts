import { localDay } from '../../contract/calendar-day.ts'
import type { Cell } from '../ui/client-state.ts'
import { applyChange } from './apply-change.ts'
import {
  addedTasks,
  type Base,
  type Change,
  type Intent,
  touchedTasks,
  type Wish,
  withLoggedTarget,
  withNextTasks,
  withoutTasks,
} from './change.ts'
import { basesOf, basesWithout, inverseOf } from './change-base.ts'
import type { DeckState } from './deck-state.ts'
import { createPatience } from './patience.ts'
import type { DeckStorage } from './storage.ts'
import type { Tabs } from './tabs.ts'
import type { DeckView } from './view.ts'

interface Dependencies {
  state: DeckState
  view: Cell<DeckView>
  storage: DeckStorage
  tabs: Tabs
  newId: () => string
  now: () => Date
  /** A change is stored and can be sent. */
  onStored: () => void
  onStorageFailed: (error: unknown) => void
}

/** Storage that does not answer counts as broken after this time. */
const maxStoringMs = 10_000

/** Makes changes in this tab, and takes them back. */
export function createOwnChanges({ state, view, storage, tabs, newId, now, onStored, onStorageFailed }: Dependencies) {
  const inTime = createPatience(maxStoringMs)
  /** The changes for some wishes, each on top of those before it. */
  function changesFor(wishes: readonly Wish[]): Change[] {
    let tasks = view.get().byId
    let last = state.changes.at(-1)?.order ?? 0
    return wishes.map(({ intent: wanted, base: seen }) => {
      const before = tasks
      const intent = withNextTasks(wanted, before, newId, localDay(now()))
      const at = now().toISOString()
      const id = newId()
      const refused = state.changes.filter(({ problem }) => problem)
      // A screen may have seen values of a change that was refused since.
      const base = seen ? refused.reduce(basesWithout, seen) : basesOf(intent, before, state.changes)
      const after = new Map(before)
      applyChange(after, { id, intent, at, base })
      tasks = after
      last = Math.max(now().getTime() * 1_000, last + 1)
      const epoch = state.deck?.epoch
      const inverse = inverseOf(intent, before, after)
      const change = { id, order: last, at, intent, base, inverse, ...(epoch === undefined ? {} : { epoch }) }
      return withLoggedTarget(change, state.logged)
    })
  }

  /** Makes a change. It is stored, then shown, and sent as soon as the server can be reached. */
  function make(intent: Intent, base?: Record<string, Base>): Change {
    const [change] = changesFor([{ intent, ...(base && { base }) }])
    if (!change) throw new Error('A wish became no change')
    state.add(change)
    storing ??= storeAll()
    return change
  }

  let storing: Promise<void> | undefined

  /** Stores the new changes. Those that are made meanwhile are stored together. */
  async function storeAll() {
    while (state.unstored.size) {
      const changes = [...state.unstored.values()]
      await inTime(storage.putChanges(changes)).catch(onStorageFailed)
      for (const { id } of changes) state.unstored.delete(id)
      state.show()
      // The log may contain the target of an undo by now.
      if (changes.some((change) => withLoggedTarget(change, state.logged) !== change))
        await storage.removeLogged([...state.logged]).catch(onStorageFailed)
      tabs.tell({ kind: 'changes' })
      onStored()
    }
    storing = undefined
  }

  /** Takes back a change that was never sent, or that has a problem. Returns false if the server may have made it already. */
  async function withdraw(id: string): Promise<boolean> {
    await storing
    const gone = state.changes.find((change) => change.id === id)
    const rebased = gone ? rebasedWithout(gone) : []
    if (!(await storage.replace(id, rebased).catch(onStorageFailed))) return false
    for (const change of rebased) state.replace(change)
    state.drop(id)
    tabs.tell({ kind: 'changes' })
    return true
  }

  /** The later changes that were based on values of a change that is taken back. They were not sent, because it was not. */
  function rebasedWithout(gone: Change): Change[] {
    return state.changes.flatMap((change) => {
      const base = basesWithout(change.base, gone)
      return base === change.base || change.sent || state.unstored.has(change.id) ? [] : { ...change, base }
    })
  }

  /** Replaces a change at its place. One that the server has refused is another request, with another key. */
  async function replace(before: Change, { sent, problem: _, ...rest }: Change) {
    const next: Change = { ...rest, id: sent ? newId() : before.id }
    if (!(await storage.replace(before.id, [next]).catch(onStorageFailed))) return
    state.changes = state.changes.map((change) => (change.id === before.id ? next : change))
    state.publish()
    tabs.tell({ kind: 'changes' })
    onStored()
  }

  /** Makes others of a change that the server has refused, after the user has decided. Nothing is lost if the page is closed meanwhile. */
  async function remake(refused: Change, wishes: readonly Wish[]) {
    await storing
    const remade = changesFor(wishes)
    const next = [...remade, ...dependentOn(remade, refused)]
    if (!(await storage.replace(refused.id, next).catch(onStorageFailed))) return
    const ids = new Set([refused.id, ...next.map(({ id }) => id)])
    state.changes = [...state.changes.filter(({ id }) => !ids.has(id)), ...next]
    state.publish()
    tabs.tell({ kind: 'changes' })
    onStored()
    const added = new Set(next.flatMap(({ intent }) => addedTasks(intent)))
    const lost = new Set(addedTasks(refused.intent).filter((id) => !added.has(id)))
    await forget(lost, ({ intent }) => intent.kind === 'remove')
  }

  /** The changes of tasks that others add, in their order behind these. The server has not made them: it has no such tasks yet. */
  function dependentOn(remade: readonly Change[], refused: Change): Change[] {
    const added = new Set(remade.flatMap(({ intent }) => addedTasks(intent)))
    let last = remade.at(-1)?.order ?? 0
    return state.changes.flatMap((change) => {
      const { sent, problem, ...rest } = change
      const isOpen = problem ? problem.kind === 'gone' : !sent && !change.done
      if (change.id === refused.id || !isOpen || !touchedTasks(change.intent).some((id) => added.has(id))) return []
      for (const id of addedTasks(change.intent)) added.add(id)
      last += 1
      return { ...rest, order: last }
    })
  }

  /** Takes back changes of tasks that will never be added, and takes these tasks out of changes of several. */
  async function forget(lost: ReadonlySet<string>, isMeant: (change: Change) => boolean = () => true) {
    for (const change of state.changes.filter(isMeant)) {
      const rest = withoutTasks(change, lost)
      if (!rest) await withdraw(change.id)
      else if (rest !== change) await replace(change, rest)
    }
  }

  return {
    make,
    /** Resolves when all changes are stored, or cannot be. */
    stored: async () => storing,
    withdraw,
    remake,
    /**
     * Takes a change back, together with everything that depends on it: changes of tasks that it would have added, and those tasks in changes of
     * several. Returns false if the server may have made it already.
     */
    async discard({ id, intent }: Change): Promise<boolean> {
      if (!(await withdraw(id))) return false
      await forget(new Set(addedTasks(intent)))
      return true
    },
  }
}
