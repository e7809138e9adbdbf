import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, openQuickAdd, pasteIntoQuickAdd } from './tasks.ts'

test('one line creates a task, with a preview of its parts, and the field stays open for the next one', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog', { name: 'Quick add' })
  const line = dialog.getByLabel('New task')
  await expect(line).toBeFocused()
  await page.keyboard.type('Fix login timeout tomorrow !high #auth')
  for (const piece of [/ · tomorrow.*, keep “tomorrow” as text$/, /^High.*, keep “!high” as text$/, /^#auth/])
    await expect(dialog.getByRole('button', { name: piece })).toBeVisible()
  await expect(dialog.locator('mark')).toHaveText(['tomorrow', '!high', '#auth'])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added #1 Fix login timeout')
  await expect(line).toHaveValue('')
  await expect(line).toBeFocused()
  await page.keyboard.type('Write it down')
  await expect(dialog.getByText('No date', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added #2 Write it down')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(2)
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  expect(tasks).toMatchObject([
    { title: 'Write it down', description: '', dueDate: null, priority: 'Medium', labels: [] },
    {
      title: 'Fix login timeout',
      description: '',
      dueDate: `${await dayFromNow(page, 1)}T00:00:00.000Z`,
      priority: 'High',
      labels: ['auth'],
    },
  ])
})

test('a refusal is shown, and disappears when the task is added after all', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  await page.route('**/tasks/createTask', (route) =>
    route.fulfill({ status: 413, json: { message: 'Too many tasks.', code: 'too_large' } }),
  )
  await page.keyboard.press('q')
  const line = page.getByLabel('New task')
  await line.fill('Try twice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Error: Too many tasks.')
  await expect(line).toHaveValue('Try twice')
  await expectComplaints(complaints, 'Error adding task', 'status of 413')
  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(['Added #1 Try twice'])
})

/** All tasks, oldest first. */
async function tasksOf(page: Page): Promise<Task[]> {
  return (await (await page.request.get('/tasks/getTasks')).json()).tasks.sort(
    (a: Task, b: Task) => a.number - b.number,
  )
}

test('several pasted lines become one task each and are undone together; Enter adds typed and pasted text; checked lines become completed tasks', async ({
  page,
  signedIn: _,
}) => {
  const line = await openQuickAdd(page)
  await line.fill('Write it down')
  await pasteIntoQuickAdd(page, '- [x] Buy milk\n+ Call Bo')
  await pasteIntoQuickAdd(page, '[ ] Sleep\n[ ] Eat')
  await expect(page.getByText('4 lines pasted')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added 5 tasks')
  await expect(line).toHaveValue('')
  expect((await tasksOf(page)).map(({ title, status }) => [title, status])).toEqual([
    ['Write it down', 'Pending'],
    ['Buy milk', 'Completed'],
    ['Call Bo', 'Pending'],
    ['Sleep', 'Pending'],
    ['Eat', 'Pending'],
  ])
  await pasteIntoQuickAdd(page, 'one\ntwo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added 2 tasks')).toBeVisible()
  await pasteIntoQuickAdd(page, '- Buy milk !low\n- Call Bo tomorrow\n\n- Sleep')
  await expect(page.getByText('3 lines pasted')).toBeVisible()
  await page.getByRole('button', { name: 'Add 3 tasks' }).click()
  const created = page.getByRole('alert').filter({ hasText: 'Added 3 tasks' })
  await expect(created).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(10)
  await created.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(7)
})

test('a long list is added in batches, and the rest of a refused batch is not lost', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const titles = Array.from({ length: 150 }, (_none, index) => `Step ${index + 1} of it`)
  await openQuickAdd(page)
  await pasteIntoQuickAdd(page, titles.join('\n'))
  let calls = 0
  await page.route('**/tasks/bulkCreateTasks', async (route) => {
    if (++calls !== 2) return route.continue()
    // The message of the refusal replaces this one.
    await expect(page.getByText('Added tasks 1 to 100 of 150')).toBeVisible()
    await route.fulfill({ status: 413, json: { message: 'Too many tasks.', code: 'too_large' } })
  })
  await page.getByRole('button', { name: 'Add 150 tasks' }).click()
  await expect(page.getByText('50 lines pasted')).toBeVisible()
  await expectComplaints(complaints, 'Error adding task', 'status of 413')
  await page.getByRole('button', { name: 'Add 50 tasks' }).click()
  await expect(page.getByText(/^Added 50 tasks/)).toBeVisible()
  expect((await tasksOf(page)).map(({ title }) => title)).toEqual(titles)
})

test('the text is still there the next time; a title that is too long is reported, and continues in the description', async ({
  page,
  signedIn: _,
}) => {
  const line = await openQuickAdd(page)
  const text = `${'long '.repeat(60)}tomorrow #auth`
  await line.fill(text)
  await expect(page.getByText('A title has at most 200 characters.')).toBeVisible()
  await line.press('Escape')
  await expect(line).toBeHidden()
  await page.keyboard.press('q')
  await expect(line).toHaveValue(text)
  await line.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  const [task] = await tasksOf(page)
  expect(task).toMatchObject({ description: 'long '.repeat(60).trim(), labels: ['auth'] })
  await line.press('Escape')
  await expect(line).toBeHidden()
  await page.keyboard.press('q')
  await expect(line).toHaveValue('')
})

test('labels are added on the task screen; an invalid label stays in the field with a reason, and the task is not saved', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Label me', labels: ['old'] })
  await page.goto('#/task/1')
  await page.getByRole('combobox', { name: 'Labels' }).click()
  await page.keyboard.type('New, #auth c++ ')
  await expect(page.getByText('“c++” cannot be a label: use letters, digits, - and _')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByText('c++', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Labels' }).press('Backspace')
  await page.keyboard.type('cpp ')
  await expect(page.getByText('cannot be a label')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert')).toContainText('Task updated successfully!')
  for (const label of ['#old', '#new', '#auth', '#cpp'])
    await expect(page.getByRole('button', { name: label })).toBeVisible()
})
