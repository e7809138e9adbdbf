import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { asOnPhone, expect, expectAccessible, forgive, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

const links = (page: Page) => page.getByRole('region', { name: 'Links' })
const rowOf = (page: Page, role: string) =>
  links(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(role, { exact: true }) })
const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const field = (page: Page) => page.getByRole('combobox', { name: /find a task$/ })
const options = (page: Page) => page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')
const stored = async (page: Page, number: number): Promise<Task> =>
  (await page.request.get(`/tasks/task/${number}`)).json()

/** Tasks named one to four, numbered in this order. */
const fourTasks = (page: Page) =>
  addTasks(page, ...['one', 'two', 'three', 'four'].map((title) => ({ title, dueDate: null })))
const idsOf = (tasks: Task[]) => tasks.map(({ _id }) => _id) as [string, string, string, string]

test('a task is linked by number or words, with the keyboard alone, and each link can be removed and undone', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  const [one, two, three] = idsOf(await fourTasks(page))
  await page.goto(`#/task/${one}`)
  await page.getByRole('heading', { level: 1, name: 'one', exact: true }).waitFor()
  await page.keyboard.press('b')
  await field(page).fill('#2')
  await expect(options(page)).toHaveText([/two/])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Blocked by')).toContainText('two')
  await expect(alertWith(page, 'Marked #1 one as blocked by #2 two')).toBeVisible()
  await expect.poll(async () => (await stored(page, 1)).blockedBy).toEqual([two])

  await links(page).getByRole('button', { name: 'Link a task' }).click()
  await page.getByRole('button', { name: 'Related', exact: true }).click()
  await field(page).fill('thr')
  await options(page).filter({ hasText: 'three' }).click()
  await expect(rowOf(page, 'Related')).toContainText('three')
  await links(page).getByRole('button', { name: 'Link a task' }).click()
  await page.getByRole('button', { name: 'Blocks', exact: true }).click()
  // Two blocks it already, so it cannot be blocked in turn.
  await field(page).fill('o')
  await expect(options(page)).toHaveCount(0)
  await field(page).fill('fo')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Blocks')).toContainText('four')
  await expect.poll(async () => (await stored(page, 4)).blockedBy).toEqual([one])

  // The related task shows the link as well, and can remove it.
  await rowOf(page, 'Related').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'three' }).waitFor()
  await rowOf(page, 'Related').getByRole('button', { name: 'Remove the link to #1' }).click()
  await expect(rowOf(page, 'Related')).toHaveCount(0)
  await expect.poll(async () => (await stored(page, 1)).related).toBeUndefined()
  await alertWith(page, 'Removed the link between #3 three and #1 one').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Related')).toContainText('one')
  await expect.poll(async () => (await stored(page, 1)).related).toEqual([three])

  // The activity says it in words, and a task in the trash is hidden.
  await page.goto(`#/task/${one}`)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText('marked this as blocked by #2')
  await expect(activity).toContainText('related this to #3')
  await expect(page.getByText('Blocked by #2 two')).toBeVisible()
  await page.request.delete('/tasks/deleteTask/2')
  await expect(rowOf(page, 'Blocked by')).toHaveCount(0)
  await page.request.post('/tasks/trash/2/restore')
  await expect(rowOf(page, 'Blocked by')).toContainText('two')
  await expect(rowOf(page, 'Blocks')).toContainText('four')
  await asOnPhone(page)
  await expect(rowOf(page, 'Blocks')).toContainText('four')
  await expectAccessible(page)
})

test('a selection is linked from the palette as one change; quick add links the new task, marks the words, and turns them back into text', async ({
  page,
  signedIn: _,
}) => {
  const [one, two, , four] = idsOf(await fourTasks(page))
  await page.goto('#/dashboard')
  await live(page)
  for (const title of ['one', 'two']) await page.getByRole('checkbox', { name: title }).check()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('> part of')
  await page.getByRole('option', { name: 'Make it a part of another task' }).click()
  await field(page).fill('4')
  await page.keyboard.press('Enter')
  await expect(alertWith(page, 'Made 2 tasks a part of #4 four')).toBeVisible()
  await expect(page.locator(`[data-task="${four}"]`)).toContainText('0/2')
  await page.keyboard.press('Control+z')
  await expect(page.locator(`[data-task="${four}"]`)).not.toContainText('0/2')
  await expect.poll(async () => (await stored(page, 1)).partOf).toBeUndefined()

  await page.keyboard.press('Escape')
  await page.keyboard.press('q')
  const line = page.getByRole('dialog').getByRole('textbox')
  await line.fill('Write it part of #1 after #2 after #99')
  await expect(page.locator('mark')).toHaveText(['part of #1', 'after #2'])
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('')
  await expect.poll(() => stored(page, 5)).toMatchObject({ title: 'Write it after #99', partOf: one, blockedBy: [two] })
  await line.fill('Stay after #2')
  await page.getByRole('button', { name: 'keep “after #2” as text' }).click()
  await line.press('Enter')
  await expect.poll(() => stored(page, 6)).toMatchObject({ title: 'Stay after #2' })
  expect((await stored(page, 6)).blockedBy).toBeUndefined()
})

