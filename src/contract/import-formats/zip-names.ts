/** Reads bytes of a file that may be larger than memory. */
export type ReadRange = (from: number, to: number) => Promise<Uint8Array>

const endMark = 0x06054b50
const longEndMark = 0x06064b50
const entryMark = 0x02014b50
const endSize = 22
const maxComment = 0xffff
const maxDirectory = 16 * 1024 * 1024

/**
 * The names of the files in a ZIP of any size, by its directory, of which at most the first 16 MiB are read. Undefined if the directory is not
 * understood. Only to recognise a ZIP: nothing else is checked.
 */
export async function zipNames(size: number, read: ReadRange): Promise<string[] | undefined> {
  const from = Math.max(0, size - endSize - maxComment - 76)
  const tail = await read(from, size)
  const view = viewOf(tail)
  let end = tail.length - endSize
  while (end >= 0 && view.getUint32(end, true) !== endMark) end--
  if (end < 0) return undefined
  let [length, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
  if (start === 0xffffffff || length === 0xffffffff) {
    // The end of a ZIP of more than 4 GiB is right before its locator, which is right before the ordinary end.
    const long = end - 20 - 56
    if (long < 0 || view.getUint32(long, true) !== longEndMark) return undefined
    length = Number(view.getBigUint64(long + 40, true))
    start = Number(view.getBigUint64(long + 48, true))
  }
  if (start + length > size) return undefined
  return namesIn(await read(start, start + Math.min(length, maxDirectory)))
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

function namesIn(directory: Uint8Array): string[] {
  const view = viewOf(directory)
  const names: string[] = []
  for (let place = 0; place + 46 <= directory.length && view.getUint32(place, true) === entryMark; ) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((at) => view.getUint16(place + at, true))
    names.push(new TextDecoder().decode(directory.subarray(place + 46, place + 46 + name)))
    place += 46 + name + extra + comment
  }
  return names
}
