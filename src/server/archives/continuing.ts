import { createHash } from 'node:crypto'

/** Archives of the same moment and the same data have the same bytes, so their tag names both. */
export interface ArchiveTag {
  moment: number
  state: string
}

/** A broken download is continued within a day. */
export const continuedMs = 86_400_000

export const stateOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export const entityTag = ({ moment, state }: ArchiveTag): string => `"${moment}.${state}"`

/** The wish to continue an archive from a place, from the headers of a request. Other ranges are ignored, so the whole archive is sent. */
export function continuationIn(headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined }) {
  const [, first] = /^bytes=(\d{1,15})-$/.exec(headers.range ?? '') ?? []
  const [, moment, state] = /^"(\d{1,15})\.([\w-]{43})"$/.exec(String(headers['if-range'] ?? '')) ?? []
  if (first === undefined || moment === undefined || state === undefined) return undefined
  return { first: Number(first), tag: { moment: Number(moment), state } }
}

export type Continuation = NonNullable<ReturnType<typeof continuationIn>>

/** The number of bytes. */
export async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const chunk of bytes) length += chunk.length
  return length
}

/**
 * The bytes from a place on. `check` runs before the last part is given away, and may fail. Fails as well if there are more or fewer than `length`
 * bytes: the client was told that length, and would wait for the missing ones until its connection is cut.
 */
export async function* bytesFrom(
  bytes: AsyncIterable<Uint8Array>,
  { first, length }: { first: number; length: number },
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let passed = 0
  let held: Uint8Array | undefined
  for await (const chunk of bytes) {
    const rest = chunk.subarray(Math.max(0, first - passed))
    passed += chunk.length
    if (passed > length) throw otherLength()
    if (!rest.length) continue
    if (held) yield held
    held = rest
  }
  if (passed < length) throw otherLength()
  await check()
  if (held) yield held
}

const otherLength = () => new Error('An archive has another length than its client was told')
