import { commandIds, commands } from '../src/web/commands/commands.ts'
import { asOnPhone, expect, expectAccessible, expectComplaints, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, fiveTasks, focusedCard, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

test('the palette finds screens, actions and tasks by words and by number', async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  const open = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByLabel('Search or jump to')).toBeFocused()
  }
  await open()
  await page.keyboard.type('thr')
  await expect(page.getByRole('option', { name: /three/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'three' })).toBeVisible()
  await open()
  await page.keyboard.type('2')
  await expect(page.getByRole('option', { name: /four.*#2/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'four' })).toBeVisible()
  await open()
  await page.keyboard.type('go set')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await open()
  await page.keyboard.type('nothing at all')
  await expect(page.getByText('Nothing found for “nothing at all”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search or jump to')).toBeHidden()
})

test('the help lists every command and tooltips show the key; g and a letter opens a screen, n adds a task; keys are not commands while typing or in a dialog', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/dashboard')
  await live(page)
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(page.getByRole('link', { name: 'Add a task' })).toHaveAttribute('title', 'New task (N)')
  await expect(page.getByRole('link', { name: 'Board', exact: true })).toHaveAttribute('title', 'Board (G then B)')
  await expect(page.getByLabel('Search tasks')).toHaveAttribute('title', 'Search tasks (/)')
  await page.keyboard.press('?')
  await expect(help.getByText('BoardG then B')).toBeVisible()
  await expect(help.getByText('DeleteDel or ⌫')).toBeVisible()
  const withKeys = commandIds.filter((id) => commands[id].keys.length)
  for (const id of withKeys) await expect(help).toContainText(commands[id].label)
  for (const section of await help.getByRole('region').all()) await expect(section).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  // One after the other: the same key pressed twice at once is held down.
  await page.keyboard.type('gg')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  for (const [letter, heading] of [
    ['b', 'Board'],
    ['c', 'Calendar'],
    ['n', 'Next'],
    ['o', 'Overview'],
    ['t', 'Trash'],
    ['p', 'Profile'],
    ['s', 'Settings'],
    ['d', /Welcome to the Dashboard/],
  ] as const) {
    await pressSequence(page, 'g', letter)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'Add a New Task' })).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

  await page.getByLabel('Title').pressSequentially('gbnq?')
  await expect(page.getByLabel('Title')).toHaveValue('gbnq?')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('q')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(/#\/add-task$/)
})

test('j, k and the arrows move the focus, and Enter opens the task', async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  const columns = isNarrow(page) ? 1 : 3
  const order = ['one', 'two', 'three', 'four', 'five']
  const on = (place: number) => expect(focusedCard(page)).toContainText(order[place] ?? '')
  await page.keyboard.press('j')
  await on(0)
  await page.keyboard.press('j')
  await on(1)
  await page.keyboard.press('k')
  await on(0)
  await page.keyboard.press('ArrowDown')
  await on(columns)
  await page.keyboard.press('ArrowUp')
  await on(0)
  await page.keyboard.press('ArrowRight')
  await on(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'two' })).toBeVisible()
})

test('s, p and d change the focused task', { tag: '@core' }, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Change me', dueDate: await dayFromNow(page, 5) })
  await page.goto('#/dashboard')
  await cards(page).waitFor()
  await live(page)
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Change the status' }).waitFor()
  await page.keyboard.press('2')
  await expect(cards(page)).toContainText('In Progress')
  await expect(focusedCard(page)).toBeVisible()
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: 'Change the priority' }).getByRole('option', { name: 'Critical' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Set the priority of #1 Change me to Critical' }),
  ).toBeVisible()
  await expect(cards(page)).toContainText('Critical')
  await expect(focusedCard(page)).toBeVisible()
  await page.keyboard.press('d')
  await page
    .getByRole('dialog', { name: 'Change the due date' })
    .getByRole('option', { name: /^Tomorrow/ })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'Set the due date of #1 Change me' })).toBeVisible()
  await expect(cards(page)).toContainText('tomorrow')
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  expect(tasks[0]).toMatchObject({ status: 'In Progress', priority: 'Critical' })
  expect(tasks[0].dueDate.slice(0, 10)).toBe(await dayFromNow(page, 1))
})

