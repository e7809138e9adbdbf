import { CallError } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { createBackoff } from '../ui/backoff.ts'
import { applyEvents, type Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import type { DeckServer } from './server.ts'
import type { DeckStorage } from './storage.ts'
import type { TabMessage, Tabs } from './tabs.ts'
import { createTrashLoader } from './trash-loader.ts'

interface Dependencies {
  state: DeckState
  server: DeckServer
  storage: DeckStorage
  tabs: Tabs
  /** Whether this tab leads. Only then the log is followed. */
  isLeading: () => boolean
  /** The confirmed tasks have changed. */
  onDeck: () => Promise<void>
  /** The tasks could not be loaded. */
  onFailed: () => void
  onEvents: (events: TaskEvent[]) => void
  onReload: () => void
  onRefused: () => void
  onStorageFailed: (error: unknown) => void
}

const manyEvents = 20
/** Every part of a large change that is shown takes time, however small it is. */
const busyDelayMs = 100

/** Keeps the confirmed tasks of the leading tab at the end of the log, and stores them. */
export function createLogFollower({ state, server, storage, tabs, isLeading, ...dependencies }: Dependencies) {
  let arrived: TaskEvent[] = []
  /** Whether the last events were many, so that more of the same change may follow. */
  let isBusy = false
  let refreshing: Promise<void> | undefined
  /** Whether the tasks have to be loaded once more, because the known ones cannot be used. */
  let isBrokenSince = false
  let saving: Promise<void> = Promise.resolve()
  let retry: ReturnType<typeof setTimeout> | undefined
  const backoff = createBackoff(500, 15_000)

  function save(before: Deck | undefined, next: Deck, message: TabMessage, ids?: Iterable<string>) {
    const tasks = ids && [...ids].flatMap((id) => next.tasks.get(id) ?? before?.tasks.get(id) ?? [])
    saving = saving
      .then(() => storage.saveDeck(next, tasks && { tasks, since: before?.seq }))
      .then(() => tabs.tell(message))
      .catch(dependencies.onStorageFailed)
  }

  const trash = createTrashLoader({
    state,
    server,
    isLeading,
    onRefused: dependencies.onRefused,
    onLoaded(deck) {
      state.deck = deck
      save(undefined, deck, { kind: 'reloaded' })
      state.publish()
    },
  })

  /** Applies the events that have arrived, unless the tasks are being loaded. */
  function follow() {
    const before = state.deck
    if (!arrived.length || state.isClosed || refreshing || !before) return
    const events = arrived
    arrived = []
    isBusy = events.length >= manyEvents
    trash.follow(events)
    const next = applyEvents(before, events)
    if (!next) return void refresh({ isBroken: true })
    if (next === before) return
    state.deck = next
    clearTimeout(retry)
    dependencies.onEvents(events)
    save(before, next, { kind: 'events', events, epoch: next.epoch }, new Set(events.map(({ task }) => task)))
    void dependencies.onDeck()
  }

  /** Loads all tasks, unless they are unchanged. `isBroken` if the known ones cannot be used. */
  function refresh({ isBroken = false } = {}): Promise<void> {
    clearTimeout(retry)
    if (!isLeading() || state.isClosed) return Promise.resolve()
    if (refreshing && isBroken) isBrokenSince = true
    refreshing ??= load(isBroken)
      .then(backoff.reset, (failure) => {
        if (state.isClosed) return
        if (failure instanceof CallError && failure.code === 'not_signed_in') return dependencies.onRefused()
        console.error('Error fetching tasks', failure)
        if (!state.deck) state.error = failure
        state.publish()
        dependencies.onFailed()
        retry = setTimeout(() => refresh({ isBroken }), backoff.next())
      })
      .finally(() => {
        refreshing = undefined
        if (!isBrokenSince) return follow()
        isBrokenSince = false
        return refresh({ isBroken: true })
      })
    return refreshing
  }

  async function load(isBroken: boolean) {
    const before = state.deck
    const snapshot = await server.snapshot(isBroken || !before)
    // Another tab may lead by now, and have stored newer tasks.
    if (!snapshot || state.isClosed || !isLeading()) return
    // During an update, an older node may answer, which names no epoch.
    const { seq, epoch = before?.epoch } = snapshot
    const isOther = epoch !== before?.epoch
    if (before && !isBroken && !isOther && seq <= before.seq) return
    const known = isOther ? [] : [...(before?.tasks ?? [])].filter(([, task]) => task.trashedAt)
    const tasks = new Map([...known, ...snapshot.tasks.map((task) => [task._id, task] as const)])
    state.error = undefined
    // Undo needs the log without gaps.
    state.deck = { seq, epoch, tasks, hasTrash: false, recent: [] }
    // The numbers of the former history would name other changes.
    if (isOther) for (const id of state.logged.keys()) state.logged.set(id, null)
    save(undefined, state.deck, { kind: 'reloaded' })
    dependencies.onReload()
    await dependencies.onDeck()
    trash.reload()
  }

  return {
    refresh,
    /** Compares the epoch of the server with that of the known tasks. Events that arrived earlier belong to the former epoch. */
    noticeEpoch(epoch: string | undefined) {
      if (!state.deck || epoch === undefined || epoch === state.deck.epoch) return
      arrived = []
      void refresh({ isBroken: true })
    },
    /** Loads all tasks after this time, unless events arrive before. */
    refreshAfter(milliseconds: number, isNeeded = () => true) {
      clearTimeout(retry)
      retry = setTimeout(() => {
        if (isNeeded()) void refresh()
      }, milliseconds)
    },
    /** Takes an event. The events of one change arrive together, and are shown together; those of a large one in a few messages. */
    take(event: TaskEvent) {
      if (!arrived.length) setTimeout(follow, isBusy ? busyDelayMs : 0)
      arrived.push(event)
    },
    /** Resolves when everything so far is stored. */
    saved: () => saving,
    /** Asks for the trash at once, unless it is known. */
    completeTrash: trash.complete,
    stop() {
      clearTimeout(retry)
      trash.stop()
    },
  }
}
