/** Caches lists as they were sent, until their owner changes something. Evicts the least recently used lists. */
export function listCache(maxBytes: number) {
  const cached = new Map<string, { seq: number; bytes: Buffer }>()
  let size = 0

  function forget(key: string) {
    size -= cached.get(key)?.bytes.length ?? 0
    cached.delete(key)
  }

  return {
    /** The list at the position `seq` of the owner's log. */
    find(key: string, seq: number): Buffer | undefined {
      const found = cached.get(key)
      if (!found) return undefined
      cached.delete(key)
      if (found.seq === seq) cached.set(key, found)
      else size -= found.bytes.length
      return found.seq === seq ? found.bytes : undefined
    },
    keep(key: string, seq: number, bytes: Buffer) {
      forget(key)
      if (bytes.length > maxBytes / 4) return
      cached.set(key, { seq, bytes })
      size += bytes.length
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
