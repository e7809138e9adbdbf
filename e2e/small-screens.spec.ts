import type { Page } from '@playwright/test'
import { doubleText } from './double-text.ts'
import { expect, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live } from './tasks.ts'
import { phone } from './touch.ts'

test.use({ ...phone, viewport: { width: 320, height: 640 } })

const screens = [
  ['today', 'Today'],
  ['later', 'Later'],
  ['needs-you', 'Needs you'],
  ['agents', 'Agents'],
  ['activity', 'Activity'],
  ['dashboard', /^Welcome/],
  ['list', 'All tasks'],
  ['board', 'Board'],
  ['calendar', 'Calendar'],
  ['next', 'Next'],
  ['overview', 'Overview'],
  ['add-task', 'Add a New Task'],
  ['settings', 'Settings'],
  ['settings/preferences', 'Preferences'],
  ['settings/access', 'Agents and access'],
  ['profile', 'Profile'],
  ['trash', 'Trash'],
  ['task/1', /^Rotate/],
] as const

/** The controls at the end of the page that a bar covers even if the page is scrolled to its end. */
const covered = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    const bar = document.querySelector('[data-bottom-bar]')
    const edge = bar?.getBoundingClientRect().top ?? window.innerHeight
    return [...document.querySelectorAll<HTMLElement>('main a, main button, main input, main select, main textarea')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !bar?.contains(control))
      .filter((control) => !control.closest('.visually-hidden, svg, [data-bottom-bar]'))
      .filter((control) => control.getBoundingClientRect().bottom > edge + 1)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })

/** Compares with the width of the phone: a page that is too wide widens the window of a phone. */
const fits = (page: Page, name: string) => {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  return expect.poll(width, name).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** The titles of cards that are cut, and how many cards lie over the one above. */
const cutTitles = (page: Page) =>
  page.evaluate(() => {
    const titles = [...document.querySelectorAll('a[data-task] [title]')]
    const boxes = [...document.querySelectorAll('li:has(a[data-task])')].map((card) => card.getBoundingClientRect())
    return {
      cut: titles.filter((title) => title.scrollWidth > title.clientWidth).map((title) => title.textContent),
      overlapping: boxes.filter((box, index) => box.top < (boxes[index - 1]?.bottom ?? 0)).length,
    }
  })

test('no screen scrolls sideways or covers a control at 320 px, in landscape, and with text of twice the size', {
  tag: '@narrow',
}, async ({ page, signedIn: _ }) => {
  await addTasks(
    page,
    {
      title: 'Rotate the signing keys of everything that is signed: webhooks, sessions and the archives',
      description: '- [ ] announce\n- [x] rotate\n\n```sh\nnpm run rotate -- --keys webhooks,sessions,archives\n```',
      dueDate: await dayFromNow(page, -2),
      labels: ['security', 'a-label-of-many-letters'],
      estimate: 12,
    },
    { title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', dueDate: null },
    { title: 'Fix the test', dueDate: await dayFromNow(page, 1), status: 'Completed' },
  )
  for (const [name, heading] of screens) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`#/${name}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await live(page)
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await fits(page, name)
      await expect.poll(() => covered(page), name).toEqual([])
      if (name === 'dashboard') {
        await expect(cards(page)).toHaveCount(3)
        await expect.poll(() => cutTitles(page)).toEqual({ cut: [], overlapping: 0 })
      }
      await page.setViewportSize({ width: 740, height: 320 })
      await fits(page, name)
      await page.setViewportSize({ width: 390, height: 844 })
      await doubleText(page)
      await fits(page, name)
      await page.reload()
    })
  }
})
