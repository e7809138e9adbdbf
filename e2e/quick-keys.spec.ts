import type { Page } from '@playwright/test'
import { expect, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, fiveTasks, focusedCard, live } from './tasks.ts'

/** Presses a key several times before anything can be stored: in a single task of the browser. */
const pressAtOnce = (page: Page, key: string, times: number) =>
  page.evaluate(
    ([name, count]) => {
      const keys = { key: name, ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true }
      for (let time = 0; time < count; time++) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys))
    },
    [key, times] as const,
  )

test('a key or click that follows before the change before is stored goes on from it: in the manual order, in the calendar and in a checklist', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  const boxes = '- [ ] one\n- [ ] two\n- [ ] three'
  await fiveTasks(page, '#/list?group=none&sort=manual&order=asc')
  await expect(cards(page)).toHaveText([/one/, /two/, /three/, /four/, /five/])
  await cards(page).first().focus()
  await pressAtOnce(page, 'ArrowDown', 3)
  await expect(cards(page)).toHaveText([/two/, /three/, /four/, /one/, /five/])
  await expect(focusedCard(page)).toContainText('one')
  await pressAtOnce(page, 'ArrowUp', 2)
  await expect(cards(page)).toHaveText([/two/, /one/, /three/, /four/, /five/])

  const [first = ''] = [await dayFromNow(page, 0)]
  const [task] = await addTasks(page, { title: 'Move me', dueDate: first, description: boxes })
  await page.goto('#/calendar?range=week')
  await live(page)
  const entry = page.locator(`table a[data-task="${task?._id}"]`)
  await entry.focus()
  await pressAtOnce(page, 'ArrowRight', 3)
  await pressAtOnce(page, 'ArrowDown', 1)
  const stored = async () => (await page.request.get(`/tasks/task/${task?._id}`)).json()
  const day = await dayFromNow(page, 10)
  await expect.poll(async () => (await stored()).dueDate.slice(0, 10)).toBe(day)

  await page.goto(`#/task/${task?._id}`)
  await expect(page.getByRole('checkbox')).toHaveCount(3)
  await page.evaluate(() => {
    const box = (index: number) => document.querySelectorAll<HTMLInputElement>('#main input[type=checkbox]')[index]
    // The second one twice: it is clear again.
    for (const index of [0, 1, 2, 1]) box(index)?.click()
  })
  await expect.poll(async () => (await stored()).description).toBe('- [x] one\n- [ ] two\n- [x] three')
})
