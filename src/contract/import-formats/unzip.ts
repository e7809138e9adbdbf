/** The limits of a ZIP: its entries, and the bytes of those that are read, unpacked. */
export const zipLimits = { entries: 2_000, bytes: 64 * 1024 * 1024 } as const

/** An entry of a ZIP, as its directory describes it. */
export interface ZipEntry {
  name: string
  /** The size of its contents, which is checked again while they are unpacked. */
  size: number
  method: number
  packed: Uint8Array<ArrayBuffer>
}

const marks = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 } as const
const endSize = 22
const maxComment = 0xffff
const flags = { encrypted: 0x1, utf8: 0x800 } as const
const methods = { stored: 0, deflated: 8 } as const
const unix = 3
const symlink = 0o120000

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

const broken = (reason: string) => new Error(`The ZIP is refused: ${reason}.`)

/**
 * The files in a ZIP, by its directory at the end, without folders. Throws an Error with a message for people if the ZIP is broken, encrypted
 * or divided, or if it is made to harm: with names that lead out of its folder, links, entries that overlap, or very many entries.
 */
export function zipEntries(bytes: Uint8Array<ArrayBuffer>): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  const [directorySize, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
  if (view.getUint16(end + 4, true) || view.getUint16(end + 8, true) !== count)
    throw broken('it is divided into several files')
  if (start === 0xffffffff || count === 0xffff) throw broken('it is larger than an export')
  if (count > zipLimits.entries) throw broken(`it has more than ${zipLimits.entries} entries`)
  if (start + directorySize > end) throw broken('its directory is broken')
  const entries: ZipEntry[] = []
  const used: [number, number][] = []
  const names = new Set<string>()
  let place = start
  for (let index = 0; index < count; index++) {
    if (place + 46 > end || view.getUint32(place, true) !== marks.directory) throw broken('its directory is broken')
    const [flag, method] = [view.getUint16(place + 8, true), view.getUint16(place + 10, true)]
    const [packedSize, size] = [view.getUint32(place + 20, true), view.getUint32(place + 24, true)]
    const [nameLength, extra, comment] = [28, 30, 32].map((at) => view.getUint16(place + at, true)) as [
      number,
      number,
      number,
    ]
    const attributes = view.getUint32(place + 38, true)
    const local = view.getUint32(place + 42, true)
    if (place + 46 + nameLength > end) throw broken('its directory is broken')
    const name = nameIn(bytes.subarray(place + 46, place + 46 + nameLength), (flag & flags.utf8) !== 0)
    if (bytes[place + 5] === unix && ((attributes >>> 16) & 0o170000) === symlink)
      throw broken(`“${shown(name)}” is a link`)
    if (flag & flags.encrypted) throw broken(`“${shown(name)}” is encrypted`)
    checkName(name)
    if (names.has(name)) throw broken(`“${shown(name)}” is in it twice`)
    names.add(name)
    const packed = contentsAt(local, packedSize)
    if (!name.endsWith('/')) entries.push({ name, size, method, packed })
    place += 46 + nameLength + extra + comment
  }
  used.sort(([a], [b]) => a - b)
  if (used.some(([from], index) => index > 0 && from < (used[index - 1]?.[1] ?? 0))) throw broken('its entries overlap')
  return entries

  function contentsAt(local: number, size: number): Uint8Array<ArrayBuffer> {
    if (local + 30 > start || view.getUint32(local, true) !== marks.local)
      throw broken('an entry is not where its directory says')
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (from + size > start) throw broken('an entry is not where its directory says')
    used.push([local, from + size])
    return bytes.subarray(from, from + size)
  }
}

/** The place of the end record, behind which is only a comment. */
function endOf(view: DataView): number {
  const last = view.byteLength - endSize
  for (let place = last; place >= 0 && place >= last - maxComment; place--)
    if (
      view.getUint32(place, true) === marks.end &&
      place + endSize + view.getUint16(place + 20, true) === view.byteLength
    )
      return place
  throw broken('its end is missing')
}

function nameIn(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isUtf8) throw broken('the name of an entry is broken')
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const shown = (name: string) => name.replace(/\p{Cc}/gu, '?').slice(0, 60)

function checkName(name: string): void {
  const isOutside = /^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..')
  if (!name || isOutside) throw broken(`“${shown(name)}” is no name of a file inside of it`)
}

/** Unpacks entries together, up to a number of bytes. */
export function unpacker(maxBytes: number = zipLimits.bytes) {
  let left = maxBytes
  /** The contents of an entry. Throws an Error if they are broken, have another size than the directory says, or if there is too much in all. */
  return async ({ name, size, method, packed }: ZipEntry): Promise<Uint8Array<ArrayBuffer>> => {
    if (size > left) throw broken(`it contains more than ${maxBytes / 1024 / 1024} MiB`)
    if (method !== methods.stored && method !== methods.deflated)
      throw broken(`“${shown(name)}” is compressed with another method than Deflate`)
    left -= size
    if (method === methods.stored) {
      if (packed.length !== size) throw broken(`“${shown(name)}” has another size than it says`)
      return packed
    }
    const bytes = new Uint8Array(size)
    let filled = 0
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (filled + part.value.length > size) throw broken(`“${shown(name)}” is larger than it says`)
        bytes.set(part.value, filled)
        filled += part.value.length
      }
    } catch (error) {
      void reader.cancel().catch(() => {})
      throw error instanceof Error && error.message.startsWith('The ZIP') ? error : broken(`“${shown(name)}” is broken`)
    }
    if (filled !== size) throw broken(`“${shown(name)}” is smaller than it says`)
    return bytes
  }
}
