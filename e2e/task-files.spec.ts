import type { Page } from '@playwright/test'
import { expect, expectComplaints, holdBack, test } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Puts a picture into the text that has the focus, by pasting or dropping it. */
const putPicture = (page: Page, kind: 'paste' | 'drop', name: string) =>
  page.getByLabel('Description').evaluate(
    (field, { kind: how, bytes, name: called }) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([content], called, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer }),
      )
    },
    { kind, bytes: dot.toString('base64'), name },
  )

/** A file made of its own name. */
const named = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

test('a file is uploaded with progress, listed, previewed, downloaded and removed; a pasted or dropped picture becomes a file and appears in the text', {
  tag: ['@phone', '@core'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Fix it', description: 'Before' })
  await page.goto('#/task/1')
  // Loaded last: content that arrives above would move the button away from the mouse.
  await expect(page.getByText('created this task')).toBeVisible()
  await page
    .getByLabel('Completion file', { exact: true })
    .setInputFiles({ name: 'green run.log', mimeType: 'text/plain', buffer: Buffer.from('all green') })
  await expect(page.getByText('green run.log · 9 B')).toBeVisible()
  await page.getByRole('button', { name: 'Upload File' }).click()
  await expect(page.getByRole('alert')).toContainText('File uploaded successfully!')
  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'green run.log' })
  await expect(row).toContainText('9 B')
  await row.getByRole('button', { name: 'Preview' }).click()
  await expect(row.locator('pre')).toHaveText('all green')

  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('green run.log')

  await row.getByRole('button', { name: 'Remove green run.log' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No files yet.')).toBeVisible()

  await page.getByText('Before').click()
  const field = page.getByLabel('Description')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const release = await holdBack(page, '**/upload')
  await putPicture(page, 'paste', 'shot.png')
  await expect(field).toHaveValue(/^Before\n!\[Uploading shot\.png …\]\(#upload-.*\)\n$/)
  await expect(page.getByRole('progressbar', { name: 'Upload of shot.png' })).toBeAttached()
  await page.keyboard.type('After')
  await test.step('the text is not saved with a picture that is not uploaded', async () => {
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Please wait until the files in the text are uploaded, or remove them.')).toBeVisible()
  })
  release()
  await expect(field).toHaveValue(/^Before\n!\[shot\.png\]\(\/tasks\/task\/[\w-]+\/files\/[\w-]+\)\nAfter$/)
  await page.keyboard.type(', still at the cursor')
  await expect(field).toHaveValue(/\nAfter, still at the cursor$/)
  await putPicture(page, 'drop', 'second.png')
  await expect(field).toHaveValue(/!\[second\.png\]\(/)
  await page.keyboard.press('Control+s')
  for (const name of ['shot.png', 'second.png']) {
    const picture = page.getByRole('main').getByRole('img', { name })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await expect(page.getByRole('list', { name: 'Files' }).getByText(name)).toBeVisible()
  }
})

test('a file can be dropped, and a missing file is reported; an image is previewed as an image; an upload can be cancelled', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, {})
  await page.goto('#/task/1')
  const upload = page.getByRole('button', { name: 'Upload File' })
  await upload.click()
  await expect(page.getByText('Please choose a file first.')).toBeVisible()

  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
    return transfer
  })
  await page.getByRole('group', { name: 'Upload a file' }).dispatchEvent('drop', { dataTransfer })
  await upload.click()
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByText('dropped.txt')).toBeVisible()

  await page
    .getByLabel('Completion file', { exact: true })
    .setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: dot })
  await upload.click()
  const row = files.getByRole('listitem').filter({ hasText: 'shot.png' })
  await row.getByRole('button', { name: 'Preview' }).click()
  const image = row.getByRole('img', { name: 'shot.png' })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)

  await page.getByLabel('Completion file', { exact: true }).setInputFiles(named('a.txt'))
  const release = await holdBack(page, '**/upload')
  await upload.click()
  await expect(page.getByRole('progressbar')).toBeAttached()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).not.toBeAttached()
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByText('a.txt · 5 B')).toBeVisible()
  await expect(files.getByText('a.txt')).toBeHidden()
})

