import {
  breakCall,
  expect,
  expectAccessible,
  expectComplaints,
  holdBack,
  keepNothing,
  test,
  withoutLive,
} from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A file made of its own name. */
const named = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

test('a task loads by id or number, with title and description as text and the other fields editable', {
  tag: '@phone',
}, async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(page, {
    title: 'Fix it',
    priority: 'High',
    status: 'In Progress',
    dueDate: '2026-11-20',
  })
  const release = await holdBack(page, '**/tasks/task/*')
  await page.goto(`#/task/${task?._id}`)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('In Progress')
  await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('High')
  await expect(page.getByLabel('Due date', { exact: true })).toHaveValue('Nov 20, 2026')
  await page.goto('#/task/1')
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
})

test('Update Task saves, alerts and opens the dashboard; Ctrl+Enter does the same from anywhere on the screen', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Fix it', dueDate: '2026-11-20' })
  await page.goto('#/task/1')
  await test.step('an invalid due date is not saved, and the previous one returns', async () => {
    const field = page.getByLabel('Due date', { exact: true })
    await field.fill('2026-02-30')
    await field.press('Enter')
    await expect(page.getByText('That is not a day. Try 2026-11-20, 20 Nov or friday.')).toBeVisible()
    await field.fill('')
    await field.press('Tab')
    await expect(field).toHaveValue('Nov 20, 2026')
    await field.fill('Dec 24')
    await field.press('Tab')
    await expect(field).toHaveValue(/^Dec 24, \d{4}$/)
  })

  await page.getByLabel('Status').selectOption('Completed')
  await page.getByLabel('Priority', { exact: true }).selectOption('Low')
  await page.getByLabel('Due date', { exact: true }).fill('2026-12-01')
  await page.getByLabel('Due date', { exact: true }).press('Tab')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert')).toContainText('Task updated successfully!')
  await expect(page).toHaveURL(/#\/dashboard$/)
  for (const text of ['Completed', 'Low', 'Dec 1, 2026']) await expect(cards(page)).toContainText(text)

  await cards(page).click()
  await page.getByLabel('Status').selectOption('In Progress')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(cards(page)).toContainText('In Progress')
  await expect(page.getByRole('alert').filter({ hasText: 'Task updated successfully!' }).last()).toBeVisible()
})

test('title and description are edited in a dialog, saved with Ctrl+Enter, and restored by undo', {
  tag: '@phone',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Fix it', description: 'It broke.' })
  await page.goto('#/task/1')
  await page.getByRole('heading', { name: 'Fix it' }).waitFor()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute(
    'title',
    'Edit title and description (E)',
  )
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit task' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill('x'.repeat(201))
  await expect(dialog.getByText('201 of at most 200 characters.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Please use at most 200 characters.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Mend it')
  await dialog.getByLabel('Description').fill('It **broke** again.')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Mend it' })).toBeVisible()
  await expect(page.locator('strong', { hasText: 'broke' })).toBeVisible()
  await expect(page).toHaveURL(/#\/task\/1$/)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
})

test('unsaved text is not discarded without a question', async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/dashboard')
  await cards(page).click()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Edit task' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await edit.click()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await edit.click()
  await dialog.getByLabel('Title').fill('Mend it')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Title')).toHaveValue('Mend it')
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving).toBeHidden()
  await expect(dialog.getByLabel('Title')).toHaveValue('Mend it')
  await dialog.getByLabel('Title').press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()

  await test.step('a changed field is not discarded without a question', async () => {
    await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
    await page.goBack()
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('Critical')
    await page.goBack()
    await leaving.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/#\/dashboard$/)
    await expect(cards(page)).toContainText('Medium')
  })
})

