import { expect, test } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

const count = 150

test('a view is printed as a whole, in dark ink and without navigation, and is as before afterwards', {
  tag: '@phone',
}, async ({ page, signedIn: _ }) => {
  const task = (_: unknown, index: number) =>
    ({ title: `Task ${index}`, status: index % 5 ? 'Pending' : 'Completed' }) as const
  for (let first = 0; first < count; first += 75) await addTasks(page, ...Array.from({ length: 75 }, task))
  await page.request.put('/auth/preferences', { data: { theme: 'dark' } })
  for (const screen of ['dashboard', 'list', 'board']) {
    await page.goto(`#/${screen}`)
    await expect(cards(page).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(cards(page)).toHaveCount(count)
    for (const name of ['Main', 'Views']) await expect(page.getByRole('navigation', { name })).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Search tasks' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Display' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const ink = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [color, backgroundColor, getComputedStyle(document.documentElement).backgroundColor]
    })
    expect(ink).toEqual(['rgb(24, 24, 31)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    const tops = await cards(page).evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)))
    expect(Math.max(...tops)).toBeGreaterThan(2_000)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => cards(page).count()).toBeLessThan(count)
  }
})

test('a calendar shows all tasks of each day on paper, and a command prints', async ({ page, signedIn: _ }) => {
  await addTasks(page, ...Array.from({ length: 14 }, (_, index) => ({ title: `Task ${index}`, dueDate: '2026-11-18' })))
  await page.clock.setFixedTime('2026-11-17T12:00:00Z')
  await page.goto('#/calendar')
  await expect(page.getByRole('button', { name: /^Show \d+ more/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(cards(page)).toHaveCount(14)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('print')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-printed]')).toHaveCount(1)
})
