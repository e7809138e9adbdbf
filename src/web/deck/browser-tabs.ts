import type { Tabs } from './tabs.ts'

/** The tabs of this browser. Without locks, as on a page without https, every tab leads: a repeated change has no further effect. */
export function browserTabs(owner: string): Tabs {
  const name = `taskdeck-deck-${owner}`
  const channel = new BroadcastChannel(name)
  const closed = new AbortController()
  const { signal } = closed
  let start: (() => () => void) | undefined
  let waiting = new AbortController()

  function request(options: LockOptions) {
    let end: (() => void) | undefined
    const held = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        end = start?.()
        signal.addEventListener('abort', () => resolve())
      })
    navigator.locks.request(name, options, held).then(
      () => end?.(),
      // Another tab has taken over, or this one has stopped waiting. It waits again, unless it was closed.
      () => {
        end?.()
        if (end && !signal.aborted) wait()
      },
    )
  }
  function wait() {
    waiting.abort()
    waiting = new AbortController()
    request({ signal: waiting.signal })
  }

  return {
    tell: (message) => {
      if (!signal.aborted) channel.postMessage(message)
    },
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data), { signal }),
    lead(lead) {
      start = lead
      if ('locks' in navigator) return wait()
      const end = lead()
      signal.addEventListener('abort', end)
    },
    takeOver() {
      if (!('locks' in navigator)) return
      waiting.abort()
      request({ steal: true })
    },
    close() {
      closed.abort()
      waiting.abort()
      channel.close()
    },
  }
}
