import { writeFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { openFiles } from '../../../test/open-files.ts'
import { whileFlushing } from './flushing.ts'

test('a file is open while work appends to it, and closed soon after it', async () => {
  const path = `${await freshFolder()}/log`
  await writeFile(path, 'begun')
  const { promise, resolve } = Promise.withResolvers<string>()
  const working = whileFlushing(path, promise)
  await expect.poll(() => openFiles(path), { timeout: 20_000 }).toEqual([path])
  resolve('done')
  expect(await working).toBe('done')
  await expect.poll(() => openFiles(path), { timeout: 20_000 }).toEqual([])
})

test('work without a file, and work that fails, ends as it would without', async () => {
  const path = `${await freshFolder()}/missing`
  expect(await whileFlushing(path, Promise.resolve('done'))).toBe('done')
  await nextTurn()
  await expect(whileFlushing(path, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
