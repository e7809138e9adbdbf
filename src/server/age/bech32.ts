/** Bech32, in which keys of age are written (BIP 173, without its limit of 90 characters). */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const checksumLength = 6

function polymod(values: number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    for (const [bit, part] of generator.entries()) if ((top >> bit) & 1) check ^= part
  }
  return check >>> 0
}

const expanded = (prefix: string) => [
  ...[...prefix].map((letter) => letter.charCodeAt(0) >> 5),
  0,
  ...[...prefix].map((letter) => letter.charCodeAt(0) & 31),
]

/** Regroups bits. Returns undefined if those that are left over are not zero. */
function regrouped(values: Iterable<number>, from: number, to: number, isPadded: boolean): number[] | undefined {
  const result: number[] = []
  let [bits, count] = [0, 0]
  for (const value of values) {
    bits = ((bits << from) | value) & 0xfff
    count += from
    while (count >= to) {
      count -= to
      result.push((bits >> count) & ((1 << to) - 1))
    }
  }
  const rest = (bits << (to - count)) & ((1 << to) - 1)
  if (isPadded && count) result.push(rest)
  if (!isPadded && (count >= from || rest)) return undefined
  return result
}

export function bech32(prefix: string, bytes: Uint8Array): string {
  const data = regrouped(bytes, 8, 5, true) ?? []
  const check = polymod([...expanded(prefix), ...data, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = Array.from({ length: checksumLength }, (_, index) => (check >>> (5 * (5 - index))) & 31)
  return `${prefix}1${[...data, ...checksum].map((value) => alphabet[value]).join('')}`
}

/** Returns undefined if the text has another prefix, or a wrong checksum. */
export function fromBech32(prefix: string, text: string): Buffer | undefined {
  if (!text.startsWith(`${prefix}1`)) return undefined
  const values = [...text.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter))
  if (values.length <= checksumLength || values.includes(-1)) return undefined
  if (polymod([...expanded(prefix), ...values]) !== 1) return undefined
  const bytes = regrouped(values.slice(0, -checksumLength), 5, 8, false)
  return bytes && Buffer.from(bytes)
}
