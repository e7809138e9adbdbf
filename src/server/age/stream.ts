import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { derived, fileKeyBytes, fileKeyIn, headerFor, maxHeaderBytes, NotDecrypted } from './header.ts'
import type { AgeKey } from './keys.ts'

/** The payload of age: chunks of this size, each with a number and a tag, so that none can be changed, moved or left out. */
const chunkBytes = 64 * 1024
const tagBytes = 16
const nonceBytes = 16

/** The number of a chunk, and whether it is the last one. */
function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of one size. The last one has 1 to `size` bytes, or none if the stream has none. */
async function* pieces(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes <= size) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (; all.length - at > size; at += size) yield { piece: all.subarray(at, at + size), isLast: false }
    waiting = [all.subarray(at)]
    bytes = all.length - at
  }
  yield { piece: Buffer.concat(waiting), isLast: true }
}

/** The number of bytes of an encrypted file. */
export function encryptedBytes(bytes: number): number {
  const chunks = Math.max(1, Math.ceil(bytes / chunkBytes))
  return headerBytes + nonceBytes + bytes + chunks * tagBytes
}
/** The header for one recipient always has the same length. */
const headerBytes = 'age-encryption.org/v1\n-> X25519 '.length + 43 + 1 + 43 + '\n--- '.length + 43 + 1

/** Encrypts a stream in the format of age. */
export async function* encrypted(chunks: AsyncIterable<Buffer>, key: AgeKey): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(fileKeyBytes)
  const nonce = randomBytes(nonceBytes)
  yield Buffer.concat([headerFor(key, fileKey), nonce])
  const payload = derived(fileKey, nonce, 'payload')
  let number = 0
  for await (const { piece, isLast } of pieces(chunks, chunkBytes)) {
    const cipher = createCipheriv('chacha20-poly1305', payload, chunkNonce(number++, isLast), {
      authTagLength: tagBytes,
    })
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts a stream. Throws NotDecrypted if a byte was changed, if it ends too early, and if it was encrypted to another key. */
export async function* decrypted(
  chunks: AsyncIterable<Buffer>,
  key: AgeKey & { secretKey: KeyObject },
): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    const { header, rest } = await withHeader(source)
    const fileKey = fileKeyIn(header, key)
    const { nonce, body } = await withNonce(rest, source)
    const payload = derived(fileKey, nonce, 'payload')
    let number = 0
    for await (const { piece, isLast } of pieces(following(body, source), chunkBytes + tagBytes)) {
      const plain = opened(piece, payload, chunkNonce(number, isLast))
      if (isLast && number > 0 && !plain.length) throw new NotDecrypted('was changed: it ends with an empty part')
      number++
      if (plain.length) yield plain
    }
  } finally {
    await source.return?.()
  }
}

function opened(piece: Buffer, payload: Buffer, nonce: Buffer): Buffer {
  const at = piece.length - tagBytes
  try {
    const decipher = createDecipheriv('chacha20-poly1305', payload, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(piece.subarray(at))
    return Buffer.concat([decipher.update(piece.subarray(0, at)), decipher.final()])
  } catch {
    throw new NotDecrypted('was changed or cut off')
  }
}

async function withHeader(source: AsyncIterator<Buffer>) {
  let begun: Buffer = Buffer.alloc(0)
  for (;;) {
    const end = endOfHeader(begun)
    if (end) return { header: begun.subarray(0, end).toString('latin1'), rest: begun.subarray(end) }
    const more = begun.length > maxHeaderBytes ? undefined : await source.next()
    if (!more || more.done) throw new NotDecrypted('is not encrypted in the format of age')
    begun = Buffer.concat([begun, more.value])
  }
}

/** The place after the line that begins with `---`; 0 if it is not there yet. */
function endOfHeader(bytes: Buffer): number {
  const line = bytes.indexOf('\n---')
  return line === -1 ? 0 : bytes.indexOf('\n', line + 1) + 1
}

async function withNonce(rest: Buffer, source: AsyncIterator<Buffer>) {
  let begun = rest
  while (begun.length < nonceBytes) {
    const more = await source.next()
    if (more.done) throw new NotDecrypted('was cut off')
    begun = Buffer.concat([begun, more.value])
  }
  return { nonce: begun.subarray(0, nonceBytes), body: begun.subarray(nonceBytes) }
}

async function* following(first: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length) yield first
  for (;;) {
    const more = await source.next()
    if (more.done) return
    yield more.value
  }
}
