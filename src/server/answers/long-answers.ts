import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { lanes } from '../work/lanes.ts'

/** A response of at most this size is sent as a whole, a longer one as a stream. */
const maxWholeBytes = 2 * 1024 * 1024

export type LongAnswer = Buffer | Readable

/**
 * Responses that may not fit into memory. Each owner has a few of them at a time and others wait, so that memory and database time are
 * shared. Fails with `too_many_requests` if too many of an owner are waiting. A stream keeps its place until it was read completely or its
 * reader has disconnected.
 */
export function longAnswers(limits: Parameters<typeof lanes>[0]) {
  const places = lanes(limits)
  return (owner: string, pieces: AsyncIterable<string>): Promise<LongAnswer> =>
    new Promise((resolve, reject) => {
      const send = async () => {
        const answer = await wholeOrStream(pieces)
        resolve(answer)
        // However the stream ends, its place is free afterwards.
        if (answer instanceof Readable) await finished(answer).catch(() => {})
      }
      places.run(owner, send).catch(reject)
    })
}

export type LongAnswers = ReturnType<typeof longAnswers>

/** Collects the pieces of an answer. Returns a stream as soon as they exceed `maxWholeBytes`. */
export async function wholeOrStream(pieces: AsyncIterable<string | Buffer>): Promise<LongAnswer> {
  const iterator = pieces[Symbol.asyncIterator]()
  const begun: Buffer[] = []
  let size = 0
  while (size <= maxWholeBytes) {
    const { done, value } = await iterator.next()
    if (done) return Buffer.concat(begun)
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    begun.push(bytes)
    size += bytes.length
  }
  async function* all() {
    try {
      yield* begun
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      // A reader may stop before it has read what was collected.
      await iterator.return?.()
    }
  }
  return Readable.from(all(), { objectMode: false })
}
