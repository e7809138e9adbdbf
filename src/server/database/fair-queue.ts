/**
 * A queue in which owners take turns: an item waits for at most one item of every other owner, and for earlier items of its own owner.
 * A resting owner is skipped. Times are milliseconds of a monotonic clock.
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
    /** Adds an item before the others of its owner. */
    addFirst(owner: string, item: T): void {
      const items = queues.get(owner)
      if (items) items.unshift(item)
      else queues.set(owner, [item])
    },
    /** The next item of an owner who is not resting and not skipped. */
    next(now: number, isSkipped = (_owner: string) => false): [owner: string, item: T] | undefined {
      for (const [owner, items] of queues) {
        if ((rests.get(owner) ?? 0) > now || isSkipped(owner)) continue
        const item = take(owner, items)
        if (item !== undefined) return [owner, item]
      }
      return undefined
    },
    hasNext: (isSkipped: (owner: string) => boolean): boolean => queues.keys().some((owner) => !isSkipped(owner)),
    /** Delays the owner's next item until a time. */
    rest(owner: string, until: number, now: number): void {
      for (const [other, end] of rests) {
        if (end <= now) rests.delete(other)
      }
      rests.set(owner, until)
    },
    /** The time until the next item of an owner who is not skipped may start; undefined if there is none. */
    untilNext(now: number, isSkipped = (_owner: string) => false): number | undefined {
      let first: number | undefined
      for (const owner of queues.keys()) {
        if (!isSkipped(owner)) first = Math.min(first ?? Number.POSITIVE_INFINITY, rests.get(owner) ?? 0)
      }
      return first === undefined ? undefined : Math.max(0, first - now)
    },
    /** Removes and returns all items. */
    takeAll(): T[] {
      const items = [...queues.values()].flat()
      queues.clear()
      return items
    },
  }
}
