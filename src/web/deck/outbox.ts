import { CallError } from '../../contract/client.ts'
import { createBackoff } from '../ui/backoff.ts'
import { afterRefusal } from './after-refusal.ts'
import type { Change, Tasks } from './change.ts'
import { readyToSend } from './change-base.ts'
import { type DeckServer, isJudged, isMade, obstacleOf, problemOf } from './server.ts'
import { withoutMissing } from './split-change.ts'
import type { DeckStorage } from './storage.ts'
import type { Obstacle } from './view.ts'

interface Dependencies {
  server: DeckServer
  storage: DeckStorage
  changes: () => readonly Change[]
  /** Whether a change is stored, and the log contains all answered changes of its tasks. */
  isReady: (change: Change) => boolean
  /** The confirmed tasks. */
  tasks: () => Tasks
  /** The number in the log of a change that is no longer among the changes; null if it had no effect. */
  loggedAs: (id: string) => number | null | undefined
  newId: () => string
  /** A change is about to be sent. */
  onSent: (sent: Change) => void
  /** The changes cannot be stored. */
  onFailed: (error: unknown) => void
  /** The server has answered a change. */
  onChanged: (next: Change) => Promise<void>
  /** That has changed others, or added some, and removed some. */
  onOthers: (changed: Change[], removed: string[]) => void
  /** A change no longer exists: it was taken back, or it undoes a change that was. */
  onDropped: (id: string) => void
  /** Why changes wait; undefined if they do not. */
  onWaiting: (obstacle: Obstacle | undefined) => void
  /** The server has begun another history. The changes wait until its tasks are loaded. */
  onOtherHistory: () => void
  /** The server refuses the session. The changes wait for the next one. */
  onRefused: () => void
}

const nothing = { change: null, seq: null }

/** About a minute, within which a restart of the server may help. */
const maxFailures = 8

const failedOften = 'The server has failed with this change several times, so it was put aside.'

const unknownTarget =
  'This device no longer knows which change to undo. Press Ctrl+Z, or look at the activity of the task.'

/** Sends the changes in their order, one at a time. A change that is refused does not hold up the others. */
export function createOutbox({
  server,
  storage,
  changes,
  isReady,
  tasks,
  loggedAs,
  newId,
  ...dependencies
}: Dependencies) {
  const backoff = createBackoff(500, 15_000)
  /** How often the server has failed with a change, since this page was opened. */
  const failures = new Map<string, number>()
  /** From one start to the next stop. Later answers are left to the tab that leads by then: it sends the change again. */
  let turn: object | undefined
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendAll() {
    clearTimeout(timer)
    if (!turn || isSending) return
    const mine = turn
    isSending = true
    try {
      for (;;) {
        const next = changes().find(({ done, problem }) => !done && !problem)
        if (!next) dependencies.onWaiting(undefined)
        if (!next || turn !== mine || !isReady(next) || !(await sendOne(next, mine))) return
      }
    } catch (error) {
      dependencies.onFailed(error)
    } finally {
      isSending = false
      if (turn !== mine) void sendAll()
    }
  }

  /** Returns whether the next change can be sent. */
  async function sendOne(change: Change, mine: object): Promise<boolean> {
    const prepared = prepare(change)
    if (prepared?.problem) {
      await refuse(prepared)
      return true
    }
    // Another tab may take the change back at the same moment, or have sent it before.
    const ready = prepared && (await storage.markSent(prepared))
    if (!ready) {
      if (!prepared) await storage.removeChanges([change.id])
      dependencies.onDropped(change.id)
      return true
    }
    dependencies.onSent(ready)
    try {
      const done = await server.send(ready)
      if (turn !== mine) return false
      backoff.reset()
      dependencies.onWaiting(undefined)
      await answer({ ...ready, done })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (turn !== mine) return false
      if (error.code === 'not_signed_in') {
        dependencies.onRefused()
        return false
      }
      const isOther = error.code === 'other_history'
      if (isOther) dependencies.onOtherHistory()
      if (!isOther && hasFailedOften(ready, error)) {
        await refuse({ ...ready, problem: { kind: 'refused', message: `${failedOften} ${error.message}` } })
        return true
      }
      if (isOther || !isJudged(error)) {
        dependencies.onWaiting(obstacleOf(error))
        timer = setTimeout(sendAll, backoff.next())
        return false
      }
      backoff.reset()
      dependencies.onWaiting(undefined)
      await judge(ready, error)
      return true
    }
  }

  /** Whether a change fails again and again, although Taskdeck itself can be reached and has space. Then others may succeed. */
  function hasFailedOften({ id }: Change, error: CallError): boolean {
    if (obstacleOf(error) !== 'failing') return false
    const count = (failures.get(id) ?? 0) + 1
    failures.set(id, count)
    return count >= maxFailures
  }

  /** The server will never make the change as it is. */
  async function judge(change: Change, error: CallError) {
    if (isMade(error)) return answer({ ...change, done: nothing })
    const problem = problemOf(error, change)
    const left = withoutMissing(change, problem, error, newId, changes())
    if (!left) return refuse({ ...change, problem })
    // The others are changed without those that are missing. The key was not used, because nothing was made.
    const all = [...(left.rest ? [left.rest] : []), ...left.missing]
    await storage.putChanges(all)
    dependencies.onOthers(all, [])
    if (!left.rest) await answer({ ...change, done: nothing })
  }

  /** Takes a change out until the user has decided, and adapts those that were based on it. */
  async function refuse(change: Change) {
    const { refused, changed, removed } = afterRefusal(change, changes())
    await storage.putChanges([...(refused ? [refused] : []), ...changed])
    const gone = refused ? removed : [change.id, ...removed]
    if (gone.length) await storage.removeChanges(gone)
    dependencies.onOthers(changed, gone)
    if (refused) await dependencies.onChanged(refused)
  }

  async function answer(change: Change) {
    await storage.putChanges([change])
    await dependencies.onChanged(change)
  }

  /** Decides everything about the request, so that a repetition is the same; undefined if there is nothing to send. */
  function prepare(change: Change): Change | undefined {
    if (change.sent) return change
    const ready = readyToSend(change, tasks())
    const { intent } = ready
    if (intent.kind !== 'undo' || typeof intent.of === 'number') return ready
    const target = changes().find(({ id }) => id === intent.of)
    const number = target?.done ? target.done.change : loggedAs(intent.of)
    if (typeof number === 'number') return { ...ready, intent: { ...intent, of: number } }
    // Nothing was changed, so nothing is to be undone.
    if (number === null || target?.problem) return undefined
    return { ...change, problem: { kind: 'refused', message: unknownTarget } }
  }

  return {
    start() {
      turn = {}
      void sendAll()
    },
    stop() {
      turn = undefined
      clearTimeout(timer)
    },
    /** Sends without waiting any longer: there is a new change, or the server may be back. */
    sendNow: () => void sendAll(),
  }
}
