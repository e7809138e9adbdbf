import { readSync } from 'node:fs'
import { endianness } from 'node:os'

/** The form of SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const headerBytes = 32
const frameHeaderBytes = 24
/** The last bit says in which order of bytes the sums were computed: in that of the machine that began the log. */
const magic = endianness() === 'LE' ? 0x377f0682 : 0x377f0683
/** Frames are read in groups of this size. */
const groupBytes = 1024 * 1024

/** How far a log was read: frames, and the sum of everything up to there, with which the next frame begins. */
export interface Position {
  /** The two numbers that SQLite exchanges whenever the log begins anew. Undefined if there was no log yet. */
  salts: string | undefined
  frames: number
  sums: [number, number]
}

export interface Frame {
  page: number
  /** The number of pages of the database if a transaction ends with this frame; otherwise 0. */
  sizeAfter: number
  /** Where the bytes of the page begin in the file. */
  at: number
}

/** The log does not continue where it was read last. */
export class LogBroken extends Error {}

/** The beginning of a log; undefined if there is none. */
export function beginningOf(file: number, pageBytes: number): Position | undefined {
  const header = new Uint32Array(headerBytes / 4)
  if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return undefined
  const bytes = Buffer.from(header.buffer)
  const sums = sumOf(header, 0, 6, [0, 0])
  if (bytes.readUInt32BE(0) !== magic || !areSums(bytes, 24, sums)) return undefined
  if (bytes.readUInt32BE(8) !== pageBytes) throw new LogBroken('its pages have another size')
  return { salts: bytes.toString('hex', 16, 24), frames: 0, sums }
}

/**
 * Reads the frames of a log from a position up to a number of frames, which SQLite has named as committed, and checks every sum. Throws
 * LogBroken if they do not continue the position or do not end with a transaction.
 */
export function readFrames(
  file: number,
  from: Position,
  until: number,
  pageBytes: number,
  onFrame: (frame: Frame) => void,
): Position {
  const frameBytes = frameHeaderBytes + pageBytes
  const perGroup = Math.max(1, Math.floor(groupBytes / frameBytes))
  const words = new Uint32Array((perGroup * frameBytes) / 4)
  const bytes = Buffer.from(words.buffer)
  let { sums } = from
  let isEnd = true
  for (let frames = from.frames; frames < until; ) {
    const count = Math.min(perGroup, until - frames)
    const start = headerBytes + frames * frameBytes
    if (readSync(file, bytes, 0, count * frameBytes, start) < count * frameBytes) throw new LogBroken('it ends early')
    for (let index = 0; index < count; index++) {
      const at = index * frameBytes
      if (bytes.toString('hex', at + 8, at + 16) !== from.salts) throw new LogBroken('a frame belongs to another log')
      sums = sumOf(words, at / 4, at / 4 + 2, sums)
      sums = sumOf(words, (at + frameHeaderBytes) / 4, (at + frameBytes) / 4, sums)
      if (!areSums(bytes, at + 16, sums)) throw new LogBroken('the sum of a frame is wrong')
      const [page, sizeAfter] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      isEnd = sizeAfter > 0
      onFrame({ page, sizeAfter, at: start + at + frameHeaderBytes })
    }
    frames += count
  }
  if (!isEnd) throw new LogBroken('its last transaction has no end')
  return { salts: from.salts, frames: until, sums }
}

function sumOf(words: Uint32Array, from: number, to: number, [first, second]: [number, number]): [number, number] {
  for (let index = from; index < to; index += 2) {
    first = (first + (words[index] ?? 0) + second) >>> 0
    second = (second + (words[index + 1] ?? 0) + first) >>> 0
  }
  return [first, second]
}

const areSums = (bytes: Buffer, at: number, [first, second]: [number, number]) =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second
