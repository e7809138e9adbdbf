import { expect, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

test.use({ timezoneId: 'America/New_York' })

/** Half a minute before the 20th of November begins in New York. */
const lateOnThe19th = new Date('2026-11-20T04:59:30Z')

test('at midnight every screen changes to the new day by itself, and after a sleep past midnight when the device wakes up', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Ship', dueDate: '2026-11-19' }, { title: 'Rest', dueDate: '2026-11-20' })
  await page.clock.install({ time: lateOnThe19th })
  await page.goto('#/dashboard?sort=asc')
  await expect(cards(page)).toContainText(['today', 'tomorrow'])
  await live(page)
  await page.keyboard.press('q')
  await page.getByLabel('New task').fill('Call Bo tomorrow')
  await expect(page.getByText('Nov 20, 2026 · tomorrow')).toBeVisible()

  await page.clock.runFor(31_000)
  await expect(page.getByText('Nov 21, 2026 · tomorrow')).toBeVisible()
  await page.getByLabel('New task').fill('')
  await page.keyboard.press('Escape')
  await expect(cards(page)).toContainText(['1 d overdue', 'today'])
  await expect(page.getByText('1 overdue')).toBeVisible()
  await cards(page).first().focus()
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toContainText(/Today\W*Nov 20, 2026/)
  await page.keyboard.press('Escape')
  await pressSequence(page, 'g', 'n')
  await expect(page.getByText('1 d overdue')).toBeVisible()

  await pressSequence(page, 'g', 'o')
  const overdue = page.getByRole('link', { name: /Overdue/ })
  await expect(overdue).toHaveText('1Overdue')
  // The clock has moved, and no timer has run.
  await page.clock.setFixedTime(new Date('2026-11-21T13:00:00Z'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(overdue).toHaveText('2Overdue')
})
