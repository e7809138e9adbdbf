import type { Page } from '@playwright/test'
import { addDays } from '../src/contract/calendar-day.ts'
import { logInOn } from './auth-card.ts'
import {
  accountMenu,
  asOnPhone,
  expect,
  expectAccessible,
  expectComplaints,
  forgive,
  logIn,
  navItems,
  test,
  welcome,
  withoutLive,
} from './taskdeck.ts'
import { cards, dayFromNow } from './tasks.ts'

async function fill(page: Page) {
  await page.getByLabel('Title').fill('Profile cold start')
  await page.getByLabel('Description').fill('First request takes 900 ms.')
  await page.getByLabel('Due date', { exact: true }).fill('2026-11-30')
}

test('the form has the specified fields and defaults, adds the task and opens the dashboard', {
  tag: ['@phone', '@core', '@firefox'],
}, async ({ page, signedIn: _ }) => {
  await page.goto('#/add-task')
  await expect(page.getByRole('heading', { name: 'Add a New Task' })).toBeVisible()
  await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('Medium')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pending')
  expect(await page.getByLabel('Priority', { exact: true }).locator('option').allTextContents()).toEqual([
    'Critical',
    'High',
    'Medium',
    'Low',
  ])
  expect(await page.getByRole('combobox', { name: 'Status' }).locator('option').allTextContents()).toEqual([
    'Pending',
    'In Progress',
    'Completed',
  ])
  await fill(page)
  await page.getByLabel('Priority', { exact: true }).selectOption('High')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  const card = cards(page).first()
  for (const text of ['Profile cold start', 'First request takes 900 ms.', 'High', 'Nov 30', 'Pending']) {
    await expect(card).toContainText(text)
  }
})

