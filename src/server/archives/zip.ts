import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface Entry {
  path: string
  isCompressed: boolean
  content: AsyncIterable<string | Uint8Array> | Iterable<string>
}

/**
 * A ZIP of these entries as a stream, with one entry in memory at a time, chunk by chunk. An entry is read when the former one has been sent, and
 * no further than the reader goes. If the reader leaves, the entry that is being read is ended, and no other one is begun.
 */
export function zipOf(entries: AsyncIterable<Entry>, now: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  let hasLeft = false
  output.once('close', () => {
    hasLeft = true
    current?.destroy()
  })
  async function write() {
    for await (const { path, isCompressed, content } of entries) {
      if (hasLeft) return
      current = Readable.from(content, { objectMode: false })
      zip.addReadStream(current, path, { mtime: now, mode: 0o100644, compress: isCompressed })
      await finished(current)
    }
    zip.end()
  }
  write().catch((error) => {
    if (!hasLeft) output.destroy(error)
  })
  return output
}
