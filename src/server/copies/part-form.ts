import { pipeline } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { BackupError } from '../backup-places/backup-error.ts'
import type { BackupPlace } from '../backup-places/place.ts'

/**
 * The contents of a part: a line of JSON, then bytes, compressed with zstd, which adds a sum. Of a base, the bytes are those of the SQLite
 * file; of a log, each page after its number.
 */
const format = 1
const maxHeaderBytes = 64 * 1024 * 1024

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const header = Type.Object({
  format: Type.Integer(),
  /** The name of the chain. */
  chain: Type.String(),
  pageBytes: Type.Integer({ minimum: 512, maximum: 65_536 }),
  /** Of a log. */
  looks: Type.Optional(Type.Array(Type.Object({ number: count, at: count, pages: count, size: count }))),
})
export type PartHeader = Omit<Static<typeof header>, 'format'>

const damaged = (place: BackupPlace, path: string, how: string, cause?: unknown) =>
  new BackupError(`${place.nameOf(path)} is damaged: ${how}. Use another moment, or a backup.`, { cause })

/** The compressed bytes of a part. */
export function packed(contents: PartHeader, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  async function* all() {
    yield Buffer.from(`${JSON.stringify({ format, ...contents })}\n`)
    yield* bytes
  }
  return pipeline(all, createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }), () => {})
}

/** Opens a part. Throws a BackupError if it is damaged, or none of this chain. */
export async function openPart(place: BackupPlace, path: string, chain: string) {
  const bytes = unpacked(place, path)
  const chunks: Buffer[] = []
  for (let length = 0; ; ) {
    const { value } = await bytes.next()
    if (!value) throw damaged(place, path, 'it has no beginning')
    const end = value.indexOf(10)
    chunks.push(end < 0 ? value : value.subarray(0, end))
    length += value.length
    if (end >= 0) return { header: headerIn(Buffer.concat(chunks)), bytes: following(value.subarray(end + 1), bytes) }
    if (length > maxHeaderBytes) throw damaged(place, path, 'its first line is too long')
  }

  function headerIn(line: Buffer): PartHeader {
    let found: unknown
    try {
      found = JSON.parse(line.toString('utf8'))
    } catch {
      throw damaged(place, path, 'its first line is not readable')
    }
    const { format: other } = Object(found) as { format?: unknown }
    if (Number.isInteger(other) && Number(other) > format) {
      throw new BackupError(`${place.nameOf(path)} was made by a newer version of Taskdeck: update Taskdeck first.`)
    }
    if (!Check(header, found)) throw damaged(place, path, 'its first line is not what Taskdeck writes')
    if (found.chain !== chain) throw damaged(place, path, 'it belongs to another chain')
    return found
  }
}

async function* unpacked(place: BackupPlace, path: string): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(await place.read(path), createZstdDecompress(), () => {}) as AsyncIterable<Buffer>
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith('ZSTD_') || code === 'Z_BUF_ERROR') throw damaged(place, path, message, error)
    throw error
  }
}

async function* following(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.length) yield first
  yield* others
}

/** Reads exactly so many bytes at a time. `next` returns undefined at the end, and throws what `short` returns in the middle. */
export function exactly(bytes: AsyncGenerator<Buffer>, short: () => Error) {
  let waiting: Buffer = Buffer.alloc(0)
  return {
    async next(length: number): Promise<Buffer | undefined> {
      const chunks = [waiting]
      let found = waiting.length
      while (found < length) {
        const { value } = await bytes.next()
        if (!value) break
        chunks.push(value)
        found += value.length
      }
      const all = chunks.length === 1 ? waiting : Buffer.concat(chunks)
      if (found < length) {
        if (found) throw short()
        return undefined
      }
      waiting = all.subarray(length)
      return all.subarray(0, length)
    },
    close: () => bytes.return(undefined),
  }
}

export const damagedPart = damaged
