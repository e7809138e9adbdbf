import type { Worker } from 'node:worker_threads'
import { startFeedThread } from './feed-thread.ts'

/** The text of a calendar, as it was sent. */
export interface FeedQuestion {
  bytes: Uint8Array
  /** The day around which its meetings are read. */
  today: string
  /** The hash of the text whose meetings are stored; undefined if they are to be read again. */
  known: string | undefined
}

/** The contents of a text. It has no meetings if it is no calendar, or the known one. */
export interface FeedReply {
  bodyHash: string
  isNoCalendar?: true
  parsed?: { json: string; count: number; leftOut: number; endsOn: string | null }
}

/** The text of a calendar could not be read. */
export class UnreadableFeed extends Error {}

/** Far more than the limits of the reading itself allow. */
const maxMs = 60_000
/** A thread without work costs memory. */
const idleMs = 60_000

interface Waiting {
  resolve: (reply: FeedReply) => void
  reject: (error: Error) => void
}

/** Reads feeds in a separate thread, one after another. The thread starts with the first one, and ends when there is nothing to do. */
export function feedReader(startThread = startFeedThread) {
  let worker: Worker | undefined
  let waiting: Waiting | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = startThread()
    const ended = (reason: string) => () => worker === started && end(reason)
    started.on('message', (reply: FeedReply) => worker === started && waiting?.resolve(reply))
    started.on('error', ended('It is too large to be read.'))
    started.on('exit', ended('Reading it was interrupted.'))
    return started
  }

  function end(reason: string) {
    const ending = worker
    worker = undefined
    waiting?.reject(new UnreadableFeed(reason))
    return ending?.terminate()
  }

  async function ask(question: FeedQuestion): Promise<FeedReply> {
    clearTimeout(idle)
    worker ??= start()
    const asked = worker
    const late = setTimeout(end, maxMs, 'It takes too long to read.')
    try {
      return await new Promise<FeedReply>((resolve, reject) => {
        waiting = { resolve, reject }
        asked.postMessage(question)
      })
    } finally {
      waiting = undefined
      clearTimeout(late)
      idle = setTimeout(end, idleMs, '').unref()
    }
  }

  return {
    /** Fails with `UnreadableFeed` if the text is too large for the thread, or holds it up. */
    read(question: FeedQuestion): Promise<FeedReply> {
      const reply = last.then(() => ask(question))
      last = reply.catch(() => {})
      return reply
    },
    async close(): Promise<void> {
      clearTimeout(idle)
      await end('Reading it was interrupted.')
    },
  }
}

export type FeedReader = ReturnType<typeof feedReader>
