import { anyTab, type Claim } from './lease.ts'

/** A lease that ran out belongs to nobody. A hidden tab may run its timers only once a minute, so its holder is asked before it is taken. */
const leaseMs = 15_000
const renewEveryMs = 5_000
/** A tab that does not answer within this time is asleep. */
const maxAnswerMs = 2_000

type Message = { kind: 'asked' } | { kind: 'held'; tab: string } | { kind: 'left'; tab: string }

interface Dependencies {
  name: string
  tab: string
  claim: Claim
  /** This tab holds the lease, or no longer. */
  onHeld: () => void
  onLost: () => void
}

/**
 * Chooses one of several tabs where the browser has no locks, as on a page without https: it holds a lease in the storage, renews it, and says
 * so when another tab asks. Returns the functions that take the lease from a tab that sleeps, and that give it back.
 */
export function holdLease({ name, tab, claim, onHeld, onLost }: Dependencies) {
  const channel = new BroadcastChannel(`${name}-lease`)
  let isHeld = false
  let isClosed = false
  let unanswered: ReturnType<typeof setTimeout> | undefined

  async function attempt(instead?: string | typeof anyTab) {
    clearTimeout(unanswered)
    // If the storage fails, other code stops using it. Until then this tab follows.
    const isMine = await claim({ tab, until: Date.now() + leaseMs }, instead).catch(() => false)
    if (isClosed || isMine === isHeld) return
    isHeld = isMine
    if (!isMine) return onLost()
    channel.postMessage({ kind: 'held', tab } satisfies Message)
    onHeld()
  }

  /** The holder renews its lease. Others ask whether it is still there, and take its place if there is no answer. */
  function check() {
    if (isHeld) return void attempt()
    channel.postMessage({ kind: 'asked' } satisfies Message)
    clearTimeout(unanswered)
    unanswered = setTimeout(() => attempt(), maxAnswerMs)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'left') void attempt(data.tab)
    else if (data.kind === 'asked') {
      if (isHeld) channel.postMessage({ kind: 'held', tab } satisfies Message)
    } else {
      clearTimeout(unanswered)
      // Another tab has taken the lease.
      if (isHeld) void attempt()
    }
  }
  const leave = () => {
    if (isHeld) channel.postMessage({ kind: 'left', tab } satisfies Message)
  }
  window.addEventListener('pagehide', leave)
  const timer = setInterval(check, renewEveryMs)
  void attempt()
  return {
    take: () => void attempt(anyTab),
    close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(unanswered)
      window.removeEventListener('pagehide', leave)
      leave()
      if (isHeld) onLost()
      channel.close()
    },
  }
}
