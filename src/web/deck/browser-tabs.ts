import { newId } from '../../contract/new-id.ts'
import type { Claim } from './lease.ts'
import { holdLease } from './lease-holder.ts'
import type { Tabs } from './tabs.ts'

/** The tabs of this browser. The one that leads holds a lock, or a lease in the storage where the browser has no locks. */
export function browserTabs(owner: string, claim: Claim): Tabs {
  const name = `taskdeck-deck-${owner}`
  const channel = new BroadcastChannel(name)
  const closed = new AbortController()
  const { signal } = closed
  let start: (() => () => void) | undefined
  let waiting = new AbortController()
  let lease: ReturnType<typeof holdLease> | undefined

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
      let end: (() => void) | undefined
      const onHeld = () => {
        end = lead()
      }
      lease = holdLease({ name, tab: newId(), claim, onHeld, onLost: () => end?.() })
    },
    takeOver() {
      if (lease) return lease.take()
      waiting.abort()
      request({ steal: true })
    },
    close() {
      closed.abort()
      waiting.abort()
      lease?.close()
      channel.close()
    },
  }
}
