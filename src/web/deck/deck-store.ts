import { isOtherEpoch } from '../../contract/log-position.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Status } from '../../contract/tasks.ts'
import type { LiveState } from '../live/state.ts'
import type { StreamListener } from '../live/stream-listener.ts'
import type { Cell } from '../ui/client-state.ts'
import { createDeckState } from './deck-state.ts'
import { createLogFollower } from './log-follower.ts'
import { createOutbox } from './outbox.ts'
import { createOwnChanges } from './own-changes.ts'
import type { DeckServer } from './server.ts'
import type { DeckStorage, Stored } from './storage.ts'
import { createTabFollower } from './tab-follower.ts'
import { failureOf, type Tabs } from './tabs.ts'
import type { DeckView } from './view.ts'

export interface Dependencies {
  /** Everything that this tab knows. */
  view: Cell<DeckView>
  /** The same without the changes that are not stored yet. */
  shown?: Cell<DeckView>
  server: DeckServer
  storage: DeckStorage
  tabs: Tabs
  /** Opens the live stream, and returns the function that closes it. */
  connect: (listener: StreamListener) => () => void
  live: Pick<Cell<LiveState>, 'get' | 'set'>
  newId: () => string
  now: () => Date
  /** Called with every part of the log that arrives. */
  onEvents: (events: TaskEvent[]) => void
  /** The log was not followed for a while. */
  onReload: () => void
  /** Data of the user other than tasks has changed on the server. */
  onSettings: () => void
  /** The server can be reached, for the first time or again. */
  onOpen: () => void
  /** The server refuses the session, or perhaps does: the response came from elsewhere. */
  onRefused: () => void
  /** The deck cannot be stored. */
  onStorageFailed: (error: unknown) => void
}

/** An event that has not arrived this long after the response to its change is asked for. */
const maxEventDelayMs = 5_000
/** Without a live stream after this time, the tasks are asked for: a proxy may not let streams through. */
const maxStreamDelayMs = 5_000

export type DeckStore = ReturnType<typeof createDeckStore>

/**
 * The deck of the signed-in user in one tab: the confirmed tasks, and the changes that the log does not contain yet. One of the tabs follows
 * the log and sends the changes; the others follow that tab.
 */
