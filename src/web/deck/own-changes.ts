import { localDay } from '../../contract/calendar-day.ts'
import type { Cell } from '../ui/client-state.ts'
import { applyChange } from './apply-change.ts'
import { type Base, type Change, type Intent, nextIdsOf, tasksOf, withNextTasks, withoutTasks } from './change.ts'
import { basesOf, inverseOf } from './change-base.ts'
import type { DeckState } from './deck-state.ts'
import type { DeckStorage } from './storage.ts'
import type { Tabs } from './tabs.ts'
import type { DeckView } from './view.ts'

interface Parts {
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

/** Makes changes in this tab, and takes them back. */
export function createOwnChanges({ state, view, storage, tabs, newId, now, onStored, onStorageFailed }: Parts) {
  /** Makes a change. It is shown at once, and sent as soon as the server can be reached. */
  function make(wanted: Intent, base?: Record<string, Base>): Change {
    const before = view.get().byId
    const intent = withNextTasks(wanted, before, newId, localDay(now()))
    const at = now().toISOString()
    const after = new Map(before)
    applyChange(after, { intent, at })
    const change: Change = {
      id: newId(),
      order: Math.max(now().getTime() * 1_000, (state.changes.at(-1)?.order ?? 0) + 1),
      at,
      intent,
      base: base ?? basesOf(intent, before),
      inverse: inverseOf(intent, before, after),
    }
    state.changes = [...state.changes, change]
    state.unstored.set(change.id, change)
    state.publish()
    void store(change)
    return change
  }

  async function store(change: Change) {
    await storage.putChanges([change]).catch(onStorageFailed)
    state.unstored.delete(change.id)
    tabs.tell({ kind: 'changes' })
    onStored()
  }

  /** Takes back a change that was never sent, or that has a problem. Returns false if the server may have made it already. */
  async function withdraw(id: string): Promise<boolean> {
    if (!(await storage.withdraw(id).catch(onStorageFailed))) return false
    state.drop(id)
    tabs.tell({ kind: 'changes' })
    return true
  }

  /** Replaces a change at its place. One that the server has refused is another request, with another key. */
  async function replace(before: Change, { sent, problem: _, ...rest }: Change) {
    const next: Change = { ...rest, id: sent ? newId() : before.id }
    if (!(await storage.replace(before.id, next).catch(onStorageFailed))) return
    state.changes = state.changes.map((change) => (change.id === before.id ? next : change))
    state.publish()
    tabs.tell({ kind: 'changes' })
    onStored()
  }

  return {
    make,
    withdraw,
    /**
     * Takes a change back, together with everything that depends on it: changes of tasks that it would have added, and those tasks in changes of
     * several. Returns false if the server may have made it already.
     */
    async discard({ id, intent }: Change): Promise<boolean> {
      if (!(await withdraw(id))) return false
      const lost = new Set([...(intent.kind === 'create' ? tasksOf(intent) : []), ...nextIdsOf(intent)])
      for (const change of state.changes) {
        const rest = withoutTasks(change, lost)
        if (!rest) await withdraw(change.id)
        else if (rest !== change) await replace(change, rest)
      }
      return true
    },
  }
}
