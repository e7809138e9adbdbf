import { hash } from 'node:crypto'
import list from './common-passwords.json' with { type: 'json' }

/** How passwords are written in the list: case makes no difference, because guessing tools try every case. */
export const listed = (password: string) => password.normalize('NFKC').toLowerCase()

/** The bits of a Bloom filter that belong to a password. */
export function bitsOf(password: string, { bits, hashes }: { bits: number; hashes: number }): number[] {
  const digest = hash('sha256', listed(password), 'buffer')
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)]
  return Array.from({ length: hashes }, (_, index) => (first + index * step) % bits)
}

const filter = Buffer.from(list.filter, 'base64')

/**
 * Whether a password is among the most common ones. The list is a Bloom filter, which `scripts/common-passwords.ts` makes: it finds every
 * password of the list, and by mistake one of a thousand others.
 */
export const isCommonPassword = (password: string): boolean =>
  bitsOf(password, list).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)
