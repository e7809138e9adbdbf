import { deleteDB, openDB } from 'idb'
import { taskFormat } from '../../contract/task-fields.ts'
import { type Change, type DeckTask, withLoggedTarget } from './change.ts'
import { type Deck, type LoggedChange, storedChanges } from './deck.ts'
import { isFree } from './lease.ts'
import { type DeckStorage, inOrder, isWithdrawable, type KeptUser, markedSent, type Stored } from './storage.ts'
import { deckPrefix } from './stored-owners.ts'

/** Increment it whenever the stored deck has another shape. An older deck is then loaded again; unsent changes are kept. */
const deckFormat = `2.${taskFormat}`

/** Nobody else has the changes that the server does not know: they are on the disk before they count as stored. */
const unsent = { durability: 'strict' } as const

const tasksPerBucket = 200

/** The names of values that are kept for reading them without the server, such as threads of notes. */
const keptPrefix = 'kept '
const keptRange = () => IDBKeyRange.bound(keptPrefix, `${keptPrefix}\uffff`)
const maxKept = 100

interface State {
  format: string
  seq: number
  epoch: string | undefined
  hasTrash: boolean | undefined
  recent: readonly LoggedChange[]
}

/**
 * Stores a deck in IndexedDB. Tasks are stored as text in buckets, because reading ten thousand records takes ten times as long as reading
 * fifty texts, and a change writes one of them. `onEnd` is called if the browser closes the connection, because its data was deleted.
 */
export async function openStorage(owner: string, onEnd: () => void = () => {}): Promise<DeckStorage> {
  let end: ReturnType<DeckStorage['end']>
  const db = await openDB(deckPrefix + owner, 1, {
    upgrade(db) {
      db.createObjectStore('state')
      db.createObjectStore('tasks')
      db.createObjectStore('changes', { keyPath: 'id' })
    },
    blocking(_current, blocked, event) {
      if (blocked === null) end = 'deleted'
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      end = 'lost'
      onEnd()
    },
  })
  return {
    async load() {
      const tx = db.transaction(['state', 'tasks', 'changes'])
      const [state, buckets, changes]: [State | undefined, string[], Change[]] = await Promise.all([
        tx.objectStore('state').get('deck'),
        tx.objectStore('tasks').getAll(),
        tx.objectStore('changes').getAll(),
      ])
      return { deck: state?.format === deckFormat ? deckOf(state, buckets) : undefined, changes: inOrder(changes) }
    },
    async keepUser({ username, email }) {
      await db.put('state', { username, email } satisfies KeptUser, 'user')
    },
    loadChanges: async () => inOrder(await db.getAll('changes')),
    async saveDeck(deck, changed) {
      const tx = db.transaction(['state', 'tasks'], 'readwrite', { durability: 'relaxed' })
      const tasks = tx.objectStore('tasks')
      const stored: State | undefined = await tx.objectStore('state').get('deck')
      const isOther = stored?.epoch !== deck.epoch
      if (changed && stored && (isOther || stored.seq > deck.seq)) return tx.done
      // Another tab has stored a deck of another position: its buckets may lack what happened since.
      const isPart = changed !== undefined && stored?.seq === changed.since
      if (!isPart) void tasks.clear()
      const { seq, epoch, hasTrash } = deck
      const state: State = { format: deckFormat, seq, epoch, hasTrash, recent: storedChanges(deck.recent) }
      void tx.objectStore('state').put(state, 'deck')
      const wanted = isPart ? new Set(changed.tasks.map(bucketOf)) : undefined
      for (const [bucket, list] of bucketsOf(deck, wanted)) void tasks.put(JSON.stringify(list), bucket)
      await tx.done
    },
    async putChanges(changes) {
      const tx = db.transaction('changes', 'readwrite', unsent)
      for (const change of changes) void tx.store.put(change)
      // Without waiting for the page, which may be closing.
      tx.commit()
      await tx.done
    },
    async removeChanges(ids) {
      const tx = db.transaction('changes', 'readwrite')
      for (const id of ids) void tx.store.delete(id)
      await tx.done
    },
    async removeLogged(logged) {
      const numbers = new Map(logged)
      const tx = db.transaction('changes', 'readwrite', unsent)
      for (const change of (await tx.store.getAll()) as Change[]) {
        const named = withLoggedTarget(change, numbers)
        if (numbers.has(change.id)) void tx.store.delete(change.id)
        else if (named !== change) void tx.store.put(named)
      }
      await tx.done
    },
    async markSent(change) {
      const tx = db.transaction('changes', 'readwrite', unsent)
      const known: Change | undefined = await tx.store.get(change.id)
      const marked = known && markedSent(known, change)
      if (marked) await tx.store.put(marked)
      await tx.done
      return marked
    },
    async replace(id, next) {
      const tx = db.transaction('changes', 'readwrite', unsent)
      const known: Change | undefined = await tx.store.get(id)
      const isReplaced = known !== undefined && isWithdrawable(known)
      if (isReplaced) {
        void tx.store.delete(id)
        for (const change of next) void tx.store.put(change)
      }
      await tx.done
      return isReplaced
    },
    async keep(name, value) {
      const tx = db.transaction('state', 'readwrite', { durability: 'relaxed' })
      void tx.store.put(value, keptPrefix + name)
      const names = await tx.store.getAllKeys(keptRange())
      // The names end with ids that grow with time.
      for (const old of names.slice(0, -maxKept)) void tx.store.delete(old)
      await tx.done
    },
    kept: (name) => db.get('state', keptPrefix + name),
    async claim(wish, instead) {
      const tx = db.transaction('state', 'readwrite', { durability: 'relaxed' })
      const isMine = isFree(await tx.store.get('lease'), wish, instead)
      if (isMine) void tx.store.put(wish, 'lease')
      await tx.done
      return isMine
    },
    end: () => end,
    close: () => db.close(),
  }
}

