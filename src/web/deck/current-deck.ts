import { newId } from '../../contract/new-id.ts'
import { ownerHeader } from '../../contract/owner-header.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Status } from '../../contract/tasks.ts'
import { isLive, liveState } from '../live/state.ts'
import { openStream } from '../live/stream.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { createCell } from '../ui/client-state.ts'
import { browserTabs } from './browser-tabs.ts'
import type { Base, Change, DeckTask, Intent, Wish } from './change.ts'
import type { Outcome } from './deck-state.ts'
import { createDeckStore, type DeckStore } from './deck-store.ts'
import { deleteDeck, openStorage } from './indexed-db.ts'
import { deleteSettledDecks, removeStored, storedChanges } from './left-decks.ts'
import { deckServer, isReached } from './server.ts'
import { type DeckStorage, type KeptUser, memoryStorage, type Stored } from './storage.ts'
import { singleTab } from './tabs.ts'
import { emptyView } from './view.ts'

const view = createCell(emptyView)
/** Whether the deck survives the end of this tab. */
const stored = createCell(false)
let current: { store: DeckStore; isStored: boolean } | undefined
/** The deck that was closed last. It continues if the same user chooses to keep it on this device, or no longer. */
let last: { owner: string; isStored: boolean; contents: Stored } | undefined

/** The signed-in user's tasks, as all screens show them. */
export const useDeck = view.use
export const deckNow = view.get
/** A part of what the deck shows. It must be the same object as long as the deck is. */
export const useDeckPart = view.usePart
/** Whether this device was asked for the tasks. Rendering a screen before would be wasted: it is rendered again as soon as they are there. */
export const useIsRead = () => view.usePart((shown) => shown !== emptyView)
/** Whether unsent changes are kept on this device, and not only as long as this tab is open. */
export const useIsStored = stored.use
/** Whether a change of this task waits for the server. */
export const useIsWaiting = (id: string) => view.usePart(({ waitingIds }) => waitingIds.has(id))

/** A screen is shown without its tasks if they were not read within this time. */
const maxReadingMs = 1_000

interface Handlers {
  onEvents: (events: TaskEvent[]) => void
  onReload: () => void
  onSettings: () => void
  onOpen: () => void
  onRefused: () => void
  user: () => KeptUser
  /** Resolves when the session was checked, whatever the answer. Nothing is sent before. */
  checked: Promise<unknown>
}

/** Opens the deck of the signed-in user. Returns the function that closes it. */
export function openDeck(owner: string, isKept: boolean, handlers: Handlers): () => void {
  let isClosed = false
  const carried = last?.owner === owner && !(last.isStored && isKept) ? last.contents : undefined
  last = undefined
  /** Stored changes must not come back after they were sent or discarded here. */
  const forget = (ids: string[]) => void removeStored(owner, ids, isKept).catch(() => {})

  function use(storage: DeckStorage, isShared: boolean) {
    const store = createDeckStore({
      ...handlers,
      view,
      storage,
      server: deckServer({ headers: { [ownerHeader]: owner } }),
      tabs: isShared ? browserTabs(owner) : singleTab(),
      connect: (listener) => openStream(listener, { owner, isShared, isReached }),
      live: liveState,
      newId,
      now: () => new Date(),
      onStorageFailed: (error) => {
        if (isClosed || current?.store !== store) return
        // Another tab has deleted the stored deck: the user logged out there, or no longer wants it to be kept.
        const isDeleted = error instanceof DOMException && error.name === 'InvalidStateError'
        if (!isDeleted) reportStorage(error)
        store.close()
        // A full storage still contains earlier changes.
        use(memoryStorage(store.contents(), isDeleted ? undefined : forget), false)
      },
    })
    current = { store, isStored: isShared }
    stored.set(isShared)
    void store.open(handlers.checked)
  }

  async function begin() {
    const storage = isKept ? await openStorage(owner).catch(reportStorage) : undefined
    if (isClosed) return storage?.close()
    if (storage && carried) await carry(storage, carried).catch(reportStorage)
    if (isClosed) return storage?.close()
    if (storage) {
      void storage.keepUser(handlers.user()).catch(() => {})
      return use(storage, true)
    }
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
  void begin()
  const reading = setTimeout(() => {
    if (view.get() === emptyView) view.set({ ...emptyView })
  }, maxReadingMs)
  return () => {
    isClosed = true
    clearTimeout(reading)
    document.removeEventListener('visibilitychange', onVisible)
    if (current) last = { owner, isStored: current.isStored, contents: current.store.contents() }
    current?.store.close()
    current = undefined
    view.set(emptyView)
  }
}

async function carry(storage: DeckStorage, { deck, changes }: Stored) {
  if (deck) await storage.saveDeck(deck)
  await storage.putChanges(changes)
}

/** Says what does not work without storage. Everything else does. */
function reportStorage(error: unknown): undefined {
  console.error('Storage error', error)
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  const reason = isFull ? 'This device has no room left' : 'This browser does not allow it'
  alertFailed(
    `Your tasks cannot be kept on this device. ${reason}. Taskdeck works while the server can be reached, but changes that wait are lost when you close this tab.`,
    'Storage error',
  )
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

/** Makes a change. It is shown at once, and sent as soon as the server can be reached. */
export function makeChange(intent: Intent, base?: Record<string, Base>): Made {
  const { id } = store().make(intent, base)
  return { id, outcome: store().outcome(id) }
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

/** A task by its id or number, if it is known. */
export function findTask(name: string, { byId, tasks, trash } = view.get()): DeckTask | undefined {
  const number = /^#?(\d{1,9})$/.exec(name)?.[1]
  if (!number) return byId.get(name)
  const isIt = (task: DeckTask) => task.number === Number(number)
  return tasks.find(isIt) ?? trash.find(isIt)
}
