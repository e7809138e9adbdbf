import { CallError } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Status } from '../../contract/tasks.ts'
import type { LiveState } from '../live/state.ts'
import type { StreamListener } from '../live/stream-listener.ts'
import { createBackoff } from '../ui/backoff.ts'
import type { Cell } from '../ui/client-state.ts'
import { applyChange, type Base, basesOf, type Change, type Intent, inverseOf, tasksOf } from './change.ts'
import { applyEvents, type Deck, isPending } from './deck.ts'
import { createOutbox } from './outbox.ts'
import type { DeckServer } from './server.ts'
import type { DeckStorage, Stored } from './storage.ts'
import type { TabMessage, Tabs } from './tabs.ts'
import { type DeckView, viewOf } from './view.ts'

export interface Parts {
  /** The view that the screens read. */
  view: Cell<DeckView>
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
  /** The server can be reached, for the first time or again. */
  onOpen: () => void
  /** The server refuses the session, or perhaps does: the response came from elsewhere. */
  onRefused: () => void
  /** The deck cannot be stored. */
  onStorageFailed: (error: unknown) => void
}

/** How a change went: it is in the log, it waits for the server, the user has to decide, it was taken back, or its user has left. */
export type Outcome =
  | { state: 'done'; change: number | null }
  | { state: 'waiting' }
  | { state: 'problem'; problem: NonNullable<Change['problem']> }
  | { state: 'withdrawn' }
  | { state: 'kept' }

/** A change counts as waiting if the server has not answered after this time. */
const maxPatienceMs = 8_000
/** An event that has not arrived this long after the response to its change is asked for. */
const maxEventDelayMs = 5_000
/** Without a live stream after this time, the tasks are asked for: a proxy may not let streams through. */
const maxStreamDelayMs = 5_000
/** The leading tab is asleep if it does not answer within this time. */
const maxLeaderSilenceMs = 5_000

export type DeckStore = ReturnType<typeof createDeckStore>

/**
 * The deck of the signed-in user in one tab: the confirmed tasks, and the changes that the log does not contain yet. One of the tabs follows
 * the log and sends the changes; the others follow that tab.
 */