test('Next leaves blocked tasks out and says how many tasks wait for one; search and filter find both', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  await fourTasks(page)
  await page.request.post('/tasks/bulkUpdateTasks', {
    data: { ids: ['2', '3', '4'], change: { addLinks: [{ kind: 'blocked by', to: '1' }] } },
  })
  await page.goto('#/next')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('3 tasks wait for it')
  await page.goto('#/list?q=is:blocked')
  await expect(cards(page)).toHaveCount(3)
  await page.goto('#/list?q=is:blocking')
  await expect(cards(page)).toHaveCount(1)
  await page.goto('#/list')
  await expect(cards(page)).toHaveCount(4)
  if (!isNarrow(page)) {
    await page.keyboard.press('f')
    await page.getByLabel('Search tasks').fill('blocked')
    await page.getByRole('option', { name: 'is:blocked' }).click()
    await page.keyboard.press('Escape')
  } else {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('button', { name: 'Blocked', exact: true }).click()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await expect(cards(page)).toHaveCount(3)
  await page.goto('#/next')
  await page.getByRole('button', { name: 'Complete #1' }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('a number in a description is a link with title and status, and the other task shows where it is mentioned', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  const [one] = idsOf(await fourTasks(page))
  await page.request.put('/tasks/updateTask/1', {
    data: { description: 'Needs #2 and #99.\n\n    #3 in code, `#4` too\n' },
  })
  await page.goto(`#/task/${one}`)
  const reference = page.getByRole('link', { name: '#2 two (Pending)' })
  await expect(reference).toBeVisible()
  await expect(page.getByText('and #99.')).toBeVisible()
  await expect(page.getByRole('link', { name: '#99' })).toHaveCount(0)
  await page.request.put('/tasks/updateTask/2', { data: { status: 'Completed', title: 'deux' } })
  await expect(page.getByRole('link', { name: '#2 deux (Completed)' })).toBeVisible()
  await page.getByRole('link', { name: '#2 deux' }).click()
  await page.getByRole('heading', { level: 1, name: 'deux' }).waitFor()
  await expect(rowOf(page, 'Mentioned in')).toContainText('one')
  await page.goto('#/task/3')
  await page.getByRole('heading', { level: 1, name: 'three' }).waitFor()
  await expect(rowOf(page, 'Mentioned in')).toHaveCount(0)
})

test('links are made without the server, and the server agrees when it is back', async ({
  page,
  signedIn: _,
  context,
  complaints,
}) => {
  const [one, two] = idsOf(await fourTasks(page))
  await page.goto(`#/task/${one}`)
  await live(page)
  // Its code is loaded on demand.
  await page.keyboard.press('b')
  await field(page).waitFor()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await page.keyboard.press('b')
  await field(page).fill('two')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Blocked by')).toContainText('two')
  await page.getByRole('textbox', { name: 'Add a part' }).fill('made offline')
  await page.keyboard.press('Enter')
  const parts = page.getByRole('region', { name: 'Parts' })
  await expect(parts).toContainText('0 of 1')
  await expect(parts).toContainText('new')
  await context.setOffline(false)
  await expect(parts).toContainText('#5')
  await expect.poll(async () => (await stored(page, 1)).blockedBy).toEqual([two])
  await expect.poll(async () => (await stored(page, 5)).partOf).toBe(one)
  await page.goto('#/dashboard')
  await expect(page.locator(`[data-task="${one}"]`)).toContainText('0/1')
  forgive(complaints, 'net::ERR_INTERNET_DISCONNECTED')
})
