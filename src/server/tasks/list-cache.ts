import type { Coding } from '../answers/json-answer.ts'
import type { Caller } from '../callers/caller.ts'

/** A list as it is, or compressed. */
type Form = 'identity' | Coding

type Position = Pick<Caller, 'seq' | 'epoch'>

/** A list, with the position of the owner's log at which it was read. */
interface CachedList extends Position {
  forms: Map<Form, Buffer>
}

const sizeOf = ({ forms }: CachedList) => forms.values().reduce((sum, bytes) => sum + bytes.length, 0)

/** Caches lists in every form in which they were sent, until their owner changes something. Evicts the least recently used lists. */
export function listCache(maxBytes: number) {
  const cached = new Map<string, CachedList>()
  let size = 0

  function forget(key: string) {
    const list = cached.get(key)
    if (list) size -= sizeOf(list)
    cached.delete(key)
  }

  /** One list may not take the place of all others. */
  const takes = (length: number) => length <= maxBytes / 4

  return {
    takes,
    /** The list at a position of the owner's log. Forgets an older one, and one of another epoch. */
    find(key: string, { seq, epoch }: Position, form: Form = 'identity'): Buffer | undefined {
      const list = cached.get(key)
      if (!list || (list.epoch === epoch && list.seq > seq)) return undefined
      if (list.epoch !== epoch || list.seq < seq) {
        forget(key)
        return undefined
      }
      // The most recently used list is the last one.
      cached.delete(key)
      cached.set(key, list)
      return list.forms.get(form)
    },
    keep(key: string, { seq, epoch }: Position, bytes: Buffer, form: Form = 'identity') {
      let list = cached.get(key)
      if (list && list.epoch === epoch && list.seq > seq) return
      if (list?.epoch !== epoch || list.seq !== seq) {
        forget(key)
        list = { seq, epoch, forms: new Map() }
      }
      if (!takes(bytes.length)) return
      size += bytes.length - (list.forms.get(form)?.length ?? 0)
      list.forms.set(form, bytes)
      cached.delete(key)
      cached.set(key, list)
      for (const oldest of cached.keys()) {
        if (size <= maxBytes) break
        forget(oldest)
      }
    },
    get size() {
      return size
    },
  }
}
