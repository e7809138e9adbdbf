import { createHash } from 'node:crypto'

/** The output of a command while it arrives: its hash, its size, and its end, in bounded memory. */
export function outputEnd(maxBytes: number) {
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let [kept, size] = [0, 0]

  function end(): Buffer {
    const all = Buffer.concat(chunks)
    const last = all.subarray(Math.max(0, all.length - maxBytes))
    chunks = [last]
    kept = last.length
    return last
  }

  return {
    take(chunk: Buffer): void {
      hash.update(chunk)
      size += chunk.length
      chunks.push(chunk)
      kept += chunk.length
      // Joined rarely, so that many short chunks are not copied many times.
      if (kept > maxBytes * 4 || chunks.length > 4_096) end()
    },
    /** The result, once the output has ended. A character that the cut has divided is left out. */
    close(): { sha256: string; size: number; last: Buffer } {
      const last = end()
      const isCut = size > last.length
      return { sha256: hash.digest('hex'), size, last: isCut ? last.subarray(startOfCharacter(last)) : last }
    },
  }
}

/** The place of the first byte that begins a character of UTF-8; at most the fourth byte, because other bytes are not text. */
function startOfCharacter(bytes: Buffer): number {
  let index = 0
  while (index < 3 && ((bytes[index] ?? 0) & 0xc0) === 0x80) index++
  return index
}

/** Whether bytes are a text that can be shown. Colours of terminals are part of one. */
export function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
