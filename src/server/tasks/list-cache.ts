import type { Coding } from '../json-answer.ts'

/** A list as it is, or compressed. */
type Form = 'identity' | Coding

interface CachedList {
  /** The position of the owner's log at which the list was read. */
  seq: number
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

  return {
    /** The list at the position `seq` of the owner's log. Forgets an older one. */
    find(key: string, seq: number, form: Form = 'identity'): Buffer | undefined {
      const list = cached.get(key)
      if (!list || list.seq > seq) return undefined
      if (list.seq < seq) {
        forget(key)
        return undefined
      }
      // The most recently used list is the last one.
      cached.delete(key)
      cached.set(key, list)
      return list.forms.get(form)
    },
    keep(key: string, seq: number, bytes: Buffer, form: Form = 'identity') {
      let list = cached.get(key)
      if (list && list.seq > seq) return
      if (list?.seq !== seq) {
        forget(key)
        list = { seq, forms: new Map() }
      }
      if (bytes.length > maxBytes / 4) return
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
