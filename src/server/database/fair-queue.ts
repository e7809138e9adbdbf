/** A queue in which owners take turns: a piece of work waits for at most one piece of every other owner's, and for earlier ones of its own. */
export function fairQueue<T>() {
  const queues = new Map<string, T[]>()
  const queue = {
    add(owner: string, item: T): void {
      const items = queues.get(owner)
      if (items) items.push(item)
      else queues.set(owner, [item])
    },
    next(): T | undefined {
      const [first] = queues
      if (!first) return undefined
      const [owner, items] = first
      const item = items.shift()
      queues.delete(owner)
      if (items.length) queues.set(owner, items)
      return item
    },
    /** Takes everything out. */
    *all(): Generator<T> {
      for (let item = queue.next(); item; item = queue.next()) yield item
    },
    get isEmpty() {
      return queues.size === 0
    },
  }
  return queue
}
