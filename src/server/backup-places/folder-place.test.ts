import { mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { folderPlace } from './folder-place.ts'

test('a claimed folder is there together with the name of its owner, and only one of several can claim it', async () => {
  const folder = await freshFolder()
  const place = folderPlace(folder)
  const claims = await Promise.all(['one', 'other', 'third'].map((owner) => place.claim('backup', owner)))
  expect(claims.filter((isNew) => isNew)).toHaveLength(1)
  const owner = (await readFile(join(folder, 'backup', 'begun'), 'utf8')).trim()
  expect(owner).toBe(['one', 'other', 'third'][claims.indexOf(true)])
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})

test('a claim that fails leaves nothing, and neither does one that was interrupted a day ago', async () => {
  const folder = await freshFolder()
  const place = folderPlace(folder)
  await expect(place.claim('missing/backup', 'one')).rejects.toThrow('ENOENT')
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
  const [old, recent] = ['old', 'recent'].map((name) => join(folder, 'unfinished', name)) as [string, string]
  await Promise.all([old, recent].map((path) => mkdir(path)))
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400
  await utimes(old, twoDaysAgo, twoDaysAgo)
  await place.prepare()
  expect(await readdir(join(folder, 'unfinished'))).toEqual(['recent'])
})
