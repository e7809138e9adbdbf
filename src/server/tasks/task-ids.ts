import { randomUUIDv7 } from 'node:crypto'

/**
 * Creates UUIDs of version 7 that sort by creation time. Those of Node are unordered within a millisecond, so the 12 bits after the time
 * are used as a counter (RFC 9562, 6.2).
 */
export function taskIds(uuid: () => string = randomUUIDv7) {
  let last = 0n
  return (): string => {
    const random = uuid()
    const now = BigInt(`0x${random.slice(0, 8)}${random.slice(9, 13)}000`)
    last = now > last ? now : last + 1n
    const hex = last.toString(16).padStart(15, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}${random.slice(18)}`
  }
}

/** Parses the name of a task: its id, or its number with or without `#`. */
export function keyOf(id: string): { id: string } | { number: number } {
  const number = /^#?(\d{1,9})$/.exec(id)?.[1]
  return number ? { number: Number(number) } : { id }
}