/** Everything that is stored of a user, for reading only: also tasks in the format of an older version, which cannot be loaded again. */
export async function readStored(owner: string): Promise<Stored & { user: KeptUser | undefined }> {
  const db = await openDB(deckPrefix + owner)
  const tx = db.transaction(['state', 'tasks', 'changes'])
  const [state, user, buckets, changes]: [State | undefined, KeptUser | undefined, string[], Change[]] =
    await Promise.all([
      tx.objectStore('state').get('deck'),
      tx.objectStore('state').get('user'),
      tx.objectStore('tasks').getAll(),
      tx.objectStore('changes').getAll(),
    ]).finally(() => db.close())
  return { deck: state && deckOf(state, buckets), changes: inOrder(changes), user }
}

const bucketOf = ({ number }: DeckTask) => Math.floor(number / tasksPerBucket)

/** The tasks of the deck by bucket; only of these buckets if any are given. A bucket without tasks is empty. */
function bucketsOf({ tasks }: Deck, wanted: Set<number> | undefined): Map<number, DeckTask[]> {
  const buckets = new Map<number, DeckTask[]>([...(wanted ?? [])].map((bucket) => [bucket, []]))
  for (const task of tasks.values()) {
    const bucket = bucketOf(task)
    if (wanted && !wanted.has(bucket)) continue
    const others = buckets.get(bucket)
    if (others) others.push(task)
    else buckets.set(bucket, [task])
  }
  return buckets
}

function deckOf({ seq, epoch, hasTrash, recent }: State, buckets: string[]): Deck {
  const tasks = new Map<string, DeckTask>()
  for (const text of buckets.toReversed()) for (const task of JSON.parse(text) as DeckTask[]) tasks.set(task._id, task)
  return { seq, epoch, tasks, hasTrash, recent }
}

/** Deletes the deck of a user. Resolves when nothing is stored any more, even if another tab still has it open. */
export const deleteDeck = (owner: string): Promise<void> => deleteDB(deckPrefix + owner)
