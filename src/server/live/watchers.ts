/** A call that waits for an event of one subject. It needs no message, so it costs nothing until then. */
export interface Watcher {
  owner: string
  credential: string
  /** Called after each event of the subject, and if events may have been missed. */
  wake(): void
  /** Called when the server closes. */
  end(): void
}

export type Watchers = ReturnType<typeof noWatchers>

/** The watchers of one owner, none at first. */
export function noWatchers() {
  const bySubject = new Map<string, Set<Watcher>>()

  function wake(watchers: Iterable<Watcher> = []) {
    for (const watcher of watchers) watcher.wake()
  }

  return {
    isEmpty: () => bySubject.size === 0,
    all: (): Watcher[] => [...bySubject.values()].flatMap((same) => [...same]),
    add(subject: string, watcher: Watcher) {
      const same = bySubject.get(subject) ?? new Set()
      bySubject.set(subject, same.add(watcher))
    },
    remove(subject: string, watcher: Watcher) {
      const same = bySubject.get(subject)
      same?.delete(watcher)
      if (!same?.size) bySubject.delete(subject)
    },
    /** Wakes the watchers of the subjects of these events, each once. */
    wakeAfter(events: Iterable<{ task_id: string }>) {
      if (bySubject.size === 0) return
      const subjects = new Set<string>()
      for (const { task_id } of events) subjects.add(task_id)
      for (const subject of subjects) wake(bySubject.get(subject))
    },
    wakeAll() {
      for (const same of bySubject.values()) wake(same)
    },
  }
}
