import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { lanes } from './lanes.ts'

/** An answer that fits into this much memory is sent as a whole, and a longer one as a stream. */
const maxWholeBytes = 2 * 1024 * 1024

export type LongAnswer = Buffer | Readable

/**
 * Answers that may be longer than fits into memory. Each owner has a few of them at a time and others wait, so that memory and the
 * database's time are shared; an owner with too many waiting is refused with `too_many_requests`. A stream keeps its place until
 * it was read to its end or its reader has gone.
 */
export function longAnswers(limits: Parameters<typeof lanes>[0]) {
  const places = lanes(limits)
  return (owner: string, pieces: AsyncIterable<string>): Promise<LongAnswer> =>
    new Promise((resolve, reject) => {
      const send = async () => {
        const answer = await wholeOrStream(pieces)
        resolve(answer)
        // How a stream ended is its reader's business; here it only frees the place.
        if (answer instanceof Readable) await finished(answer).catch(() => {})
      }
      places.run(owner, send).catch(reject)
    })
}

export type LongAnswers = ReturnType<typeof longAnswers>

async function wholeOrStream(pieces: AsyncIterable<string>): Promise<LongAnswer> {
  const iterator = pieces[Symbol.asyncIterator]()
  const begun: Buffer[] = []
  let size = 0
  while (size <= maxWholeBytes) {
    const { done, value } = await iterator.next()
    if (done) return Buffer.concat(begun)
    const bytes = Buffer.from(value)
    begun.push(bytes)
    size += bytes.length
  }
  async function* all() {
    yield* begun
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return Readable.from(all(), { objectMode: false })
}
