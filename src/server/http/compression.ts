import { pipeline, type Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import type { Coding } from '../answers/json-answer.ts'
import { type LongAnswer, wholeOrStream } from '../answers/long-answers.ts'
import { lanes } from '../work/lanes.ts'

interface Compression {
  whole: (bytes: Buffer) => Promise<Buffer>
  stream: () => Transform
}

/** Large, because each output chunk costs a switch to the thread pool and back. */
const chunkSize = 64 * 1024
// Higher levels take about two to four times as long and save at most a sixth; zstd even grows.
const zstd = { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotli = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const deflate = { chunkSize, level: 3 }

const compressions: Record<Coding, Compression> = {
  zstd: { whole: (bytes) => promisify(zstdCompress)(bytes, zstd), stream: () => createZstdCompress(zstd) },
  br: { whole: (bytes) => promisify(brotliCompress)(bytes, brotli), stream: () => createBrotliCompress(brotli) },
  gzip: { whole: (bytes) => promisify(gzip)(bytes, deflate), stream: () => createGzip(deflate) },
}

/**
 * Compresses answers in the thread pool. An owner has one whole answer compressed at a time, so that others find free threads; the number of
 * those that wait is limited by the number of the owner's requests. Streams have the places of `longAnswers`, and are compressed in small
 * pieces, as fast as the client reads them.
 */
export function compressor() {
  const places = lanes({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY })
  const running = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>()

  /** Concurrent requests for the same cached answer share one compression. */
  function compressOnce(owner: string, coding: Coding, bytes: Buffer): Promise<Buffer> {
    const ofBytes = running.get(bytes) ?? new Map<Coding, Promise<Buffer>>()
    running.set(bytes, ofBytes)
    const shared = ofBytes.get(coding)
    if (shared) return shared
    const own = places.run(owner, () => compressions[coding].whole(bytes)).finally(() => ofBytes.delete(coding))
    ofBytes.set(coding, own)
    return own
  }

  return (owner: string, coding: Coding, answer: LongAnswer): Promise<LongAnswer> =>
    Buffer.isBuffer(answer)
      ? compressOnce(owner, coding, answer)
      : wholeOrStream(compressStream(answer, compressions[coding].stream()))
}

/** If either side ends early, so does the other. The reader of the result gets the error. */
function compressStream(source: Readable, compression: Transform): Readable {
  return pipeline(source, compression, () => {})
}