test('a change that removes the last card from a filter can be undone, and its refusal is reported', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'The only one' })
  await page.goto('#/dashboard?status=Pending')
  await cards(page).waitFor()
  await live(page)
  const complete = async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: 'Change the status' }).waitFor()
    await page.keyboard.press('3')
  }
  await complete()
  await page.getByRole('alert').filter({ hasText: 'Completed #1' }).getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(1)
  const refuse = { status: 409, json: { message: 'No room.', code: 'conflict' } }
  await page.route('**/tasks/bulkUpdateTasks', (route) => route.fulfill(refuse))
  await complete()
  const failure = page.getByRole('alert').filter({ hasText: 'No room.' })
  await expect(failure).toBeVisible()
  await expectComplaints(complaints, 'status of 409', 'Error updating tasks')
  await expect(cards(page)).toHaveCount(1)
  await page.unroute('**/tasks/bulkUpdateTasks')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await expect(failure).toBeHidden()
})

test('another day is set by Enter, by a pick or by the button, and never while typing', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Change me' })
  await page.goto('#/dashboard')
  await cards(page).waitFor()
  await live(page)
  const dialog = page.getByRole('dialog', { name: 'Change the due date' })
  const field = dialog.getByLabel('Another day')
  const ask = async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await field.click()
  }
  await ask()
  await page.keyboard.type('2026-12-2')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toContainText('Dec 2')
  await ask()
  await page.keyboard.type('foo')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That is not a day. Try 2026-11-20, 20 Nov or friday.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeHidden()
  await field.fill('2026-12-24')
  await field.click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set' }).click()
  await expect(cards(page)).toContainText('Dec 24')
  await ask()
  const [year, month] = (await dayFromNow(page, 0)).split('-').map(Number)
  await page.getByRole('button', { name: /^15 \w+ \d{4}$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(cards(page)).toContainText(/15\s*(?:today|tomorrow|in|\d+ d overdue)/)
  // The screen shows the change before the server has made it.
  await expect
    .poll(async () => (await (await page.request.get('/tasks/getTasks')).json()).tasks[0].dueDate.slice(0, 10))
    .toBe(`${year}-${String(month).padStart(2, '0')}-15`)
})

test('c completes the focused task or the selected ones, c again reopens them, and both can be undone', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page)
  const completed = cards(page).filter({ hasText: 'Completed' })
  const alert = page.getByRole('alert')
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(completed).toHaveText([/one/])
  await alert.filter({ hasText: 'Completed #5' }).getByRole('button', { name: 'Undo' }).click()
  await expect(completed).toHaveCount(0)
  await cards(page).first().focus()
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('c')
  await expect(completed).toHaveText([/one/, /two/])
  await expect(alert.filter({ hasText: 'Completed 2 tasks' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(completed).toHaveCount(0)
  await expect(alert.filter({ hasText: 'Reopened 2 tasks' })).toBeVisible()
})

test('tasks are selected with x and Shift, and changed, deleted and undone together', async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 selected')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await expect(bar).toContainText('3 selected')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Completed' }).click()
  await expect(page.getByRole('alert')).toContainText('Completed 3 tasks')
  await expect(cards(page).filter({ hasText: 'Completed' })).toHaveCount(3)
  await page.keyboard.press('Control+z')
  await expect(cards(page).filter({ hasText: 'Completed' })).toHaveCount(0)

  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete these 3 tasks?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete 3 tasks' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(bar).toBeHidden()
  await page.getByRole('alert').filter({ hasText: 'Deleted 3 tasks' }).getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(5)

  await page.getByLabel('Select #5 one').check({ force: true })
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('5 selected')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()

  await asOnPhone(page)
  await cards(page).first().focus()
  await page.keyboard.press('Shift+J')
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Priority' }).press('Enter')
  await page.keyboard.press('1')
  await expect(page.getByRole('alert')).toContainText('Set the priority of 2 tasks to Critical')
  await expect(cards(page).filter({ hasText: 'Critical' })).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(cards(page).filter({ hasText: 'Critical' })).toHaveCount(0)
})
