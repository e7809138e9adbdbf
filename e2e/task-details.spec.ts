import { breakCall, expect, expectComplaints, forgive, holdBack, keepNothing, test, tireOut } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'
import { isNarrow } from './touch.ts'

test('a task loads by id or number, with title and description as text and the other fields editable', {
  tag: '@phone',
}, async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(page, {
    title: 'Fix it',
    priority: 'High',
    status: 'In Progress',
    dueDate: '2026-11-20',
  })
  const releases = [await holdBack(page, '**/tasks/task/*'), await holdBack(page, '**/tasks/getTasks*')]
  await page.goto(`#/task/${task?._id}`)
  await expect(page.getByRole('status', { name: /^Loading/ })).toBeVisible()
  for (const release of releases) release()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
  if (!isNarrow(page)) {
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('In Progress')
    await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('High')
    await expect(page.getByLabel('Due date', { exact: true })).toHaveValue('Nov 20, 2026')
  } else {
    // On a phone, each is a fact that opens its sheet.
    for (const fact of [/^Status: In Progress/, /^Priority: High/, /^Due date: Nov 20/])
      await expect(page.getByRole('button', { name: fact })).toBeVisible()
  }
  await page.goto('#/task/1')
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
})

test('Update Task saves, alerts and opens the dashboard; Ctrl+Enter does the same from anywhere on the screen', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Fix it', dueDate: '2026-11-20' })
  await page.goto('#/task/1')
  await test.step('an invalid due date is not saved, and an empty field means no date', async () => {
    const field = page.getByLabel('Due date', { exact: true })
    await field.fill('2026-02-30')
    await field.press('Enter')
    await expect(page.getByText('That is not a day. Try 2026-11-20, 20 Nov or friday.')).toBeVisible()
    await field.fill('')
    await field.press('Tab')
    await expect(field).toHaveValue('')
    await expect(page.getByText('That is not a day.')).toBeHidden()
    await field.fill('Dec 24')
    await field.press('Tab')
    await expect(field).toHaveValue(/^Dec 24, \d{4}$/)
  })

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await page.getByLabel('Priority', { exact: true }).selectOption('Low')
  await page.getByLabel('Due date', { exact: true }).fill('2026-12-01')
  await page.getByLabel('Due date', { exact: true }).press('Tab')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Task updated successfully!' })).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard$/)
  for (const text of ['Completed', 'Low', 'Dec 1']) await expect(cards(page)).toContainText(text)

  await cards(page).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In Progress')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(cards(page)).toContainText('In Progress')
  await expect(page.getByRole('alert').filter({ hasText: 'Task updated successfully!' }).last()).toBeVisible()
})

test('a refused update or deletion is logged and reported, and nothing changes; Delete Task asks first, with the focus on the safe button', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/dashboard')
  await cards(page).click()
  await page.getByRole('heading', { name: 'Fix it' }).waitFor()
  await page.route(/updateTask|deleteTask/, (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now.', code: 'conflict' } }),
  )
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await expectComplaints(complaints, 'Error updating task', 'status of 409')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pending')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('Mend it')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expectComplaints(complaints, 'Error updating task', 'status of 409')
  await expect(page.getByLabel('Title')).toHaveValue('Mend it')

  await page.getByRole('button', { name: 'Delete Task' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).click()
  await expect.poll(() => complaints.join()).toContain('Error deleting task')
  await page.unrouteAll()
  // The text saves itself, too, so its update may have been refused once more.
  forgive(complaints, 'Error updating task', 'Error deleting task', 'status of 409')
  // The text is tried again when the page is left.
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(cards(page)).toContainText('Mend it')

  await cards(page).click()
  await page.getByRole('button', { name: 'Delete Task' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete this task?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Mend it' })).toBeVisible()
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
  await page.clock.install()
  const mend = await breakCall(page, '**/tasks/getTasks*', {
    status: 500,
    json: { message: 'Not now.', code: 'internal' },
  })
  await page.goto('about:blank')
  await page.goto('#/task/1')
  await expect(page.getByText('Not now.')).toBeVisible()
  await tireOut(page, '**/tasks/getTasks*')
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
  await expectComplaints(complaints, 'Error fetching tasks', 'status of 500')
})

test('the description is rendered as safe Markdown; fenced code keeps its layout; one that cannot be rendered is shown as plain text', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
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
    await page.getByLabel('Description').fill('> shallow')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('blockquote')).toHaveText('shallow')
    await expect(page.getByRole('note')).toBeHidden()
  })
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
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/#\/dashboard\?priority=High$/)
  await expect(cards(page)).toHaveText([/urgent/])

  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('heading', { name: 'Board', exact: true }).waitFor()
  await cards(page).filter({ hasText: 'urgent' }).click()
  await opened.waitFor()
  await page.getByRole('link', { name: 'Back to Board' }).click()
  await expect(page.getByRole('heading', { name: 'Board', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/#\/board\?priority=High$/)
  await cards(page).filter({ hasText: 'urgent' }).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In Progress')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page).toHaveURL(/#\/dashboard\?priority=High$/)
  await expect(cards(page)).toHaveText([/urgent/])
})
