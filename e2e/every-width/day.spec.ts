import type { Page } from '@playwright/test'
import type { Task } from '../../src/contract/schemas/tasks.ts'
import { expect, test } from '../taskdeck.ts'
import { addTasks, cards, dayFromNow } from '../tasks.ts'
import { isNarrow } from '../touch.ts'
import { chooseInTaskMenu, openCapture, openScreen, openSearch, places } from './journeys.ts'

const stored = async (page: Page): Promise<Task[]> => (await (await page.request.get('/tasks/getTasks')).json()).tasks
const alerts = (page: Page) => page.getByRole('alert')

test('one line and Enter is a task, wherever the user is; recognised words are chips, and Enter without a title adds nothing', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await page.clock.setFixedTime(new Date('2026-11-17T10:00:00'))
  await openScreen(page, 'today', 'Today')
  const line = await openCapture(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Buy milk')
  await page.keyboard.press('Enter')
  await expect(alerts(page).filter({ hasText: 'Added #1 Buy milk' })).toBeVisible()
  await expect(line).toHaveValue('')
  await expect(line).toBeFocused()
  await page.keyboard.type('Rotate the keys p1 day after tomorrow')
  for (const words of [/^Critical/, /^Thu Nov 19|Nov 19/])
    await expect(page.getByRole('button', { name: words }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alerts(page).filter({ hasText: 'Added #2 Rotate the keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line).toBeHidden()
  await expect
    .poll(async () => (await stored(page)).map(({ title, priority, dueDate }) => [title, priority, dueDate]))
    .toEqual([
      ['Rotate the keys', 'Critical', '2026-11-19T00:00:00.000Z'],
      ['Buy milk', 'Medium', null],
    ])
})

test('+ on a column of the board has its status as a chip, and without a title adds nothing', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Release 2.4' })
  await openScreen(page, 'board', 'Board')
  await page.getByRole('button', { name: 'Add a task to Pending' }).click()
  const line = page.getByLabel('New task', { exact: true })
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Pending/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Switch the runner')
  await page.keyboard.press('Enter')
  await expect(alerts(page).filter({ hasText: 'Added #2 Switch the runner' })).toBeVisible()
  expect(await stored(page)).toHaveLength(2)
})

test('notes suggest labels and tasks after #, like quick add and the description', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Release 2.4', labels: ['release'] }, { title: 'Write the notes' })
  await openScreen(page, 'task/2', 'Write the notes')
  const note = page.getByRole('textbox', { name: 'Write a note' })
  await note.click()
  await page.keyboard.type('Waits for #rel')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options).toHaveText([/release.*label/, /#1 Release 2.4/])
  await options.last().click()
  await expect(note).toHaveValue('Waits for #1 ')
  await expect(note).toBeFocused()
})

test('Today is the first place, then what needs the user, on every screen', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
}) => {
  const [task] = await addTasks(page, { title: 'Write', dueDate: await dayFromNow(page, 0) }, { title: 'Send' })
  for (const [address, heading] of [
    ['dashboard', /^Welcome/],
    ['settings', 'Settings'],
    ['trash', 'Trash'],
    ['overview', 'Overview'],
  ] as const) {
    await openScreen(page, address, heading)
    await expect(places(page).getByRole('link').first()).toHaveText(isNarrow(page) ? 'Today' : /^Today\s*1$/)
  }
  await openScreen(page, `task/${task?._id}`, 'Write')
  // On the page of a task, a phone has a bar for this task.
  if (isNarrow(page)) await page.goBack()
  await places(page)
    .getByRole('link', { name: /^Today/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(places(page).getByRole('link', { name: /^Today/ })).toHaveAttribute('aria-current', 'page')
})

test('a task that is put off is only in Later, and an overdue task that is snoozed is no longer overdue', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const [past, soon] = await Promise.all([-5, 3].map((days) => dayFromNow(page, days)))
  await addTasks(
    page,
    { title: 'Plain', dueDate: null },
    { title: 'Late', dueDate: past ?? null },
    { title: 'Late and snoozed', dueDate: past ?? null, startDate: soon ?? '' },
  )
  for (const [address, heading] of [
    ['dashboard', /^Welcome/],
    ['list?group=none', 'All tasks'],
    ['board', 'Board'],
    ['next', 'Next'],
    ['today', 'Today'],
  ] as const) {
    await openScreen(page, address, heading)
    await expect(cards(page)).toHaveCount(2)
    await expect(cards(page).filter({ hasText: 'snoozed' })).toHaveCount(0)
  }
  await openScreen(page, 'list', 'All tasks')
  const groups = page.getByRole('list', { name: 'Tasks' }).getByRole('heading')
  await expect(groups).toHaveText([/Overdue\s*1/, /No date\s*1/, /Later\s*1/])
  await page.getByRole('button', { name: /^Later\s*1/ }).click()
  await expect(cards(page)).toHaveCount(3)
  await openScreen(page, 'later', 'Later')
  await expect(cards(page)).toHaveText([/Late and snoozed/])
  await openScreen(page, 'dashboard?later=shown', /^Welcome/)
  await expect(cards(page).filter({ hasText: 'Late and snoozed' })).toContainText('Snoozed until ')
})

test('a search forgives one typo in a long word, and numbers have separators', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Fix the flaky test' }, { title: 'Read' })
  for (let count = 0; count < 1_100; count += 100)
    await addTasks(page, ...Array.from({ length: 100 }, (_none, index) => ({ title: `Task ${count + index}` })))
  await openScreen(page, 'list?group=none', 'All tasks')
  await expect(page.getByText(isNarrow(page) ? '1,102 open' : /^1,102 open/).first()).toBeVisible()
  const field = await openSearch(page)
  await field.fill('flakey')
  await expect(cards(page)).toHaveText([/Fix the flaky test/])
})

test('the headings of the board stay in sight while its cards scroll', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, ...Array.from({ length: 40 }, (_none, index) => ({ title: `Task ${index}` })))
  await openScreen(page, 'board', 'Board')
  await cards(page).first().waitFor()
  await page.evaluate(() => window.scrollTo(0, 1_500))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000)
  const heading = page.getByRole('heading', { level: 2, name: /Pending/ })
  await expect(heading).toBeInViewport()
  const row = page.getByRole('search', { name: 'Tasks' })
  const [above, below] = [await row.boundingBox(), await heading.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1)
  // Nothing lies over it.
  const top = await heading.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + 4, y + height / 2))
  })
  expect(top).toBe(true)
})