export function createDeckStore(parts: Parts) {
  const { view, server, storage, tabs, connect, live, newId, now } = parts
  let deck: Deck | undefined
  let changes: readonly Change[] = []
  let isWaiting = false
  let error: unknown
  /** This tab's turn to lead, if it leads. */
  let turn: object | undefined
  let isClosed = false
  let silence: ReturnType<typeof setTimeout> | undefined
  /** Numbers in the log of this tab's former changes. */
  const logged = new Map<string, number | null>()
  const outcomes = new Map<string, (outcome: Outcome) => void>()
  /** Changes that are not stored yet. */
  const unstored = new Map<string, Change>()

  function publish() {
    if (isClosed) return
    view.set(viewOf(deck, { changes, isWaiting, error }, view.get()))
    for (const [id, resolve] of outcomes) {
      const outcome = outcomeOf(id)
      if (!outcome) continue
      outcomes.delete(id)
      resolve(outcome)
    }
  }

  function outcomeOf(id: string): Outcome | undefined {
    const change = changes.find((other) => other.id === id)
    if (change?.problem) return { state: 'problem', problem: change.problem }
    if (change) return isWaiting && !change.done ? { state: 'waiting' } : undefined
    const number = logged.get(id)
    return number === undefined ? { state: 'withdrawn' } : { state: 'done', change: number }
  }

  /** Whether the server has answered a change of the same tasks that the log does not contain yet. Its effects are not known until then. */
  function isAhead({ id, intent }: Change): boolean {
    const tasks = new Set(tasksOf(intent))
    const isAnswered = (other: Change) => other.id !== id && other.done && deck && isPending(other, deck)
    return changes.some((other) => isAnswered(other) && tasksOf(other.intent).some((task) => tasks.has(task)))
  }

  const tellState = () => tabs.tell({ kind: 'state', live: live.get(), isWaiting })

  /** Drops the changes that the log contains by now. */
  async function settle() {
    const inLog = deck ? changes.filter((change) => change.done && deck && !isPending(change, deck)) : []
    if (!inLog.length) return publish()
    const numbers = inLog.map(({ id, done }): [string, number | null] => [id, done?.change ?? null])
    for (const [id, number] of numbers) logged.set(id, number)
    const left = changes.filter((change) => !inLog.includes(change))
    const renamed = left.map(withLoggedTarget)
    changes = renamed
    publish()
    // The other tabs need the events first, then the numbers.
    await saving
    await keep(storage.putChanges(renamed.filter((change, index) => change !== left[index])))
    await keep(storage.removeChanges(inLog.map(({ id }) => id)))
    tabs.tell({ kind: 'changes', logged: numbers })
    if (turn) outbox.sendNow()
  }

  /** An undo of a change that the log contains by now names its number, because the id means nothing after a restart. */
  function withLoggedTarget(change: Change): Change {
    const { intent } = change
    const number = intent.kind === 'undo' && typeof intent.of === 'string' ? logged.get(intent.of) : undefined
    return typeof number === 'number' && intent.kind === 'undo'
      ? { ...change, intent: { ...intent, of: number } }
      : change
  }

  async function keep(stored: Promise<void>) {
    await stored.catch(failed)
  }

  /** A storage that fails after the deck was closed does not matter any more. */
  function failed(error: unknown) {
    if (!isClosed) parts.onStorageFailed(error)
  }

  const outbox = createOutbox({
    server,
    storage,
    changes: () => changes,
    isReady: (change) => deck !== undefined && !unstored.has(change.id) && !isAhead(change),
    onSent: (sent) => {
      changes = changes.map((change) => (change.id === sent.id ? sent : change))
    },
    onFailed: failed,
    tasks: () => deck?.tasks ?? new Map(),
    loggedAs: (id) => logged.get(id),
    async onChanged(next) {
      changes = changes.map((change) => (change.id === next.id ? next : change))
      await settle()
      tabs.tell({ kind: 'changes' })
      const isUnknown = next.problem || (next.done && deck && isPending(next, deck))
      if (!isUnknown) return
      // Without the live stream, only a request shows what the change has led to, or what it conflicts with.
      if (live.get() !== 'live') await refresh()
      else if (next.done) overdue = setTimeout(() => refresh(), maxEventDelayMs)
    },
    onDropped(id) {
      changes = changes.filter((change) => change.id !== id)
      publish()
      tabs.tell({ kind: 'changes' })
    },
    onWaiting(next) {
      if (next === isWaiting || !turn) return
      isWaiting = next
      publish()
      tellState()
    },
    onRefused: parts.onRefused,
  })

  // The log, in the leading tab.

  let arrived: TaskEvent[] = []
  let refreshing: Promise<void> | undefined
  let saving: Promise<void> = Promise.resolve()
  let reload: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined
  const reloadBackoff = createBackoff(500, 15_000)

  function save(before: Deck | undefined, next: Deck, message: TabMessage, ids?: Iterable<string>) {
    const changed = ids && [...ids].flatMap((id) => next.tasks.get(id) ?? before?.tasks.get(id) ?? [])
    saving = saving
      .then(() => storage.saveDeck(next, changed && { tasks: changed, since: before?.seq }))
      .then(() => tabs.tell(message))
      .catch(failed)
  }

  function follow() {
    const events = arrived
    arrived = []
    if (!events.length || isClosed) return
    if (refreshing || !deck) {
      arrived = events
      return
    }
    const before = deck
    const next = applyEvents(before, events)
    if (!next) return void refresh(true)
    if (next === before) return
    deck = next
    clearTimeout(overdue)
    parts.onEvents(events)
    save(before, next, { kind: 'events', events }, new Set(events.map(({ task }) => task)))
    void settle()
  }

  /** Loads all tasks, unless they are unchanged. `isBroken` if the known ones cannot be used. */
  function refresh(isBroken = false): Promise<void> {
    clearTimeout(reload)
    clearTimeout(overdue)
    if (!turn || isClosed) return Promise.resolve()
    refreshing ??= load(isBroken)
      .then(reloadBackoff.reset, (failure) => {
        if (isClosed) return
        if (failure instanceof CallError && failure.code === 'not_signed_in') return parts.onRefused()
        console.error('Error fetching tasks', failure)
        if (!deck) error = failure
        publish()
        reload = setTimeout(() => refresh(isBroken), reloadBackoff.next())
      })
      .finally(() => {
        refreshing = undefined
        follow()
      })
    return refreshing
  }

  async function load(isBroken: boolean) {
    const snapshot = await server.snapshot(isBroken || !deck)
    if (!snapshot || isClosed || (deck && !isBroken && snapshot.seq <= deck.seq)) return
    const trash = [...(deck?.tasks.values() ?? [])].filter((task) => task.trashedAt)
    const present = snapshot.tasks.map((task) => [task._id, task] as const)
    const tasks = new Map([...trash.map((task) => [task._id, task] as const), ...present])
    error = undefined
    // Undo needs the log without gaps.
    deck = { seq: snapshot.seq, tasks, recent: [] }
    save(undefined, deck, { kind: 'reloaded' })
    parts.onReload()
    await settle()
    void loadTrash()
  }

  /** The trash is needed later than the tasks. */
  async function loadTrash() {
    const before = deck?.tasks
    const trash = await server.trash().catch(() => undefined)
    if (!trash || !deck || isClosed) return
    // Tasks that were trashed before the request, and are not in the trash, were deleted for good.
    const tasks = new Map([...deck.tasks].filter(([id, task]) => !task.trashedAt || before?.get(id) !== task))
    for (const task of trash) if (!tasks.has(task._id)) tasks.set(task._id, task)
    deck = { ...deck, tasks }
    save(undefined, deck, { kind: 'reloaded' })
    publish()
  }

  function lead() {
    const mine = {}
    turn = mine
    clearTimeout(silence)
    let close: (() => void) | undefined
    const open = async () => {
      await loadStored()
      // Changes that the log contained already when the last page was closed.
      await settle()
      if (!deck) await refresh()
      if (turn !== mine || isClosed) return
      close = connect({
        position: () => deck?.seq,
        onChange: (event) => {
          if (!arrived.length) setTimeout(follow)
          arrived.push(event)
        },
        // The log may have become shorter: the server was restored from a backup.
        onReload: () => void refresh(true),
        onOpen: () => {
          tellState()
          parts.onOpen()
          if (!deck) void refresh()
          outbox.sendNow()
        },
        onLost: tellState,
        onRefused: parts.onRefused,
      })
      outbox.start()
      reload = setTimeout(() => {
        if (live.get() !== 'live') void refresh()
      }, maxStreamDelayMs)
    }
    void open()
    return () => {
      close?.()
      if (turn !== mine) return
      turn = undefined
      clearTimeout(reload)
      clearTimeout(overdue)
      outbox.stop()
    }
  }

  // The other tabs.

  async function loadStored() {
    const stored = await storage.load().catch(failed)
    if (!stored || isClosed) return
    if (stored.deck && (!deck || stored.deck.seq >= deck.seq)) deck = stored.deck
    changes = [...stored.changes, ...unstored.values()]
    publish()
  }

  async function hear(message: TabMessage) {
    if (isClosed) return
    clearTimeout(silence)
    if (message.kind === 'hello') return turn ? tellState() : undefined
    if (message.kind === 'changes') {
      for (const [id, number] of message.logged ?? []) logged.set(id, number)
      const stored = await storage.loadChanges().catch(failed)
      if (!stored || isClosed) return
      changes = [...stored, ...unstored.values()]
      publish()
      if (turn) outbox.sendNow()
      return
    }
    if (turn) return
    if (message.kind === 'state') {
      if (message.live === 'live' && live.get() !== 'live') parts.onOpen()
      live.set(message.live)
      isWaiting = message.isWaiting
      return publish()
    }
    const next = message.kind === 'events' && deck ? applyEvents(deck, message.events) : undefined
    if (!next) {
      await loadStored()
      return parts.onReload()
    }
    deck = next
    publish()
    if (message.kind === 'events') parts.onEvents(message.events)
  }

  /** Asks the leading tab for a sign of life, and leads if there is none. */
  function hail() {
    if (turn || isClosed) return
    tabs.tell({ kind: 'hello' })
    clearTimeout(silence)
    silence = setTimeout(() => {
      if (!turn && !isClosed) tabs.takeOver()
    }, maxLeaderSilenceMs)
  }

  /** Makes a change. It is shown at once, and sent as soon as the server can be reached. */
  function make(intent: Intent, base?: Record<string, Base>): Change {
    const before = view.get().byId
    const at = now().toISOString()
    const after = new Map(before)
    applyChange(after, { intent, at })
    const change: Change = {
      id: newId(),
      order: Math.max(now().getTime() * 1_000, (changes.at(-1)?.order ?? 0) + 1),
      at,
      intent,
      base: base ?? basesOf(intent, before),
      inverse: inverseOf(intent, before, after),
    }
    changes = [...changes, change]
    unstored.set(change.id, change)
    publish()
    void storage
      .putChanges([change])
      .catch(failed)
      .then(() => {
        unstored.delete(change.id)
        tabs.tell({ kind: 'changes' })
        hail()
        if (turn) outbox.sendNow()
      })
    return change
  }

  return {
    /** The last changes in the log, oldest first. */
    recent: () => deck?.recent ?? [],
    /** The number in the log of a change of this tab; null if it had no effect. */
    loggedAs: (id: string) => logged.get(id),
    /** Everything that a storage would contain. */
    contents: (): Stored => ({ deck, changes: [...changes] }),

    /** Shows what is stored. Follows the server once `connected` is resolved. */
    async open(connected: Promise<unknown> = Promise.resolve()) {
      tabs.listen((message) => void hear(message))
      await loadStored()
      await connected
      if (isClosed) return
      tabs.lead(lead)
      hail()
    },
    /** Asks whether the leading tab is still awake, after this one was hidden. */
    hail,
    close() {
      isClosed = true
      clearTimeout(silence)
      for (const resolve of outcomes.values()) resolve({ state: 'kept' })
      live.set('off')
      tabs.close()
      // After the last change is stored.
      void saving.finally(storage.close)
    },

    make,
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
        publish()
      }),
    /** Takes back a change that was never sent, or that has a problem. Returns false if the server may have made it already. */
    async withdraw(id: string): Promise<boolean> {
      if (!(await storage.withdraw(id).catch(failed))) return false
      changes = changes.filter((change) => change.id !== id)
      publish()
      tabs.tell({ kind: 'changes' })
      return true
    },

    /** Sends the changes without waiting any longer. */
    sendNow: () => (turn ? outbox.sendNow() : tabs.tell({ kind: 'changes' })),

    /** Asks the server for a list again. Live events usually have brought its changes already. */
    async revalidate(status: Status | '') {
      const seq = await server.revalidate(status).catch(() => undefined)
      if (seq !== undefined && deck && seq > deck.seq && turn && live.get() !== 'live') await refresh()
    },
    refresh: () => (turn ? refresh() : Promise.resolve()),
  }
}
