import { expect, type Page } from '@playwright/test'
import { addDays } from '../src/contract/calendar-day.ts'
import type { NewTask, Task } from '../src/contract/schemas/tasks.ts'

/** Adds tasks without a screen, for whoever is signed in on the page; answers them in the order given. */
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

/** The cards in view. */
export const cards = (page: Page) => page.locator('a[href*="#/task/"]')

/** Today where the browser is, so many days on. */
export async function dayFromNow(page: Page, days: number): Promise<string> {
  const today = await page.evaluate(() => {
    const now = new Date()
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  })
  return addDays(today, days)
}
