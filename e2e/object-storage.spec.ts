import { readFile } from 'node:fs/promises'
import { availableS3, newPrefix } from '../test/s3.ts'
import { expect, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

test.use({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const { url, env, stop } = await availableS3()
      await use({ ...env, FILES_URL: newPrefix(url), FILE_DOWNLOADS: 'redirect' })
      await stop()
    },
    { scope: 'worker' },
  ],
})

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('files in object storage are previewed through the server and downloaded from a signed address', async ({
  page,
  taskdeck,
  signedIn: _,
}) => {
  await addTasks(page, {})
  await page.goto('#/task/1')
  await expect(page.getByText('created this task')).toBeVisible()
  const field = page.getByLabel('Completion file', { exact: true })
  const rowOf = (name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
  const content = '<script>alert(1)</script>'
  for (const [name, mimeType, buffer] of [
    ['notes.txt', 'text/plain', Buffer.from('all green')],
    ['dot.png', 'image/png', dot],
    ['page.html', 'text/html', Buffer.from(content)],
  ] as const) {
    await field.setInputFiles({ name, mimeType, buffer })
    await page.getByRole('button', { name: 'Upload File' }).click()
    await expect(rowOf(name)).toBeVisible()
  }
  await rowOf('notes.txt').getByRole('button', { name: 'Preview' }).click()
  await expect(rowOf('notes.txt').locator('pre')).toHaveText('all green')
  await rowOf('dot.png').getByRole('button', { name: 'Preview' }).click()
  const width = () =>
    rowOf('dot.png')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(1)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rowOf('page.html').getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('page.html')
  expect(await readFile(await download.path(), 'utf8')).toBe(content)
  // The browser followed the redirect.
  expect(new URL(download.url()).origin).not.toBe(taskdeck.origin)
  expect(new URL(download.url()).searchParams.has('X-Amz-Signature')).toBe(true)
})
