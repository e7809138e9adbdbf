/**
 * A queue in which owners take turns: a piece of work waits for at most one piece of every other owner's, and for earlier ones of its own.
 * An owner who rests is passed over. Times are in milliseconds, of a clock that does not jump.
 */
export function fairQueue<T>() {
  const queues = new Map<string, T[]>()
  const rests = new Map<string, number>()

  function take(owner: string, items: T[]): T | undefined {
    const item = items.shift()
    queues.delete(owner)
    if (items.length) queues.set(owner, items)
    return item
  }

  return {
    add(owner: string, item: T): void {
      const items = queues.get(owner)
      if (items) items.push(item)
      else queues.set(owner, [item])
    },
    next(now: number): [owner: string, item: T] | undefined {
      for (const [owner, items] of queues) {
        if ((rests.get(owner) ?? 0) > now) continue
        const item = take(owner, items)
        if (item !== undefined) return [owner, item]
      }
      return undefined
    },
    /** Lets an owner's next piece of work wait until a time. */
    rest(owner: string, until: number, now: number): void {
      for (const [other, end] of rests) {
        if (end <= now) rests.delete(other)
      }
      rests.set(owner, until)
    },
    /** How long it takes until some work may begin; undefined if nothing waits. */
    untilNext(now: number): number | undefined {
      if (!queues.size) return undefined
      let first = Number.POSITIVE_INFINITY
      for (const owner of queues.keys()) first = Math.min(first, rests.get(owner) ?? 0)
      return Math.max(0, first - now)
    },
    /** Takes everything out. */
    takeAll(): T[] {
      const items = [...queues.values()].flat()
      queues.clear()
      return items
    },
  }
}