test('Enter twice ends a checklist in a description', { tag: '@every-width' }, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Release', description: '' })
  await openScreen(page, 'task/1', 'Release')
  await chooseInTaskMenu(page, 'Edit title and description')
  const text = page.getByRole('form', { name: 'Edit task' }).getByRole('textbox', { name: 'Description' })
  await text.click()
  await page.keyboard.type('- [ ] announce')
  await page.keyboard.press('Enter')
  await page.keyboard.type('rotate')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Then rest.')
  await expect(text).toHaveValue(/^- \[ \] announce\n- \[ \] rotate\n+Then rest\.$/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('checkbox', { name: 'announce' })).toBeVisible()
  await expect.poll(async () => (await stored(page))[0]?.description).toMatch(/rotate\n+Then rest\.$/)
})

test('the branch name is copied from the menu and by key, and every part names its parent', {
  tag: '@every-width',
}, async ({ page, context, signedIn: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [release] = await addTasks(page, { title: 'Release 2.4', dueDate: null })
  await addTasks(page, { title: 'Fix the flaky test', partOf: release?._id ?? '' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await openScreen(page, 'task/2', 'Fix the flaky test')
  await expect(page.getByRole('link', { name: /Release 2\.4/ }).first()).toBeVisible()
  await chooseInTaskMenu(page, 'Copy branch name')
  await expect(alerts(page)).toContainText('Copied the branch name 2-fix-the-flaky-test')
  expect(await copied()).toBe('2-fix-the-flaky-test')
  for (const [address, heading] of [
    ['dashboard', /^Welcome/],
    ['list', 'All tasks'],
    ['board', 'Board'],
    ['next', 'Next'],
  ] as const) {
    await openScreen(page, address, heading)
    await expect(cards(page).filter({ hasText: 'Fix the flaky test' })).toContainText('of Release 2.4')
  }
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await cards(page).filter({ hasText: 'Fix the flaky test' }).focus()
  await page.keyboard.press('Shift+B')
  await expect.poll(copied).toBe('2-fix-the-flaky-test')
})

test('every month on the 31st falls on the last day of a shorter month, and “on the 31st” says that it does not', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await page.clock.setFixedTime(new Date('2027-01-20T10:00:00'))
  await openScreen(page, 'today', 'Today')
  const line = await openCapture(page)
  await page.keyboard.type('Pay the rent every month on the 31st')
  await expect(page.getByRole('button', { name: /on the 31st, where it exists/ })).toBeVisible()
  await line.fill('Pay the rent 2027-01-31 every month')
  await expect(page.getByRole('button', { name: /every month/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alerts(page).filter({ hasText: 'Added #1 Pay the rent' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line).toBeHidden()
  await openScreen(page, 'task/1', 'Pay the rent')
  await expect(page.getByText(/or the last day of a shorter month/i).first()).toBeAttached()
  await page.getByRole('button', { name: 'Complete', exact: true }).first().click()
  await expect
    .poll(async () => (await stored(page)).map(({ dueDate }) => dueDate?.slice(0, 10)))
    .toContain('2027-02-28')
})

test('Save and Update Task are different keys: one stays, the other one goes to the dashboard', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Write' })
  await openScreen(page, 'list', 'All tasks')
  await cards(page).click()
  await page.getByRole('heading', { level: 1, name: 'Write' }).waitFor()
  await chooseInTaskMenu(page, 'Edit title and description')
  const form = page.getByRole('form', { name: 'Edit task' })
  await form.getByLabel('Title').fill('Write it')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await stored(page))[0]?.title).toBe('Write it')
  await expect(page).toHaveURL(/#\/task\//)
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Update Task' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
})