test('several files are uploaded one after another; a refused one shows the reason, stays chosen, is not discarded without a question, and is uploaded by Update Task', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, {})
  await page.goto('#/task/1')
  const input = page.getByLabel('Completion file', { exact: true })
  await input.setInputFiles([named('a.txt'), named('bad.txt'), named('c.txt')])
  await input.setInputFiles(named('mistake.txt'))
  await page.getByRole('button', { name: 'Do not upload mistake.txt' }).click()
  await page.route('**/upload', (route) =>
    route.request().postData()?.includes('bad.txt')
      ? route.fulfill({ status: 413, json: { message: 'The file is too large.', code: 'too_large' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Upload File' }).click()
  const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'c.txt' })).toBeVisible()
  const zone = page.getByRole('group', { name: 'Upload a file' })
  await expect(zone).toContainText('bad.txt · 7 B')
  await expect(zone).toContainText('The file is too large.')
  await expect(zone.getByText('a.txt')).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'bad.txt: The file is too large.' })).toBeVisible()
  await expectComplaints(complaints, 'Error uploading file', 'status of 413')

  await page.unrouteAll()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toContainText('Completed')
  await cards(page).click()
  await expect(page.getByRole('list', { name: 'Files' }).getByText('bad.txt')).toBeVisible()
})

test('a preview never shows an error in place of the file, and can be retried', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const [task] = await addTasks(page, {})
  for (const file of [
    { name: 'run.log', mimeType: 'text/plain', buffer: Buffer.from('all green') },
    { name: 'shot.png', mimeType: 'image/png', buffer: dot },
  ]) {
    await page.request.post(`/tasks/task/${task?._id}/upload`, { multipart: { file } })
  }
  await page.goto('#/task/1')
  for (const name of ['run.log', 'shot.png']) {
    const answers = [
      { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
      { status: 200, contentType: 'text/html', body: '<h1>Welcome to our network</h1>' },
    ]
    await page.route('**/files/*', (route) => route.fulfill(answers[0]))
    const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
    await row.getByRole('button', { name: 'Preview' }).click()
    const failed = row.getByRole('alert').filter({ hasText: 'The preview could not be loaded.' })
    await expect(failed).toBeVisible()
    answers.shift()
    const again = page.waitForResponse('**/files/*')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await again
    await expect(failed).toBeVisible()
    await expect(page.getByText(/Bad gateway|Welcome to our network/)).toHaveCount(0)
    await page.unrouteAll()
    await failed.getByRole('button', { name: 'Try again' }).click()
    if (name === 'run.log') await expect(row.getByText('all green')).toBeVisible()
    else await expect(row.getByRole('img', { name })).toHaveJSProperty('naturalWidth', 1)
    await expect(failed).toBeHidden()
  }
  complaints.length = 0
})

test('without the server, a picture and the text around it are kept, and the upload can be tried again or given up', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'Fix it', description: 'Before' })
  await page.goto('#/task/1')
  await page.getByText('Before').click()
  const field = page.getByLabel('Description')
  await page.route('**/upload', (route) => route.abort())
  await putPicture(page, 'paste', 'shot.png')
  const problem = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
  await expect(problem).toContainText('The file and your text are kept here: try again when the server is back.')
  await expect(field).toHaveValue(/Before!\[Uploading shot\.png/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field).toHaveValue(/Before!\[shot\.png\]\(\/tasks/)
  await expect(problem).toBeHidden()

  await page.route('**/upload', (route) =>
    route.fulfill({ status: 413, json: { message: 'The file is too large.', code: 'too_large' } }),
  )
  await putPicture(page, 'paste', 'huge.png')
  await expect(page.getByRole('alert').filter({ hasText: 'The file is too large.' })).toBeVisible()
  await page.getByRole('button', { name: 'Do not upload huge.png' }).click()
  await expect(field).not.toHaveValue(/huge/)
  await page.unrouteAll()
  complaints.length = 0
})
