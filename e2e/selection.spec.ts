import type { Locator } from '@playwright/test'
import { expect, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
const bottomOf = async (part: Locator) => {
  const box = await part.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('everything that the filter shows is selected, and changed as one change with one undo; one message stands above the bar', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  const many = Array.from({ length: 75 }, (_, index) => ({ title: `task ${index}`, labels: ['bulk'] }))
  await addTasks(page, ...many)
  await addTasks(page, ...many, { title: 'other' })
  await page.goto('#/dashboard?label=bulk')
  await live(page)
  const add = page.getByRole('link', { name: 'Add a task' })
  await expect(add).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar).toContainText('150 selected')
  await bar.getByRole('button', { name: 'Complete' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Completed 150 tasks')
  await expect(page.getByRole('button', { name: 'Complete', pressed: true }).first()).toBeVisible()
  await bar.getByRole('button', { name: 'Priority' }).click()
  // The message does not cover the last option of the menu above it.
  await page.getByRole('option', { name: 'Low' }).click()
  await expect(alert).toHaveText(/^Set the priority of 150 tasks to Low/)
  await expect.poll(async () => (await bottomOf(alert)) <= (await topOf(bar))).toBe(true)
  // The round + makes room for the selection: on a phone the bar covers it.
  if (!isNarrow(page)) await expect(add).toBeHidden()
  else expect(await topOf(bar)).toBeLessThanOrEqual(await topOf(add))

  await alert.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page).first()).toContainText('Medium')
  await page.keyboard.press('Control+z')
  await expect(cards(page).first()).toContainText('Pending')
  await bar.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('combobox', { name: 'Find or create a label' }).fill('done')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(alert).toContainText('Added #done to 150 tasks')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toBeHidden()
  await page.goto('#/dashboard?label=done')
  await expect
    .poll(async () => (await (await page.request.get('/tasks/getTasks?label=done')).json()).tasks.length)
    .toBe(150)
})
