import type { DatabaseSync } from 'node:sqlite'

const maxSnapshotMs = 5

/**
 * Shares one snapshot between reads that follow each other closely, which saves taking the locks for each of them. A write of this process
 * ends the snapshot first, so that no read is outdated; writes of other processes become visible after a few milliseconds. Within a snapshot,
 * the same query has the same result, which is read once.
 */
export function sharedSnapshot(reader: DatabaseSync) {
  const [begin, commit] = [reader.prepare('begin'), reader.prepare('commit')]
  let open = false
  const remembered: Map<unknown, unknown>[] = []
  const end = () => {
    if (!open) return
    open = false
    for (const answers of remembered) answers.clear()
    commit.run()
  }
  return {
    begin() {
      if (open) return
      begin.run()
      open = true
      setTimeout(end, maxSnapshotMs).unref()
    },
    /** Reads each key once per snapshot. */
    remembering<T>(read: (key: string) => T): (key: string) => T {
      const answers = new Map<string, T>()
      remembered.push(answers)
      return (key) => {
        const known = answers.get(key)
        if (known !== undefined) return known
        const answer = read(key)
        // Without a snapshot, nothing would clear it.
        if (open) answers.set(key, answer)
        return answer
      }
    },
    end,
  }
}
