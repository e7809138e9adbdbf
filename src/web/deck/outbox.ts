import { CallError } from '../../contract/client.ts'
import { createBackoff } from '../ui/backoff.ts'
import type { Change, Tasks } from './change.ts'
import { readyToSend } from './change-base.ts'
import { type DeckServer, isForeign, problemOf } from './server.ts'
import type { DeckStorage } from './storage.ts'

interface Parts {
  server: DeckServer
  storage: DeckStorage
  changes: () => readonly Change[]
  /** Whether a change is stored, and the log contains all answered changes of its tasks. */
  isReady: (change: Change) => boolean
  /** The confirmed tasks. */
  tasks: () => Tasks
  /** The number in the log of a change that is no longer among the changes; null if it had no effect. */
  loggedAs: (id: string) => number | null | undefined
  /** A change is about to be sent. */
  onSent: (sent: Change) => void
  /** The changes cannot be stored. */
  onFailed: (error: unknown) => void
  /** The server has answered a change. */
  onChanged: (next: Change) => Promise<void>
  /** A change no longer exists: it was taken back, or it undoes a change that was. */
  onDropped: (id: string) => void
  /** Whether changes wait because the server cannot be reached. */
  onWaiting: (isWaiting: boolean) => void
  /** The server refuses the session. The changes wait for the next one. */
  onRefused: () => void
}

/** Codes of answers after which the same request may succeed later. */
const temporary = new Set<CallError['code']>(['network', 'timeout', 'too_many_requests', 'unavailable'])

const nothing = { change: null, seq: null }

/** Sends the changes in their order, one at a time. A change that is refused does not hold up the others. */
export function createOutbox({ server, storage, changes, isReady, tasks, loggedAs, ...parts }: Parts) {
  const backoff = createBackoff(500, 15_000)
  let isStarted = false
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendAll() {
    clearTimeout(timer)
    if (!isStarted || isSending) return
    isSending = true
    try {
      for (;;) {
        const next = changes().find(({ done, problem }) => !done && !problem)
        if (!next) parts.onWaiting(false)
        if (!next || !isStarted || !isReady(next) || !(await sendOne(next))) return
      }
    } catch (error) {
      parts.onFailed(error)
    } finally {
      isSending = false
    }
  }

  /** Returns whether the next change can be sent. */
  async function sendOne(change: Change): Promise<boolean> {
    const prepared = prepare(change)
    // Another tab may take the change back at the same moment, or have sent it before.
    const ready = prepared && (await storage.markSent(prepared))
    if (!ready) {
      if (!prepared) await storage.removeChanges([change.id])
      parts.onDropped(change.id)
      return true
    }
    parts.onSent(ready)
    try {
      const done = await server.send(ready)
      backoff.reset()
      parts.onWaiting(false)
      await answer({ ...ready, done })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isLater = temporary.has(error.code) || isForeign(error)
      if (error.code === 'not_signed_in') {
        parts.onRefused()
        return false
      }
      if (isLater) {
        parts.onWaiting(true)
        timer = setTimeout(sendAll, backoff.next())
        return false
      }
      backoff.reset()
      parts.onWaiting(false)
      // Only a change that was made has used its key: with another version, before the storage of this browser failed.
      const isMade = error.code === 'key_reused'
      await answer(isMade ? { ...ready, done: nothing } : { ...ready, problem: problemOf(error, ready) })
      return true
    }
  }

  async function answer(change: Change) {
    await storage.putChanges([change])
    await parts.onChanged(change)
  }

  /** Decides everything about the request, so that a repetition is the same; undefined if there is nothing to send. */
  function prepare(change: Change): Change | undefined {
    if (change.sent) return change
    const ready = readyToSend(change, tasks())
    const { intent } = ready
    if (intent.kind !== 'undo' || typeof intent.of === 'number') return ready
    const { of } = intent
    const number = changes().find(({ id }) => id === of)?.done?.change ?? loggedAs(of)
    return typeof number === 'number' ? { ...ready, intent: { ...intent, of: number } } : undefined
  }

  return {
    start() {
      isStarted = true
      void sendAll()
    },
    stop() {
      isStarted = false
      clearTimeout(timer)
    },
    /** Sends without waiting any longer: there is a new change, or the server may be back. */
    sendNow: () => void sendAll(),
  }
}
