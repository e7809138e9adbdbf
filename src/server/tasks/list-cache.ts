/** Lists as they were sent, for as long as nothing of their owner has changed. Of too many, those asked for longest ago go. */
export function listCache(mostBytes: number) {
  const kept = new Map<string, { seq: number; bytes: Buffer }>()
  let size = 0

  function forget(key: string) {
    size -= kept.get(key)?.bytes.length ?? 0
    kept.delete(key)
  }

  return {
    /** A list as it was when the owner's log had got to `seq`. */
    find(key: string, seq: number): Buffer | undefined {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      if (found.seq === seq) kept.set(key, found)
      else size -= found.bytes.length
      return found.seq === seq ? found.bytes : undefined
    },
    keep(key: string, seq: number, bytes: Buffer) {
      forget(key)
      if (bytes.length > mostBytes / 4) return
      kept.set(key, { seq, bytes })
      size += bytes.length
      for (const oldest of kept.keys()) {
        if (size <= mostBytes) break
        forget(oldest)
      }
    },
    get size() {
      return size
    },
  }
}
