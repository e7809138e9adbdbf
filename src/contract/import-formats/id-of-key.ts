/** Four numbers of 32 bits from a text, each of which depends on all of its characters. */
function mixed(text: string): number[] {
  let [a, b, c, d] = [0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 0x238f13ad)
    b = c ^ Math.imul(b ^ code, 0xb2ae85db)
    c = d ^ Math.imul(c ^ code, 0x38b34ae5)
    d = a ^ Math.imul(d ^ code, 0xa1e38b93)
  }
  const last = (value: number, other: number, by: number) => Math.imul(value ^ (other >>> 15), by) ^ (value >>> 13)
  for (let round = 0; round < 3; round++) {
    a = last(a, b, 0x238f13ad)
    b = last(b, c, 0xb2ae85db)
    c = last(c, d, 0x38b34ae5)
    d = last(d, a, 0xa1e38b93)
  }
  return [a, b, c, d].map((value) => value >>> 0)
}

/**
 * A UUID (version 8) that follows from a text, so that a task of another program gets the same id whenever it is imported. Not a secret, and
 * no protection against chosen texts: the ids of one owner only have to differ from each other.
 */
export function idOfKey(key: string): string {
  const hex = mixed(key)
    .map((value) => value.toString(16).padStart(8, '0'))
    .join('')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
