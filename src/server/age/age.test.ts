import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { type AgeKey, ageKey, newAgeKey } from './keys.ts'
import { decrypted, encrypted, encryptedBytes } from './stream.ts'

async function* cut(bytes: Buffer, size = 7_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(chunks: AsyncIterable<Buffer>) {
  const found: Buffer[] = []
  for await (const chunk of chunks) found.push(chunk)
  return Buffer.concat(found)
}

const secret = (key: AgeKey) => key as Parameters<typeof decrypted>[1]

const chunk = 65_536
const sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk]

test('files of this program are decrypted by the library of the author of age, and the other way round', async () => {
  const identity = await generateX25519Identity()
  const key = ageKey(identity)
  expect(key.recipient).toBe(await identityToRecipient(identity))
  expect(ageKey(key.recipient).secretKey).toBeUndefined()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const encrypter = new Encrypter()
  encrypter.addRecipient(key.recipient)
  encrypter.addRecipient(newAgeKey().recipient)
  for (const size of sizes) {
    const bytes = randomBytes(size)
    const ours = await all(encrypted(cut(bytes), ageKey(key.recipient)))
    expect(ours.length).toBe(encryptedBytes(size))
    expect(Buffer.from(await decrypter.decrypt(ours)).equals(bytes)).toBe(true)
    const theirs = Buffer.from(await encrypter.encrypt(bytes))
    expect((await all(decrypted(cut(theirs), secret(key)))).equals(bytes)).toBe(true)
  }
  const made = newAgeKey()
  expect(await identityToRecipient(made.secret)).toBe(made.recipient)
})

test('a changed byte, a missing end, another order and another key are refused', async () => {
  const key = ageKey(newAgeKey().secret)
  const bytes = randomBytes(3 * chunk)
  const sealed = await all(encrypted(cut(bytes), key))
  const head = sealed.length - 3 * (chunk + 16)
  const refused = (changed: Buffer, reason: string | RegExp, by = key) =>
    expect(all(decrypted(cut(changed), secret(by)))).rejects.toThrow(reason)
  for (const at of [0, 30, 60, 120, 190, head - 1, head, head + chunk, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await refused(changed, /was changed|another key|is not encrypted/)
  }
  for (const end of [0, 10, head - 1, head, head + 5, head + chunk + 16, sealed.length - chunk - 16, sealed.length - 1])
    await refused(sealed.subarray(0, end), /cut off|is not encrypted/)
  const part = (number: number) => sealed.subarray(head + number * (chunk + 16), head + (number + 1) * (chunk + 16))
  await refused(Buffer.concat([sealed.subarray(0, head), part(1), part(0), part(2)]), 'was changed')
  await refused(Buffer.concat([sealed, sealed]), 'was changed')
  await refused(sealed, 'was encrypted with another key', ageKey(newAgeKey().secret))
  await refused(randomBytes(100_000), 'is not encrypted in the format of age')
})

test('a text that is no key is refused, also with one wrong letter', () => {
  const { secret: text, recipient } = newAgeKey()
  for (const wrong of ['', 'age1', 'hunter2', `${recipient}q`, recipient.toUpperCase(), text.toLowerCase()])
    expect(() => ageKey(wrong)).toThrow('must be a key of age')
  const last = text.endsWith('Q') ? 'P' : 'Q'
  expect(() => ageKey(text.slice(0, -1) + last)).toThrow('must be a key of age')
})
