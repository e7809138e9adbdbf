import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { isCalendar } from '../../contract/import-formats/icalendar.ts'
import type { FeedQuestion, FeedReply } from './feed-reader.ts'
import { parseFeed } from './parse-feed.ts'

/** Runs in a separate thread and reads one feed after another, so that large ones hold up nobody. */
function read({ bytes, today, known }: FeedQuestion): FeedReply {
  const bodyHash = hash('sha256', bytes)
  if (bodyHash === known) return { bodyHash }
  const text = new TextDecoder().decode(bytes)
  if (!isCalendar(text)) return { bodyHash, isNoCalendar: true }
  const { meetings, leftOut, endsOn } = parseFeed(text, today)
  return { bodyHash, parsed: { json: JSON.stringify(meetings), count: meetings.length, leftOut, endsOn } }
}

parentPort?.on('message', (question: FeedQuestion) => parentPort?.postMessage(read(question)))
