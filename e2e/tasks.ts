import { expect, type Locator, type Page } from '@playwright/test'
import { addDays } from '../src/contract/calendar-day.ts'
import type { NewTask, Task } from '../src/contract/schemas/tasks.ts'

/** Adds tasks through the API for the user who is signed in on the page. Returns them in the given order. */
export async function addTasks(page: Page, ...tasks: Partial<NewTask>[]): Promise<Task[]> {
  const filled = tasks.map((task) => ({
    title: 'Fix login tests',
    description: 'They failed twice.',
    dueDate: '2026-11-20',
    ...task,
  }))
  const response = await page.request.post('/tasks/bulkCreateTasks', { data: { tasks: filled } })
  await expect(response).toBeOK()
  return (await response.json()).tasks
}

/** The visible cards. */
export const cards = (page: Page) => page.locator('a[href*="#/task/"]')

export const focusedCard = (page: Page) => page.locator('a[data-task]:focus')

/** Waits until the live stream is connected. */
export const live = (page: Page) => page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()

/** Five tasks named one to five, in this order. */
export async function fiveTasks(page: Page, address = '#/dashboard', fields: Partial<NewTask> = {}): Promise<Task[]> {
  const tasks = await addTasks(page, ...['five', 'four', 'three', 'two', 'one'].map((title) => ({ title, ...fields })))
  await page.goto(address)
  await expect(cards(page)).toHaveCount(5)
  await live(page)
  return tasks
}

/** The day in the browser's time zone this many days from today. */
export async function dayFromNow(page: Page, days: number): Promise<string> {
  const today = await page.evaluate(() => {
    const now = new Date()
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  })
  return addDays(today, days)
}

/** The button that opens the menu of how tasks are shown. Its name says the sort order. */
export const displayButton = (page: Page) => page.getByRole('button', { name: /^Display/ })

/** Opens the menu of how tasks are shown. */
export async function openDisplay(page: Page) {
  await displayButton(page).click()
  return page.getByRole('dialog', { name: 'Display' })
}

/** Chooses what tasks are sorted by, or the order. */
export async function sortBy(page: Page, name: string) {
  const menu = await openDisplay(page)
  if (name === 'Ascending' || name === 'Descending') await menu.getByText(name, { exact: true }).click()
  else await menu.getByLabel('Sort by').selectOption(name)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
}

/** A condition in the search field. */
export const condition = (page: Page, text: string) =>
  page.getByRole('button', { name: `Condition ${text}`, exact: true })

/** Adds a condition in the search field. */
export async function addCondition(page: Page, text: string) {
  const field = page.getByLabel('Search tasks')
  await field.fill(`${text} `)
  await expect(field).toHaveValue('')
  await field.press('Escape')
}

/** Opens quick add on the dashboard. Returns its field. */
export async function openQuickAdd(page: Page) {
  await page.goto('#/dashboard')
  await live(page)
  await page.keyboard.press('q')
  return page.getByLabel('New task', { exact: true })
}

/** Pastes a text into the field of quick add. */
export async function pasteIntoQuickAdd(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel('New task', { exact: true }).focus()
  await page.keyboard.press('Control+v')
}

/** Ticks an item of a checklist, or clears it. The box follows when the change is stored. */
export async function tick(box: Locator, isTicked = true) {
  await box.click()
  await expect(box).toBeChecked({ checked: isTicked })
}
