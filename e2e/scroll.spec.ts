import type { Page } from '@playwright/test'
import { expect, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('the scroll position is restored exactly after a reload and after a visit to a task', { tag: '@phone' }, async ({
  page,
  signedIn: _,
}) => {
  const hundred = Array.from({ length: 100 }, (_, index) => ({ title: `Task ${index}` }))
  for (let times = 0; times < 3; times++) await addTasks(page, ...hundred)
  for (const address of ['#/dashboard', '#/list', '#/board']) {
    // Not from one screen to the other, whose tasks would be mistaken for those of this one.
    await page.goto('about:blank')
    await page.goto(address)
    await cards(page).first().waitFor()
    await live(page)
    await page.evaluate(() => window.scrollTo(0, 1_777))
    await expect.poll(() => scrollY(page)).toBe(1_777)
    if (address === '#/board')
      await expect(page.getByRole('heading', { name: /^Pending/ })).toBeInViewport({ ratio: 1 })
    const seen = page.locator('[data-task]').filter({ visible: true })
    await page.reload()
    await seen.first().waitFor()
    await expect.poll(() => scrollY(page), address).toBe(1_777)

    // A task in the middle of the window.
    await page.evaluate(() => {
      const task = [...document.querySelectorAll('[data-task]')].find(
        (element) => element.getBoundingClientRect().top > innerHeight / 2,
      )
      if (task instanceof HTMLElement) task.click()
    })
    await page.getByRole('heading', { level: 1, name: /Task/ }).waitFor()
    await expect.poll(() => scrollY(page)).toBe(0)
    await page.goBack()
    await seen.first().waitFor()
    await expect.poll(() => scrollY(page), address).toBe(1_777)
    await page.reload()
    await seen.first().waitFor()
    await expect.poll(() => scrollY(page), address).toBe(1_777)
  }
})
