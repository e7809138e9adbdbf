import { flushSync } from 'react-dom'
import { newId } from '../../contract/new-id.ts'
import { ownerHeader } from '../../contract/owner-header.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Status } from '../../contract/tasks.ts'
import { isLive, liveState } from '../live/state.ts'
import { openStream } from '../live/stream.ts'
import { createCell } from '../ui/client-state.ts'
import { askBeforeLoss } from '../ui/unsaved.ts'
import { browserTabs } from './browser-tabs.ts'
import type { Base, Change, DeckTask, Intent, Wish } from './change.ts'
import type { Outcome } from './deck-state.ts'
import { createDeckStore, type DeckStore } from './deck-store.ts'
import { deleteDeck, openStorage } from './indexed-db.ts'
import { askToPersist, isInstalled } from './persistence.ts'
import { deckServer, isReached } from './server.ts'
import { type DeckStorage, type KeptUser, memoryStorage, type Stored } from './storage.ts'
import { reportStorageFailed, reportStoredAgain } from './storage-alerts.ts'
import { deleteSettledDecks, removeStored, storedChanges } from './stored-changes.ts'
import { singleTab } from './tabs.ts'
import { emptyView } from './view.ts'

/** Everything that this tab knows, and what the screens show of it: changes only after they are stored. */
const view = createCell(emptyView)
const shown = createCell(emptyView)
/** Whether the deck survives the end of this tab. */
const stored = createCell(false)
let current: { store: DeckStore; storage: DeckStorage; isStored: boolean } | undefined
/** The deck that was closed last. It continues if the same user chooses to keep it on this device, or no longer. */
let last: { owner: string; isStored: boolean; contents: Stored } | undefined

/** The signed-in user's tasks, as all screens show them. */
export const useDeck = shown.use
/** The same with changes that were made a moment ago, and are not shown yet. */
export const deckNow = view.get
/** A part of what the deck shows. It must be the same object as long as the deck is. */
export const useFromDeck = shown.useDerived
/** Whether this device was asked for the tasks. Rendering a screen before would be wasted: it is rendered again as soon as they are there. */
export const useIsRead = () => shown.useDerived((tasks) => tasks !== emptyView)
/** Whether unsent changes are kept on this device, and not only as long as this tab is open. */
export const useIsStored = stored.use
/** Whether a change of this task waits for the server. */
export const useIsWaiting = (id: string) => shown.useDerived(({ waitingIds }) => waitingIds.has(id))

/** A screen is shown without its tasks if they were not read within this time. */
const maxReadingMs = 1_000

interface Handlers {
  onEvents: (events: TaskEvent[]) => void
  onReload: () => void
  onSettings: () => void
  onOpen: () => void
  onRefused: () => void
  user: () => KeptUser
  /** Loads the function that saves the tasks and unsent changes of this tab as a file. */
  loadSave: () => Promise<() => void>
  /** Resolves when the session was checked, whatever the answer. Nothing is sent before. */
  checked: Promise<unknown>
}

