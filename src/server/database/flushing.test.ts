import { readdir, readlink, writeFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { whileFlushing } from './flushing.ts'

/** Whether this process has a file open. */
async function isOpen(path: string): Promise<boolean> {
  const targets = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(targets)).includes(path)
}

test('a file is open while work appends to it, and closed soon after it', async () => {
  const path = `${await freshFolder()}/log`
  await writeFile(path, 'begun')
  const { promise, resolve } = Promise.withResolvers<string>()
  const working = whileFlushing(path, promise)
  await expect.poll(() => isOpen(path)).toBe(true)
  resolve('done')
  expect(await working).toBe('done')
  await expect.poll(() => isOpen(path)).toBe(false)
})

test('work without a file, and work that fails, ends as it would without', async () => {
  const path = `${await freshFolder()}/missing`
  expect(await whileFlushing(path, Promise.resolve('done'))).toBe('done')
  await nextTurn()
  await expect(whileFlushing(path, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
