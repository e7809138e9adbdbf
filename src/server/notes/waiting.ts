import type { LogPosition } from '../../contract/log-position.ts'
import type { Caller } from '../callers/caller.ts'
import { refuseTooMany } from '../live/limits.ts'
import type { LiveRules } from '../live/live.ts'

interface Wait {
  /** The position of the log that the caller has seen. */
  caller: Pick<Caller, 'owner' | 'credential' | 'via'> & LogPosition & { epoch: string }
  /** The subject whose events may bring what the caller waits for. */
  subject: string
  seconds: number
  /** Aborted when the client has left. */
  left: AbortSignal
}

/**
 * Waits until `look` finds something, and looks only after an event of the subject. Returns undefined when the time is over, the client has left, or
 * the server closes. Fails with `too_many_requests` if too many calls of the caller wait.
 */
export async function waitFor<T>(
  live: Pick<LiveRules, 'watch' | 'followersOf' | 'followersWith'>,
  { caller, subject, seconds, left }: Wait,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  refuseTooMany(live, caller, {
    ofOwner: 'Too many calls wait for answers. Let some of them end first.',
    ofToken: 'Too many calls of this token wait for answers. Let some of them end first.',
  })
  let isOver = left.aborted
  let wake = () => {}
  const end = () => {
    isOver = true
    wake()
  }
  const { owner, credential } = caller
  const stop = live.watch(caller, subject, { owner, credential, wake: () => wake(), end })
  const timer = setTimeout(end, seconds * 1_000).unref()
  left.addEventListener('abort', end)
  try {
    while (!isOver) {
      // Before the look, so that an event during it is not missed.
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const found = await look()
      if (found !== undefined) return found
      if (!isOver) await woken
    }
    return undefined
  } finally {
    stop()
    clearTimeout(timer)
    left.removeEventListener('abort', end)
  }
}