export function createDeckStore(dependencies: Dependencies) {
  const { view, server, storage, tabs, connect, live } = dependencies
  const state = createDeckState(view, dependencies.shown)
  /** This tab's turn to lead, if it leads. */
  let turn: object | undefined

  const isLive = () => live.get() === 'live'
  const tellState = () => {
    const failure = failureOf(state.error)
    const { isWaiting, obstacle } = state
    tabs.tell({ kind: 'state', live: live.get(), isWaiting, obstacle, ...(failure ? { failure } : {}) })
  }

  /** A storage that fails after the deck was closed does not matter any more. */
  function onStorageFailed(error: unknown) {
    if (!state.isClosed) dependencies.onStorageFailed(error)
  }

  /** Adapts changes of another epoch to this one, also in the storage, and sends them. */
  async function carryOver() {
    const carried = state.carryOver()
    if (!carried.length) return
    state.publish()
    await storage.putChanges(carried).catch(onStorageFailed)
    tabs.tell({ kind: 'changes' })
    if (turn) outbox.sendNow()
  }

  /** Removes the changes that the log contains by now, also from the storage. */
  async function settle() {
    await carryOver()
    const numbers = state.takeLogged()
    if (!numbers.length) return
    // The other tabs need the events first, then the numbers.
    await log.saved()
    await storage.removeLogged(numbers).catch(onStorageFailed)
    tabs.tell({ kind: 'changes', logged: numbers })
    if (turn) outbox.sendNow()
  }

  const log = createLogFollower({
    ...dependencies,
    state,
    isLeading: () => turn !== undefined,
    onDeck: settle,
    onFailed: tellState,
    onStorageFailed,
  })

  const outbox = createOutbox({
    server,
    storage,
    changes: () => state.changes,
    isReady: (change) =>
      state.deck !== undefined &&
      !isOtherEpoch(change.epoch, state.deck.epoch) &&
      !state.unstored.has(change.id) &&
      !state.isAhead(change),
    tasks: () => state.deck?.tasks ?? new Map(),
    loggedAs: (id) => state.logged.get(id),
    newId: dependencies.newId,
    onSent: state.replace,
    onFailed: onStorageFailed,
    onOthers(changed, removed) {
      for (const other of changed) state.put(other)
      for (const id of removed) state.drop(id)
      if (changed.length || removed.length) tabs.tell({ kind: 'changes' })
    },
    async onChanged(next) {
      state.replace(next)
      await settle()
      tabs.tell({ kind: 'changes' })
      // The live stream tells of settings too.
      if (next.intent.kind === 'colour' && (next.problem || !isLive())) {
        tabs.tell({ kind: 'settings' })
        dependencies.onSettings()
      }
      const isUnknown = (next.problem && next.intent.kind !== 'colour') || (next.done && state.isPending(next))
      if (!isUnknown) return
      // Without the live stream, only a request shows what the change has led to, or what it conflicts with.
      if (!isLive()) await log.refresh()
      else if (next.done) log.refreshAfter(maxEventDelayMs)
    },
    onDropped(id) {
      state.drop(id)
      tabs.tell({ kind: 'changes' })
    },
    onWaiting(obstacle) {
      const isWaiting = obstacle !== undefined
      if (!turn || (isWaiting === state.isWaiting && (!isWaiting || obstacle === state.obstacle))) return
      state.isWaiting = isWaiting
      if (obstacle) state.obstacle = obstacle
      state.publish()
      tellState()
    },
    onOtherHistory: () => void log.refresh({ isBroken: true }),
    onRefused: dependencies.onRefused,
  })

  function lead() {
    const mine = {}
    turn = mine
    follower.stop()
    let close: (() => void) | undefined
    const open = async () => {
      await loadStored()
      // Changes that the log contained already when the last page was closed.
      await settle()
      if (!state.deck) await log.refresh()
      if (turn !== mine || state.isClosed) return
      close = connect({
        position: () => state.deck?.seq,
        onEpoch: log.noticeEpoch,
        onChange: log.take,
        // The log may have become shorter: the server was restored from a backup.
        onReload: () => void log.refresh({ isBroken: true }),
        onSettings: () => {
          tabs.tell({ kind: 'settings' })
          dependencies.onSettings()
        },
        onOpen: () => {
          tellState()
          dependencies.onOpen()
          if (!state.deck) void log.refresh()
          log.completeTrash()
          outbox.sendNow()
        },
        onLost: tellState,
        onRefused: dependencies.onRefused,
      })
      outbox.start()
      // The last page may have been closed before it was loaded.
      log.completeTrash()
      if (state.deck) log.refreshAfter(maxStreamDelayMs, () => !isLive())
    }
    void open()
    return () => {
      close?.()
      if (turn !== mine) return
      turn = undefined
      log.stop()
      outbox.stop()
    }
  }

  async function loadStored() {
    const stored = await storage.load().catch(onStorageFailed)
    if (!stored || state.isClosed) return
    const isOther = stored.deck?.epoch !== state.deck?.epoch
    if (stored.deck && (!state.deck || isOther || stored.deck.seq >= state.deck.seq)) {
      state.deck = stored.deck
      state.error = undefined
    }
    state.adopt(stored.changes)
  }

  async function loadChanges(logged: [id: string, change: number | null][] = []) {
    for (const [id, number] of logged) state.logged.set(id, number)
    const stored = await storage.loadChanges().catch(onStorageFailed)
    if (!stored || state.isClosed) return
    // Another tab may have stored an undo after its target was removed. Only then, all known numbers are needed.
    if (state.adopt(stored) && turn) await storage.removeLogged([...state.logged]).catch(onStorageFailed)
    if (!turn) return
    // A tab that led before may have stored an answer after this one had the events.
    await settle()
    outbox.sendNow()
  }

  const follower = createTabFollower({
    ...dependencies,
    state,
    log,
    isLeading: () => turn !== undefined,
    loadStored,
    loadChanges,
    tellState,
  })

  const own = createOwnChanges({
    ...dependencies,
    state,
    onStorageFailed,
    onStored: () => {
      follower.hail()
      if (turn) outbox.sendNow()
    },
  })

  return {
    /** The last changes in the log, oldest first. */
    recent: () => state.deck?.recent ?? [],
    /** The number in the log of a change of this tab; null if it had no effect. */
    loggedAs: (id: string) => state.logged.get(id),
    /** Whether a change would be lost with this tab. */
    hasUnstored: () => state.unstored.size > 0,
    /** Everything that a storage would contain. */
    contents: (): Stored => ({ deck: state.deck, changes: [...state.changes] }),

    /** Shows what is stored. Follows the server once `connected` is resolved. */
    async open(connected: Promise<unknown> = Promise.resolve()) {
      tabs.listen((message) => void follower.hear(message))
      await loadStored()
      await connected
      if (state.isClosed) return
      tabs.lead(lead)
      follower.hail()
    },
    /** Asks whether the leading tab is still awake, after this one was hidden. */
    hail: follower.hail,
    close() {
      state.close()
      follower.stop()
      live.set('off')
      tabs.close()
      // After the last change is stored.
      void own.stored().then(log.saved).finally(storage.close)
    },

    make: own.make,
    withdraw: own.withdraw,
    remake: own.remake,
    discard: own.discard,
    outcome: state.outcome,
    /** Sends the changes without waiting any longer. */
    sendNow: () => (turn ? outbox.sendNow() : tabs.tell({ kind: 'changes' })),

    /** Asks the server for a list again. Live events usually have brought its changes already. */
    async revalidate(status: Status | '') {
      const now = await server.revalidate(status).catch(() => undefined)
      if (!now || !state.deck || isLive()) return
      if (now.seq > state.deck.seq || isOtherEpoch(now.epoch, state.deck.epoch)) await log.refresh()
    },
    /** Asks the server for the tasks, in the leading tab. */
    refresh: () => (turn ? log.refresh() : tabs.tell({ kind: 'refresh' })),
  }
}
