import type { FoundShare } from './share-table.ts'

interface Dependencies {
  add: (owner: string, id: string, count: number, at: number) => Promise<unknown>
  clock: () => number
}

type Visited = Pick<FoundShare, 'id' | 'user_id'>

/** One write for all visits of a link in this time. A node that is killed loses so many seconds of visits. */
const writeEveryMs = 1_000
/** Links whose visits wait. Further visits are not counted until they are written. */
const maxLinks = 10_000

/** Counts the visits of shared links, in memory first, because a stranger must not cause a write with every call. */
export function visitCounts({ add, clock }: Dependencies) {
  const waiting = new Map<string, { owner: string; count: number; at: number }>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = [...waiting]
    waiting.clear()
    // Counting must never fail a request, nor a stop of the server.
    for (const [id, { owner, count, at }] of counted) await add(owner, id, count, at).catch(() => {})
  }

  return {
    count({ id, user_id: owner }: Visited): void {
      const known = waiting.get(id)
      if (known) Object.assign(known, { count: known.count + 1, at: clock() })
      else if (waiting.size < maxLinks) waiting.set(id, { owner, count: 1, at: clock() })
      timer ??= setTimeout(() => void flush(), writeEveryMs).unref()
    },
    /** Writes what has been counted. */
    flush,
  }
}

export type VisitCounts = ReturnType<typeof visitCounts>
