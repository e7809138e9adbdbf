let last = 0n

/**
 * A UUID of version 7, which sorts by the time of its creation, as those of the server do: the 12 bits after the milliseconds are a counter
 * (RFC 9562, 6.2). `crypto.randomUUID` has another version, and exists only on pages with https.
 */
export function newId(): string {
  const now = BigInt(Date.now()) << 12n
  last = now > last ? now : last + 1n
  const time = last.toString(16).padStart(15, '0')
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x80
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}-${random.slice(0, 4)}-${random.slice(4)}`
}