test('title, description and due date are required; errors appear at their fields, and nothing is sent', async ({
  page,
  signedIn: _,
}) => {
  await page.request.put('/auth/preferences', { data: { dateStyle: 'day-first' } })
  await page.goto('#/add-task')
  const add = page.getByRole('button', { name: 'Add Task' })
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))

  await test.step('an empty form', async () => {
    await add.click()
    await expect(page.getByText('Please give the task a title.')).toBeVisible()
    await expect(page.getByText('Please describe the task.')).toBeVisible()
    await expect(page.getByText('Please choose a due date.')).toBeVisible()
    await expect(page.getByLabel('Title')).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('an invalid label', async () => {
    await fill(page)
    await page.getByRole('combobox', { name: 'Labels' }).fill('c++')
    await add.click()
    await expect(page.getByText('“c++” cannot be a label')).toBeVisible()
    await expect(page).toHaveURL(/#\/add-task$/)
    await page.getByRole('combobox', { name: 'Labels' }).press('Backspace')
    await expect(page.getByText('“c++” cannot be a label')).toBeHidden()
  })

  await test.step('an invalid day', async () => {
    const field = page.getByLabel('Due date', { exact: true })
    for (const text of ['foo', '2026-02-30', '12']) {
      await field.fill(text)
      await add.click()
      await expect(page.getByText('That is not a day. Try 2026-11-20, 20 Nov or friday.')).toBeVisible()
      await expect(field).toHaveValue(text)
    }
    await field.fill('')
    await page.getByLabel('Title').focus()
    await expect(field).toHaveValue('30 Nov 2026')
    await field.fill('3/12/2026')
    await page.getByLabel('Title').focus()
    await expect(field).toHaveValue('3 Dec 2026')
    expect(calls).toEqual([])
  })

  await test.step('a day in words', async () => {
    await page.getByLabel('Due date', { exact: true }).fill('tomorrow')
    await add.click()
    await expect(cards(page)).toContainText('tomorrow')
  })
})

test("a refusal alerts 'Error: ' plus the server's message and keeps the input; without the server the task is added and waits", async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await page.goto('#/add-task')
  await fill(page)
  const add = page.getByRole('button', { name: 'Add Task' })
  await page.route('**/tasks/createTask', (route) =>
    route.fulfill({ status: 400, json: { message: 'title is too shy.', code: 'invalid_input' } }),
  )
  await add.click()
  await expect(page.getByRole('alert')).toContainText('Error: title is too shy.')
  await expectComplaints(complaints, 'Error adding task', 'status of 400')
  await expect(page.getByLabel('Title')).toHaveValue('Profile cold start')
  await page.unrouteAll()

  await expect(page.getByLabel('Description')).toHaveValue('First request takes 900 ms.')

  await page.route('**/tasks/createTask', (route) => route.abort())
  await add.click()
  await expect(cards(page)).toContainText('Profile cold start')
  await expect(cards(page)).toContainText('waiting')
  await page.unrouteAll()
  await expect(cards(page)).toContainText('#1')
  await expectComplaints(complaints, 'Failed to load resource')
  await page.goto('#/add-task')
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a half-filled form is restored after a visit to another screen and a reload, until it is cleared, cancelled or added', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/add-task')
  await fill(page)
  await page.getByLabel('Priority', { exact: true }).selectOption('Low')
  await (await navItems(page)).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('No tasks available.').waitFor()
  await page.goBack()
  await expect(page.getByText('This is your draft. It is not added yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Profile cold start')
  await expect(page.getByLabel('Description')).toHaveValue('First request takes 900 ms.')
  await expect(page.getByLabel('Due date', { exact: true })).toHaveValue('Nov 30, 2026')
  await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('Low')
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Due date', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('This is your draft')).toBeHidden()

  await fill(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('No tasks available.').waitFor()
  await page.goto('#/add-task')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await fill(page)
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(cards(page)).toContainText('Profile cold start')
  await page.goto('#/add-task')
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('Logout removes drafts in every tab', async ({ page, context, signedIn, complaints }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('#/add-task')
    await fill(tab)
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).toContain('Profile cold start')
  }
  await (await accountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect((await navItems(page)).getByRole('link', { name: 'Login / Signup' })).toBeVisible()
  await logIn(page, signedIn)
  for (const tab of [page, other]) {
    await expect.poll(() => tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Profile cold start')
    // In this order: until it is loaded again, the other tab shows the sign-in instead of the form.
    await tab.reload()
    await tab.goto('#/add-task')
    await expect(tab.getByLabel('Title')).toHaveValue('')
  }
  // The other tab may have sent a request without a session.
  forgive(complaints, 'status of 401')
})

test('a task that is added after a sign-out on another device is kept for its user, and other users do not see it', async ({
  page,
  signedIn,
  person,
  complaints,
}) => {
  await withoutLive(page)
  await page.goto('#/add-task')
  await fill(page)
  await page.request.post('/auth/logout')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(page.getByText('You were signed out. Sign in to continue.')).toBeVisible()
  await logInOn(page, person)
  await expect(welcome(page, person)).toBeVisible()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await expect(page.getByText('Profile cold start')).toBeHidden()
  await page.request.post('/auth/logout')
  await page.goto('./')
  await page.reload()
  await page.goto('#/add-task')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await logInOn(page, signedIn)
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.goto('#/dashboard')
  await expect(cards(page)).toContainText(/Profile cold start.*#1/)
  complaints.length = 0
})

test('Generate 100 Tasks creates a hundred realistic tasks in one batch and says so; a refused batch is logged and reported', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await page.goto('#/add-task')
  await page.route('**/tasks/bulkCreateTasks', (route) =>
    route.fulfill({ status: 413, json: { message: 'Too many tasks.', code: 'too_large' } }),
  )
  await page.getByRole('button', { name: 'Generate 100 Tasks' }).click()
  await expect(page.getByRole('alert')).toContainText('No tasks were added. Too many tasks.')
  await expectComplaints(complaints, 'Too many tasks.', 'status of 413')
  await page.unrouteAll()

  const sent = page.waitForRequest('**/tasks/bulkCreateTasks')
  await page.getByRole('button', { name: 'Generate 100 Tasks' }).click()
  const { tasks } = (await sent).postDataJSON()
  expect(tasks).toHaveLength(100)
  const [first, last] = [await dayFromNow(page, 0), addDays(await dayFromNow(page, 0), 30)]
  for (const task of tasks) {
    expect(task.title.split(' ')).toHaveLength(3)
    expect(task.description).toMatch(/^[A-Z][^.]*\.$/)
    expect(task.dueDate >= first && task.dueDate <= last, task.dueDate).toBe(true)
  }
  expect(new Set(tasks.map((task: { status: string }) => task.status)).size).toBe(3)
  expect(new Set(tasks.map((task: { priority: string }) => task.priority)).size).toBe(4)
  await expect(page.getByRole('main').getByText('Added 100 tasks.')).toBeVisible()
  await page.getByRole('link', { name: 'See them on the dashboard' }).click()
  await expect(page.getByText('All 100')).toBeVisible()
})

test('Ctrl+Enter submits the form from every field, once, and from the text that is being typed; a task can be added by keyboard alone', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/add-task')
  await page.getByLabel('Title').fill('By shortcut')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please describe the task.')).toBeVisible()
  await expect(page.getByLabel('Description')).toBeFocused()
  await page.getByLabel('Due date', { exact: true }).fill('2026-12-24')
  await page.getByLabel('Description').fill('First line')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('First line')
  await expect(cards(page)).toContainText('Dec 24')

  await page.goto('#/add-task')
  await page.getByLabel('Title').focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No mouse.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2026-12-24')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(cards(page).filter({ hasText: 'By keyboard' })).toContainText('Dec 24')

  await asOnPhone(page)
  await page.keyboard.press('n')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('On a phone')
  await page.getByLabel('Description').fill('Second line')
  await page.getByLabel('Due date', { exact: true }).fill('2026-12-25')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(cards(page)).toHaveCount(3)
})
