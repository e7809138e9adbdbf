/** The text of a file, and what is unclear about it. */
export interface DecodedText {
  text: string
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
}

const encodings = { le: 'utf-16le', be: 'utf-16be' } as const
const sampleBytes = 4_096

/**
 * The text in these bytes: UTF-8, UTF-16 with or without a byte order mark, or else Windows-1252, which any bytes are. Throws an Error with
 * a message for people if they are no text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const order = utf16Order(bytes)
  if (order) return { text: new TextDecoder(encodings[order]).decode(bytes), encoding: 'UTF-16' }
  const known = knownFile(bytes)
  if (known) throw new Error(`This is ${known}.`)
  if (bytes.subarray(0, sampleBytes).includes(0)) throw new Error('This is no text. Export the tasks as CSV or JSON.')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** The order of the bytes of UTF-16, by its mark, or by the zeros of Latin letters. */
function utf16Order(bytes: Uint8Array): keyof typeof encodings | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'be'
  const sample = bytes.subarray(0, sampleBytes)
  const pairs = Math.floor(sample.length / 2)
  if (pairs < 4) return undefined
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > pairs * 0.6 && even < pairs * 0.1) return 'le'
  return even > pairs * 0.6 && odd < pairs * 0.1 ? 'be' : undefined
}

/** Files that people take for exports, by their first bytes. */
function knownFile(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  if (start.startsWith('%PDF')) return 'a PDF. Export the tasks as CSV or JSON instead'
  if (start.startsWith('\x1f\x8b')) return 'a gzip file. Unpack it first'
  if (start.startsWith('\xd0\xcf\x11\xe0')) return 'an old Excel file. Save it as CSV first'
  if (start.startsWith('SQLite')) return 'a database. Export the tasks as CSV or JSON instead'
  return start.startsWith('7z') || start.startsWith('Rar!') ? 'another kind of archive. Unpack it first' : undefined
}
