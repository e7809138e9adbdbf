import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { asOnPhone, expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

async function starts(page: Page): Promise<(string | undefined)[]> {
  const { tasks }: { tasks: Task[] } = await (await page.request.get('/tasks/getTasks')).json()
  return tasks.map(({ startDate }) => startDate?.slice(0, 10)).toReversed()
}

test('a task is snoozed by key to a day, leaves every view for Later, comes back by undo, and is readable where the user asks for it', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const tomorrow = await dayFromNow(page, 1)
  await addTasks(page, { title: 'one' }, { title: 'two', priority: 'Critical' })
  await page.goto('#/next')
  await live(page)
  await page.keyboard.press('j')
  await page.keyboard.press('z')
  const menu = page.getByRole('dialog', { name: 'Snooze' })
  await expect(menu.getByRole('option')).toContainText([/Tomorrow|Next/, /Next/, 'Someday'])
  await expectAccessible(page)
  await menu
    .getByRole('option', { name: tomorrow.slice(8).replace(/^0/, '') })
    .first()
    .click()
  await expect(page.getByRole('alert')).toContainText('Snoozed #2 two until tomorrow')
  await expect(cards(page)).toHaveText([/one/])
  await expect.poll(async () => (await starts(page))[1]).toBe(tomorrow)

  await page.keyboard.press('Control+z')
  await expect(cards(page)).toHaveCount(2)
  await expect.poll(() => starts(page)).toEqual([undefined, undefined])
  await page.keyboard.press('Control+Shift+Z')
  await expect(cards(page)).toHaveCount(1)
  for (const isPhone of [false, true]) {
    if (isPhone) await asOnPhone(page)
    for (const [view, heading] of [
      ['dashboard', /^Welcome/],
      ['list', 'All tasks'],
      ['board', 'Board'],
    ] as const) {
      await page.goto(`#/${view}`)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(cards(page)).toHaveText([/one/])
      await page.goto(`#/${view}?later=shown`)
      await expect(cards(page).filter({ hasText: 'two' })).toContainText('Snoozed until tomorrow')
      await expect(cards(page).filter({ hasText: 'one' })).not.toContainText('Snoozed')
      await expectAccessible(page)
    }
  }
  await page.goto('#/list?q=is:snoozed')
  await expect(cards(page)).toHaveText([/two/])
  await page.goto('#/list?kind=snoozed')
  await expect(cards(page)).toHaveText([/two/])
})

test('several tasks are put off to someday at once from the selection bar, and to any day on the page of a task', {
  tag: ['@phone', '@core', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'one' }, { title: 'two' })
  await page.goto('#/list')
  await live(page)
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: 'Someday' }).click()
  await expect(page.getByRole('alert')).toContainText('Snoozed 2 tasks until someday')
  await expect(cards(page)).toHaveCount(0)
  await expect(page.getByText('2 tasks that match are in Later.')).toBeVisible()
  await page.getByRole('button', { name: 'Show them here' }).click()
  await expect(cards(page).filter({ hasText: 'Snoozed until someday' })).toHaveCount(2)
  await expect.poll(() => starts(page)).toEqual(['9999-12-31', '9999-12-31'])

  await page.goto('#/task/1')
  await expect(page.getByRole('heading', { name: 'one', exact: true })).toBeVisible()
  if (!isNarrow(page)) await expect(page.getByLabel('Start date')).toHaveAttribute('placeholder', 'Someday')
  else await expect(page.getByRole('button', { name: /^Start date: Snoozed until someday/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('snoozed it until someday')
  await page.keyboard.press('z')
  const menu = page.getByRole('dialog', { name: 'Snooze' })
  await menu.getByLabel('Another day').fill('in 10 days')
  await page.keyboard.press('Enter')
  await expect.poll(() => starts(page)).toEqual([await dayFromNow(page, 10), '9999-12-31'])
  await page.keyboard.press('z')
  await menu.getByRole('option', { name: 'No start date' }).click()
  await expect.poll(() => starts(page)).toEqual([undefined, '9999-12-31'])
})