test('a conflicting title is chosen by the user, and the description is merged', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const [task] = await addTasks(await withoutLive(page), { title: 'Fix it' })
  await page.goto('#/task/1')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit task' })
  await dialog.getByLabel('Title').fill('Mine')
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { title: 'Theirs', description: 'Also theirs' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'This task was changed elsewhere' })
  await expect(conflict.getByRole('radio', { name: /Mine Yours/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(conflict).toBeHidden()
  await expect(dialog.getByLabel('Title')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await conflict.getByRole('button', { name: 'Save my choice' }).click()
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
  await expect(page.getByText('Also theirs')).toBeVisible()
  await expectComplaints(complaints, 'status of 412')
})

test('unsaved text is kept when its task is deleted elsewhere', async ({ page, signedIn: _, complaints }) => {
  const [task] = await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await live(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit task' })
  await dialog.getByLabel('Title').fill('Mend it')
  await page.request.delete(`/tasks/deleteTask/${task?._id}`)
  await expect(page.getByText('This task was deleted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('That task is in the trash. Restore it first.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Mend it')
  await expectComplaints(complaints, 'status of 404', 'Error updating task')
})

test('a refused update or deletion is logged and reported, and nothing changes; Delete Task asks first, with the focus on the safe button', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await page.getByLabel('Status').selectOption('Completed')
  await page.route(/updateTask|deleteTask/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Not now.', code: 'internal' } }),
  )
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await expectComplaints(complaints, 'Error updating task', 'status of 500')
  await expect(page.getByLabel('Status')).toHaveValue('Completed')

  await page.getByRole('button', { name: 'Delete Task' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).click()
  await expectComplaints(complaints, 'Error deleting task', 'status of 500')
  await page.unrouteAll()
  await page.getByRole('link', { name: '← Dashboard' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(cards(page)).toContainText('Pending')

  await cards(page).click()
  await page.getByRole('button', { name: 'Delete Task' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete this task?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await dialog.getByRole('button', { name: 'Delete Task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Task deleted successfully!' })).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(page.getByText('No tasks available.')).toBeVisible()
})

test('a missing task says so, and one that cannot be loaded can be retried', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await page.goto('#/task/999')
  await expect(page.getByRole('heading', { name: 'Task not found' })).toBeVisible()
  await expectComplaints(complaints, 'status of 404')
  await addTasks(page, { title: 'Fix it' })
  await keepNothing(page)
  const mend = await breakCall(page, '**/tasks/getTasks*', {
    status: 500,
    json: { message: 'Not now.', code: 'internal' },
  })
  await page.goto('about:blank')
  await page.goto('#/task/1')
  await expect(page.getByText('Not now.')).toBeVisible()
  await expectComplaints(complaints, 'Error fetching tasks', 'status of 500')
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
})

test('the description is rendered as safe Markdown; fenced code keeps its layout; one that cannot be rendered is shown as plain text', async ({
  page,
  signedIn: _,
}) => {
  const description = [
    'Some **bold** words and a [link](https://example.com).',
    '```sh',
    'npm test \\',
    '  --repeat 50',
    '```',
    '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>',
    '[bad](javascript:window.hacked=1)',
  ].join('\n')
  const deep = `${'>'.repeat(5_000)} at the bottom`
  await addTasks(page, { description }, { title: 'Deep', description: deep })
  await page.goto('#/task/1')
  await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible()
  expect(await page.locator('pre').innerText()).toBe('npm test \\\n  --repeat 50\n')
  await expect(page.getByRole('link', { name: 'link', exact: true })).toHaveAttribute('rel', /noopener/)
  await expect(page.locator('article').locator('script, [onerror], [href^="javascript:"]')).toHaveCount(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  await test.step('a task stays usable if its description cannot be rendered', async () => {
    await page.goto('#/task/2')
    await expect(page.getByRole('note')).toContainText('Shown as plain text')
    await expect(page.getByText(deep)).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('> shallow')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('blockquote')).toHaveText('shallow')
    await expect(page.getByRole('note')).toBeHidden()
  })
})

test('a file is uploaded with progress, listed, previewed, downloaded and removed', { tag: '@phone' }, async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, {})
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
  await page.getByText('← Dashboard').click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByLabel('Status').selectOption('Completed')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toContainText('Completed')
  await cards(page).click()
  await expect(page.getByRole('list', { name: 'Files' }).getByText('bad.txt')).toBeVisible()
})

test('the back link opens the previous screen, and Update opens the dashboard with its last filter', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'urgent', priority: 'High' }, { title: 'not so' })
  const opened = page.getByRole('heading', { name: 'urgent' })
  await page.goto('#/dashboard?priority=High')
  await cards(page).click()
  await opened.waitFor()
  await page.getByRole('link', { name: '← Dashboard' }).click()
  await expect(page).toHaveURL(/#\/dashboard\?priority=High$/)
  await expect(cards(page)).toHaveText([/urgent/])

  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('heading', { name: 'Board', exact: true }).waitFor()
  await cards(page).filter({ hasText: 'urgent' }).click()
  await opened.waitFor()
  await page.getByRole('link', { name: '← Board' }).click()
  await expect(page.getByRole('heading', { name: 'Board', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/#\/board$/)
  await cards(page).filter({ hasText: 'urgent' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('In Progress')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page).toHaveURL(/#\/dashboard\?priority=High$/)
  await expect(cards(page)).toHaveText([/urgent/])
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