/** Opens the deck of the signed-in user. Returns the function that closes it. */
export function openDeck(owner: string, isKept: boolean, handlers: Handlers): () => void {
  let isClosed = false
  const carried = last?.owner === owner && !(last.isStored && isKept) ? last.contents : undefined
  last = undefined
  const reportStorage = (error: unknown) => reportStorageFailed(error, handlers.loadSave)
  /** Stored changes must not come back after they were sent or discarded here. */
  const forget = (ids: string[]) => void removeStored(owner, ids, isKept).catch(() => {})

  function use(storage: DeckStorage, isShared: boolean) {
    const store = createDeckStore({
      ...handlers,
      view,
      shown,
      storage,
      server: deckServer({ headers: { [ownerHeader]: owner } }),
      tabs: isShared ? browserTabs(owner, storage.claim) : singleTab(),
      connect: (listener) => openStream(listener, { owner, isShared, isReached }),
      live: liveState,
      newId,
      now: () => new Date(),
      onStorageFailed: (error) => leaveStorage(store, storage, error),
    })
    current = { store, storage, isStored: isShared }
    stored.set(isShared)
    void store.open(handlers.checked)
    if (isShared && isInstalled()) void askToPersist()
  }

  /** Goes on with the memory of this tab. */
  function leaveStorage(store: DeckStore, storage: DeckStorage, error: unknown) {
    if (isClosed || current?.store !== store) return
    const reason = storage.end() ?? (isLost(error) && againCount < maxAgain ? 'lost' : undefined)
    store.close()
    // A full storage still contains earlier changes.
    use(memoryStorage(store.contents(), reason ? undefined : forget), false)
    // After signing out in another tab, nothing is to be kept.
    if (reason === 'lost') void storeAgain().catch(reportStorage)
    else if (!reason) reportStorage(error)
  }

  /** The user has deleted the data of this site, or the browser has. The user has not signed out: this tab may have the last copy. */
  async function storeAgain() {
    againCount++
    const before = current?.store
    // The browser refuses a new connection as long as it deletes.
    const storage = await openKept().catch(() => after(againDelayMs).then(openKept))
    const isOver = () => isClosed || !before || current?.store !== before
    let contents: Stored
    do {
      if (isOver() || !before) return storage.close()
      contents = before.contents()
      await carry(storage, contents)
      // Changes may be made meanwhile.
    } while (before.contents().changes.some((change) => !contents.changes.includes(change)))
    if (isOver()) return storage.close()
    before?.close()
    use(storage, true)
    reportStoredAgain(contents.changes.filter(({ done }) => !done).length)
  }

  async function openKept() {
    const storage = await openStorage(owner, () => {
      if (current) leaveStorage(current.store, storage, undefined)
    })
    void storage.keepUser(handlers.user()).catch(() => {})
    return storage
  }

  async function begin() {
    const storage = isKept ? await openKept().catch(reportStorage) : undefined
    if (isClosed) return storage?.close()
    const isCarried = !storage || !carried || (await carry(storage, carried).then(() => true, reportStorage))
    if (isClosed) return storage?.close()
    if (storage && isCarried) return use(storage, true)
    storage?.close()
    // Made here while this device kept tasks, which another user has switched off since.
    const left = carried || isKept ? [] : await storedChanges(owner).catch(() => [])
    if (!isClosed)
      use(memoryStorage(carried ?? { deck: undefined, changes: left }, left.length ? forget : undefined), false)
  }
  const onVisible = () => {
    if (document.visibilityState === 'hidden') return
    current?.store.hail()
    if (!isLive()) void current?.store.refresh()
  }
  document.addEventListener('visibilitychange', onVisible)
  for (const kind of inputs) window.addEventListener(kind, showBefore, { capture: true })
  const stopAsking = askBeforeLoss(hasOnlyHere)
  void begin()
  const reading = setTimeout(() => {
    if (view.get() === emptyView) view.set({ ...emptyView })
    if (shown.get() === emptyView) shown.set(view.get())
  }, maxReadingMs)
  return () => {
    isClosed = true
    clearTimeout(reading)
    document.removeEventListener('visibilitychange', onVisible)
    for (const kind of inputs) window.removeEventListener(kind, showBefore, { capture: true })
    stopAsking()
    if (current) last = { owner, isStored: current.isStored, contents: current.store.contents() }
    current?.store.close()
    current = undefined
    view.set(emptyView)
    shown.set(emptyView)
  }
}

/** How often a page stores its deck again after its connection to the storage was lost. A storage that fails all the time is left. */
const maxAgain = 3
const againDelayMs = 1_000
const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
let againCount = 0

/** Work in progress fails before the storage itself says that its connection was closed. */
const isLost = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError')

/** Whether this tab has changes that would be lost with it. */
function hasOnlyHere(): boolean {
  if (!current) return false
  return current.store.hasUnstored() || (!current.isStored && deckNow().changes.some(({ done }) => !done))
}

