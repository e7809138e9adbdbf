import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { shareEvents } from '../../contract/shares.ts'
import { addressKey } from '../callers/address-key.ts'
import type { FoundShare } from './share-table.ts'
import type { SharedPageRules } from './shared-pages.ts'

/** An open page of a reader. */
export interface Reader {
  write(event: string, tag?: string): void
  /** Ends the stream with a last event. */
  end(event: string): void
}

interface Dependencies {
  pages: Pick<SharedPageRules, 'tagOf' | 'forget'>
  /** The hashes of the secrets of those of these links that work, by their ids. */
  open: (ids: string[]) => Promise<Map<string, string>>
  /** Called if links cannot be read. They are read again with the next check. */
  onTrouble: (error: unknown) => void
}

/** A link with open pages on this node. */
interface Followed {
  id: string
  owner: string
  /** Of its secret. */
  hash: string
  readers: Set<Reader>
  /** The tag of the page that the readers know of. */
  tag: string
  isDirty: boolean
  isReading: boolean
}

/** Streams of one link, from one address, and in all, on each node. A page without a stream asks from time to time. */
export const readerLimits = { perLink: 500, perAddress: 20, all: 5_000 }
/** Changes within this time are one change for readers. */
const settleMs = 250
/** A page is not read again before this many times the time that reading it took: an owner who changes it all the time has most of the time. */
const restFactor = 5
const linksAtOnce = 500

/** Tells the open pages of shared links when they have changed, and ends them with their link, on every node. */
export function shareReaders({ pages, open, onTrouble }: Dependencies) {
  /** By the hash of the secret, because a link with a new address ends the pages of the old one. */
  const followed = new Map<string, Followed>()
  const byOwner = new Map<string, Set<Followed>>()
  const byAddress = new Map<string, number>()
  let count = 0

  function tell({ readers, tag }: Followed, event: string) {
    for (const reader of readers) reader.write(event, tag)
  }

  /** Reads a page again after a change of its owner, and tells its readers if it looks different. */
  async function refresh(one: Followed) {
    one.isDirty = true
    if (one.isReading) return
    one.isReading = true
    try {
      while (one.isDirty && one.readers.size) {
        await pause(settleMs, undefined, { ref: false })
        one.isDirty = false
        const begun = performance.now()
        const tag = await pages.tagOf(one.hash)
        if (tag !== one.tag) {
          one.tag = tag
          tell(one, shareEvents.changed)
        }
        await pause(restFactor * (performance.now() - begun), undefined, { ref: false })
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') endAllOf(one, shareEvents.ended)
      else onTrouble(error)
    } finally {
      one.isReading = false
    }
  }

  function endAllOf({ readers }: Followed, event: string) {
    for (const reader of [...readers]) reader.end(event)
  }

  function leave(one: Followed, address: string, reader: Reader) {
    if (!one.readers.delete(reader)) return
    count--
    const left = (byAddress.get(address) ?? 1) - 1
    if (left) byAddress.set(address, left)
    else byAddress.delete(address)
    if (one.readers.size) return
    followed.delete(one.hash)
    const others = byOwner.get(one.owner)
    others?.delete(one)
    if (!others?.size) byOwner.delete(one.owner)
  }

  return {
    /**
     * Adds an open page of a link, read from an address, and returns the function that removes it. Fails with `too_many_requests`. `tag` is that of the
     * page as it was just read.
     */
    join(link: FoundShare, tag: string, ip: string, reader: Reader): () => void {
      const { id, secret_hash: hash, user_id: owner } = link
      const address = addressKey(ip)
      const one = followed.get(hash) ?? {
        ...{ id, owner, hash, tag, readers: new Set<Reader>(), isDirty: false, isReading: false },
      }
      const isFull = one.readers.size >= readerLimits.perLink || count >= readerLimits.all
      if (isFull || (byAddress.get(address) ?? 0) >= readerLimits.perAddress) throw tooMany()
      followed.set(hash, one)
      byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(one))
      one.readers.add(reader)
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      count++
      // The page that the reader has seen may be older.
      reader.write(shareEvents.changed, tag)
      return () => leave(one, address, reader)
    },
    /** The owner has changed something that is not in the log, such as a saved view. */
    announceSettings(owner: string): void {
      pages.forget(owner)
      for (const one of byOwner.get(owner) ?? []) void refresh(one)
    },
    /** The owner has changed something. */
    announce(owner: string): void {
      for (const one of byOwner.get(owner) ?? []) void refresh(one)
    },
    /** Other nodes may have announced changes in vain, or a new day may have begun. */
    announceAll(): void {
      for (const one of followed.values()) void refresh(one)
    },
    beat(): void {
      for (const one of followed.values()) tell(one, shareEvents.beat)
    },
    /** Ends the pages of all links that no longer work. */
    async endDead(): Promise<void> {
      const all = [...followed.values()]
      for (let first = 0; first < all.length; first += linksAtOnce) {
        const some = all.slice(first, first + linksAtOnce)
        const working = await open(some.map(({ id }) => id))
        for (const one of some) if (working.get(one.id) !== one.hash) endAllOf(one, shareEvents.ended)
      }
    },
    endAll(): void {
      for (const one of followed.values()) endAllOf(one, shareEvents.bye)
    },
    get size() {
      return count
    },
  }
}

export type ShareReaders = ReturnType<typeof shareReaders>

const tooMany = () =>
  new AppError('too_many_requests', 'Too many pages of this link are open. This one is updated less often.', {
    retryAfter: 30,
  })
