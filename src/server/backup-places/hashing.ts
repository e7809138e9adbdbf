import { createHash, type Hash, webcrypto } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { openPlain } from './plain-files.ts'

export interface Digest {
  bytes: number
  sha256: string
}

/** How a backup shares the machine with requests. */
export interface Pace {
  /** Whether to rest as long as work has taken, because the same process answers requests. */
  isGentle: boolean
  signal?: AbortSignal
}

const chunkBytes = 256 * 1024
const minWorkMs = 2

/** Passes chunks on, and computes their number of bytes and their hash. Throws when the signal is aborted. */
export function meter({ isGentle, signal }: Pace) {
  const hash: Hash = createHash('sha256')
  let [bytes, workedMs] = [0, 0]
  return {
    async *through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        signal?.throwIfAborted()
        const begun = performance.now()
        hash.update(chunk)
        bytes += chunk.length
        workedMs += performance.now() - begun
        if (isGentle && workedMs >= minWorkMs) {
          await pause(workedMs)
          workedMs = 0
        }
        yield chunk
      }
    },
    digest: (): Digest => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** The hash of bytes in memory, computed in another thread. */
export async function hashAside(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** Reads a plain file completely. */
export async function digestOf(path: string, pace: Pace): Promise<Digest> {
  return digestOfStream((await openPlain(path)).createReadStream({ highWaterMark: chunkBytes }), pace)
}

export async function digestOfStream(stream: AsyncIterable<Buffer>, pace: Pace): Promise<Digest> {
  const { through, digest } = meter(pace)
  for await (const _ of through(stream));
  return digest()
}

/** Writes a new file and flushes it to the disk. */
export async function writeFlushed(path: string, chunks: AsyncIterable<Buffer>, pace: Pace): Promise<Digest> {
  const { through, digest } = meter(pace)
  await pipeline(chunks, through, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return digest()
}