async function carry(storage: DeckStorage, { deck, changes }: Stored) {
  if (deck) await storage.saveDeck(deck)
  await storage.putChanges(changes)
}

/** Shows a change before it is stored: a card that the user has dropped, or a box that was ticked, must not jump back. */
export const showNow = () => shown.set(view.get())

const inputs = ['keydown', 'pointerdown', 'click'] as const

/**
 * Shows a change that is not stored yet before the next key or click is handled. Otherwise two quick keys would start from the same value,
 * and one of them would be lost.
 */
function showBefore() {
  if (shown.get() !== view.get()) flushSync(showNow)
}

/** Stops following the server, because the session ends. The screens keep their tasks until they are left. */
export function stopDeck() {
  current?.store.close()
}

/** How many changes of a user were not sent yet, also if no screen with tasks is open. */
export async function countUnsent(owner: string): Promise<number> {
  if (current) return deckNow().changes.length
  if (last?.owner === owner && !last.isStored) return last.contents.changes.length
  return (await storedChanges(owner).catch(() => [])).length
}

/** Forgets the deck of a user, in this tab and in this browser. Those of other users stay: nobody else may have their unsent changes. */
export async function forgetDeck(owner: string): Promise<void> {
  if (last?.owner === owner) last = undefined
  await deleteDeck(owner)
}

/** Deletes the user's deck, and those of other users without unsent changes. Returns how many changes of others stay. */
export async function stopKeeping(owner: string): Promise<number> {
  await deleteDeck(owner)
  return deleteSettledDecks()
}

function store(): DeckStore {
  if (!current) throw new Error('Nobody is signed in')
  return current.store
}

/** A change, and how it goes on. */
export interface Made {
  id: string
  outcome: Promise<Outcome>
}

/** Makes a change. It is shown as soon as it is stored, and sent as soon as the server can be reached. */
export function makeChange(intent: Intent, base?: Record<string, Base>): Made {
  const { id } = store().make(intent, base)
  const outcome = store().outcome(id)
  void outcome.then(({ state }) => {
    if (state === 'waiting' && current?.isStored) void askToPersist()
  })
  return { id, outcome }
}

/** Makes others of a change that the server has refused. */
export const remakeChange = (refused: Change, wishes: readonly Wish[]) => store().remake(refused, wishes)
/** Takes back a change that was never sent, or that was refused. Returns false if the server may have made it already. */
export const withdrawChange = (id: string) => store().withdraw(id)
/** Sends the changes that wait, without waiting any longer. */
export const sendWaiting = () => store().sendNow()
export const recentChanges = () => store().recent()
export const loggedAs = (id: string) => store().loggedAs(id)
/** Asks the server for a list again, in the background. */
export const revalidate = (status: Status | '') => void current?.store.revalidate(status)
export const reloadDeck = () => current?.store.refresh()

/** Discards a change that waits, with all that depends on it. A change that the server may have made already is undone instead. */
export async function discardChange(change: Change): Promise<void> {
  if (!(await store().discard(change))) makeChange({ kind: 'undo', of: change.id, effects: change.inverse })
}

/** Keeps a value under a name on this device, if it keeps tasks, for reading it without the server. A failure does no harm. */
export const keepOffline = (name: string, value: unknown) => void current?.storage.keep(name, value).catch(() => {})
export const keptOffline = async <Value>(name: string): Promise<Value | undefined> =>
  (await current?.storage.kept(name).catch(() => undefined)) as Value | undefined

/** A task by its id or number, if it is known. */
export function findTask(name: string, { byId, tasks, trash } = view.get()): DeckTask | undefined {
  const number = /^#?(\d{1,9})$/.exec(name)?.[1]
  if (!number) return byId.get(name)
  const isIt = (task: DeckTask) => task.number === Number(number)
  return tasks.find(isIt) ?? trash.find(isIt)
}
