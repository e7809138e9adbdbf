import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../contract/errors.ts'

/** The limits of an archive: its entries, and all their bytes, unpacked. */
export interface ZipLimits {
  entries: number
  bytes: number
}

/** A file in an archive. Its size is checked again while it is unpacked. */
export interface ZipEntry {
  path: string
  size: number
}

const methods = { stored: 0, deflated: 8 } as const
const systems = { unix: 3 } as const
const fileType = 0o170000
const symbolicLink = 0o120000
const encrypted = 0x1

const shown = (text: string, length = 60) => text.replace(/\p{Cc}/gu, '?').slice(0, length)
export const refusal = (reason: string) => new AppError('invalid_input', `The archive is refused: ${reason}.`)

/**
 * Opens a ZIP on the disk. Fails with `invalid_input` if it is broken, encrypted or divided, or if it is made to harm: with names that lead out
 * of its folder, links, two entries of one name or at one place, or more bytes than are allowed. Nothing is unpacked before.
 */
export async function openZip(path: string, limits: ZipLimits) {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(broken)
  try {
    const entries = await checkedEntries(zip, limits)
    return {
      entries: new Map(
        [...entries].map(([name, { uncompressedSize }]) => [name, { path: name, size: uncompressedSize }]),
      ),
      /** The bytes of an entry. Ends with `invalid_input` if they are broken, or more or fewer than the ZIP says. */
      async *read(name: string): AsyncGenerator<Buffer> {
        const entry = entries.get(name)
        if (!entry) throw refusal(`“${shown(name)}” is not in it`)
        const stream: Readable = await zip.openReadStreamPromise(entry).catch(broken)
        try {
          yield* stream
        } catch (error) {
          broken(error as Error)
        } finally {
          stream.destroy()
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

export type OpenZip = Awaited<ReturnType<typeof openZip>>

/** The entries by their names, without folders. */
async function checkedEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw refusal(`it has more than ${limits.entries.toLocaleString('en')} entries`)
  const entries = new Map<string, Entry>()
  const places: [number, number][] = []
  let bytes = 0
  for await (const entry of entriesOf(zip)) {
    const { fileName: name } = entry
    checkEntry(entry)
    if (entries.has(name)) throw refusal(`“${shown(name)}” is in it twice`)
    bytes += entry.uncompressedSize
    if (bytes > limits.bytes) throw tooLarge(limits.bytes)
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(broken)
    places.push([entry.relativeOffsetOfLocalHeader, fileDataStart + entry.compressedSize])
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  places.sort(([a], [b]) => a - b)
  for (const [index, [start]] of places.entries())
    if (index && start < (places[index - 1]?.[1] ?? 0)) throw refusal('its entries overlap')
  return entries
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch (error) {
    broken(error as Error)
  }
}

function checkEntry({ fileName: name, compressionMethod, ...entry }: Entry): void {
  const { versionMadeBy, externalFileAttributes, generalPurposeBitFlag } = entry
  if (!name || name.includes('\0')) throw refusal('an entry has no proper name')
  if (versionMadeBy >> 8 === systems.unix && ((externalFileAttributes >>> 16) & fileType) === symbolicLink)
    throw refusal(`“${shown(name)}” is a link`)
  if (generalPurposeBitFlag & encrypted) throw refusal(`“${shown(name)}” is encrypted`)
  if (compressionMethod !== methods.stored && compressionMethod !== methods.deflated)
    throw refusal(`“${shown(name)}” is compressed with another method than Deflate`)
}

/** The library says what it has found, and names the entry. A full disk and bugs are no fault of the archive. */
function broken(error: Error & { code?: string }): never {
  if (error instanceof AppError) throw error
  if (error.code !== undefined && !error.code.startsWith('Z_')) throw error
  throw refusal(`it is broken (${shown(error.message, 120)})`)
}

export const tooLarge = (bytes: number) =>
  new AppError(
    'too_large',
    `The archive is larger than your account may be: ${Math.round(bytes / 1_000_000).toLocaleString('en')} MB.`,
  )
