import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../taskdeck.ts'
import { cards, openDisplay } from '../tasks.ts'
import { isNarrow } from '../touch.ts'
import { openCapture, openScreen, openSearch, openTaskMenu, peekAt, projectName } from './journeys.ts'
import { addRealDeck, numbers } from './real-deck.ts'

/** Opens or closes something on a screen. */
type Prepare = (page: Page) => Promise<unknown>

interface Screen {
  address: string
  heading: string | RegExp
  prepare?: Prepare
  /** Closes what would stay open on other screens. */
  leave?: Prepare
  isOnlyFor?: 'narrow' | 'wide'
}

const task = `task/${numbers.middleware}`
const title = 'Switch the middleware to the Postgres limiter'
const tab = (name: string) => (page: Page) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
const scrollTo = (part: number) => (page: Page) =>
  page.evaluate((at) => window.scrollTo(0, document.documentElement.scrollHeight * at), part)
const openUndo = async (page: Page) => {
  await page.getByRole('button', { name: 'Undo what it did … codex' }).click()
  await page
    .getByRole('dialog', { name: 'Undo what codex did' })
    .getByRole('button', { name: /^Undo \d/ })
    .waitFor()
}
const capture = async (page: Page) => {
  await openCapture(page)
  await page.keyboard.type('Rotate the staging certificates fri !high every 3 months #ops #re')
  await page.getByRole('option').first().waitFor()
}
const suggest = async (page: Page) => {
  await openSearch(page)
  await page.keyboard.type('is')
  await page.getByRole('option').first().waitFor()
}

const screens: Record<string, Screen> = {
  today: { address: 'today', heading: 'Today' },
  'today-agenda': { address: 'today', heading: 'Today', prepare: tab('Agenda'), isOnlyFor: 'narrow' },
  'needs-you': { address: 'needs-you', heading: 'Needs you' },
  calendar: { address: 'calendar', heading: /./ },
  later: { address: 'later', heading: 'Later' },
  waiting: { address: 'waiting', heading: 'Waiting' },
  dashboard: { address: 'dashboard', heading: /^Welcome/ },
  list: { address: 'list', heading: 'All tasks' },
  'list-scrolled': { address: 'list', heading: 'All tasks', prepare: scrollTo(0.4) },
  'list-peek': {
    address: 'list?label=api',
    heading: 'All tasks',
    prepare: (page) => peekAt(page, title),
    leave: (page) => page.keyboard.press('Escape'),
    isOnlyFor: 'wide',
  },
  'list-search': { address: 'list?q=limit', heading: 'All tasks' },
  'list-suggestions': { address: 'list', heading: 'All tasks', prepare: suggest },
  display: { address: 'list', heading: 'All tasks', prepare: async (page) => (await openDisplay(page)).waitFor() },
  board: { address: 'board', heading: 'Board' },
  'board-scrolled': { address: 'board', heading: 'Board', prepare: scrollTo(0.3) },
  next: { address: 'next', heading: 'Next' },
  capture: { address: 'list', heading: 'All tasks', prepare: capture },
  task: { address: task, heading: title },
  'task-middle': { address: task, heading: title, prepare: scrollTo(0.3) },
  'task-end': { address: task, heading: title, prepare: scrollTo(1) },
  'task-menu': { address: task, heading: title, prepare: openTaskMenu },
  'task-parent': { address: `task/${numbers.limits}`, heading: /^Move rate limits/ },
  'task-hebrew': { address: 'task/7', heading: /^לבדוק/ },
  'task-long': { address: 'task/6', heading: /^Answer the note/ },
  agents: { address: 'agents', heading: 'Agents' },
  'agents-end': { address: 'agents', heading: 'Agents', prepare: scrollTo(1) },
  'agents-undo': { address: 'agents', heading: 'Agents', prepare: openUndo },
  activity: { address: 'activity', heading: 'Activity' },
  overview: { address: 'overview', heading: 'Overview' },
  trash: { address: 'trash', heading: 'Trash' },
  'settings-access': { address: 'settings/access', heading: /^(Agents and access|Settings)/ },
}

test(
  'every screen of a day fits, and is accessible with a real deck',
  { tag: '@every-width' },
  async ({ page, signedIn: _ }, info) => {
    // Some thirty screens, one after the other.
    test.setTimeout(900_000)
    await addRealDeck(page)
    await page.goto('#/list')
    await cards(page).first().waitFor()
    for (const [name, { address, heading, prepare, leave, isOnlyFor }] of Object.entries(screens)) {
      if (isOnlyFor && (isOnlyFor === 'narrow') !== isNarrow(page)) continue
      await test.step(name, async () => {
        await openScreen(page, address, heading)
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
        await page.evaluate(() => window.scrollTo(0, 0))
        await prepare?.(page)
        await expectNoSidewaysScroll(page)
        if (process.env.PHOTOS)
          await page.screenshot({
            path: `test-results/photos/${projectName(info)}/${name}.png`,
            animations: 'disabled',
          })
        await expectAccessible(page)
        await leave?.(page)
        // Whatever was opened is closed.
        if (prepare) await page.reload()
      })
    }
  },
)

test('10,000 tasks neither collide nor widen the screen', { tag: '@every-width' }, async ({ page, signedIn: _ }) => {
  test.setTimeout(600_000)
  await addRealDeck(page, 9_984)
  for (const [address, heading] of [
    ['list', 'All tasks'],
    ['dashboard', /^Welcome/],
    ['board', 'Board'],
    ['today', 'Today'],
  ] as const) {
    await openScreen(page, address, heading)
    await cards(page).first().waitFor()
    await expectNoSidewaysScroll(page)
    await expect.poll(() => collisions(page), address).toEqual([])
    if (process.env.PHOTOS)
      await page.screenshot({ path: `test-results/photos/${projectName(test.info())}/many-${address}.png` })
  }
})

/** The controls of the heading and the header row that lie over each other. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const row = document.querySelector('[role=search]')
    const heading = document.querySelector('main h1')?.parentElement
    const shown = [...(row?.querySelectorAll('button, a, input') ?? []), ...(heading?.children ?? [])].filter((one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    const found: string[] = []
    for (const [index, one] of shown.entries())
      for (const other of shown.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const isOver = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
        if (isOver && a.width > 1 && b.width > 1) found.push(`${one.textContent} over ${other.textContent}`)
      }
    return found
  })
