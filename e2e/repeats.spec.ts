import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { test } from './gateway.ts'
import { expect, expectAccessible } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live, openQuickAdd } from './tasks.ts'
import { isNarrow } from './touch.ts'

const weekly = { rule: 'FREQ=WEEKLY', from: 'due' } as const

async function stored(page: Page, origin = ''): Promise<Task[]> {
  return (await (await page.request.get(`${origin}/tasks/getTasks`)).json()).tasks
}
const storedDays = async (page: Page) =>
  (await stored(page)).map(({ dueDate, status }) => [status, dueDate?.slice(0, 10)])

test('quick add understands repetitions, and a mark on cards, list and board says how a task repeats', {
  tag: ['@core', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  const field = await openQuickAdd(page)
  await field.fill('Water the plants every mon, thu')
  const piece = page.getByRole('button', { name: /every week on Monday and Thursday/ })
  await expect(piece).toBeVisible()
  await expect(page.locator('mark')).toHaveText('every mon, thu')
  await piece.click()
  await expect(page.locator('mark')).toHaveCount(0)
  await field.fill('Water the plants every! 3 days')
  await expect(page.getByRole('button', { name: /every 3 days, after completion/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await stored(page)).map(({ title, repeat }) => [title, repeat]))
    .toEqual([['Water the plants', { rule: 'FREQ=DAILY;INTERVAL=3', from: 'completion' }]])
  for (const [view, heading] of [
    ['dashboard', 'Dashboard'],
    ['list', 'All tasks'],
    ['board', 'Board'],
  ]) {
    await page.goto(`#/${view}`)
    await expect(page.getByRole('heading', { name: heading ?? '', level: 1 })).toBeAttached()
    await expect(cards(page).filter({ hasText: 'Water' })).toHaveAccessibleName(
      /Repeats every 3 days, after completion/,
    )
  }
})

test('completing a repeating task keeps it and shows the next one, and one undo takes both back; the page of a task has a chooser in words, which shows the next three dates', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  const today = await dayFromNow(page, 0)
  const next = await dayFromNow(page, 7)
  await addTasks(page, { title: 'Water', dueDate: today, repeat: weekly })
  await page.goto('#/list')
  await live(page)
  await page.getByRole('button', { name: 'Complete' }).first().click()
  await expect(page.getByRole('alert')).toContainText('Completed #1 Water')
  // The rows of a phone do not show the number.
  const second = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Complete #2' }) })
    .getByRole('link')
  await expect(second).toHaveAccessibleName(/Repeats every week/)
  await expect
    .poll(() => storedDays(page))
    .toEqual([
      ['Pending', next],
      ['Completed', today],
    ])
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(second).toHaveCount(0)
  await expect.poll(() => storedDays(page)).toEqual([['Pending', today]])
  await page.getByRole('alert').getByRole('button', { name: 'Redo' }).click()
  await expect(second).toBeVisible()

  // By keys alone: the next date without completing, which one undo takes back.
  await page.goto('#/task/2')
  await expect(page.getByRole('heading', { name: 'Water' })).toBeVisible()
  await page.keyboard.press('Shift+Z')
  await expect(page.getByRole('alert')).toContainText('Skipped to')
  await expect.poll(async () => (await storedDays(page))[0]).toEqual(['Pending', await dayFromNow(page, 14)])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await storedDays(page))[0]).toEqual(['Pending', next])

  await test.step('the chooser', () => choose(page))
})

async function choose(page: Page) {
  await addTasks(page, { title: 'Mow', dueDate: null })
  await page.goto('#/task/3')
  await expect(page.getByRole('heading', { name: 'Mow' })).toBeVisible()
  // On a phone, a task without a repetition has it in its menu.
  const isPhone = isNarrow(page)
  const shown = page.getByRole('button', { name: isPhone ? /^Repetition: / : /^Repeat$/ })
  await (isPhone ? page.keyboard.press('r') : shown.click())
  const panel = page.getByRole('dialog', { name: 'Set how it repeats' })
  const field = panel.getByLabel('In words')
  await expect(field).toBeFocused()
  await field.fill('nonsense')
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('That is not a repetition.')
  await field.fill('every 2 weeks on Monday and Thursday')
  await panel.getByLabel('Count from the day of completion').check()
  await expect(panel.getByRole('status')).toHaveText(/^Next: .+ · .+ · .+$/)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await field.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  const words = /every 2 weeks on Monday and Thursday, after completion/i
  await expect(shown).toHaveText(words)
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(words)
  const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH'
  await expect.poll(async () => (await stored(page))[0]?.repeat).toEqual({ rule, from: 'completion' })
  const [task] = await stored(page)
  // A task that begins to repeat gets the first date that fits.
  expect([1, 4]).toContain(new Date(task?.dueDate ?? '').getUTCDay())

  await page.keyboard.press('r')
  await expect(panel.getByLabel('Add a task for every missed date')).toBeDisabled()
  await panel.getByLabel('Count from the day of completion').uncheck()
  await panel.getByLabel('Add a task for every missed date').check()
  await field.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(page))[0]?.repeat).toEqual({ rule, from: 'due', missed: 'keep' })
  await expect(shown).toHaveText(/keeping missed dates/i)
  await page.keyboard.press('Control+z')
  await expect(shown).toHaveText(words)

  await page.keyboard.press('r')
  await panel.getByRole('option', { name: 'Does not repeat' }).click()
  await (isPhone ? expect(shown).toHaveCount(0) : expect(shown).toHaveText('Does not repeat'))
  await page.goto('#/list?q=is:repeating+mow')
  await expect(page.getByText('No tasks', { exact: false }).first()).toBeVisible()
  await page.goto('#/task/3')
  await expect(page.getByRole('heading', { name: 'Mow' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(shown).toHaveText(words)
  await page.goto('#/list?kind=repeating')
  await expect(cards(page).filter({ hasText: 'Mow' })).toHaveCount(1)
}

test('without the server, the next task is shown at once, and is added only once', { tag: '@every-width' }, async ({
  page,
  gateway,
  taskdeck,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Water', dueDate: await dayFromNow(page, -3), repeat: weekly }, { title: 'Plain' })
  await page.goto('#/list')
  await live(page)
  gateway.fail('drop')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('c')
  const next = cards(page).filter({ hasText: 'new' })
  await expect(next).toHaveAccessibleName(/Water.*Repeats every week/)
  gateway.recover()
  await expect(cards(page).filter({ hasText: '#3' })).toHaveAccessibleName(/Water/)
  await expect(next).toHaveCount(0)
  const direct = taskdeck.origin.replace('localhost', '127.0.0.1')
  await expect
    .poll(async () => (await stored(page, direct)).map(({ number, status }) => [number, status]))
    .toEqual([
      [3, 'Pending'],
      [2, 'Completed'],
      [1, 'Completed'],
    ])
  expect((await stored(page, direct))[0]?.dueDate).toContain(await dayFromNow(page, 4))
})
