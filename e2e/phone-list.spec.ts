import { addDays } from '../src/contract/calendar-day.ts'
import { doubleText } from './double-text.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'
import { finger, phone } from './touch.ts'

test.use(phone)

const today = '2026-11-17'
const long = 'Answer the pen-test note on session cookies before the retest'

test('a row has a whole title on two lines, and one line of facts without those that its group says', {
  tag: ['@core', '@narrow'],
}, async ({ page, signedIn: _ }) => {
  await page.clock.setFixedTime(new Date(`${today}T10:00:00`))
  const [release] = await addTasks(page, { title: 'Release 2.4', dueDate: '2026-12-03', priority: 'High' })
  const partOf = release?._id ?? ''
  const [late] = await addTasks(
    page,
    { title: long, dueDate: '2026-11-12', labels: ['security'], description: '- [x] read\n- [ ] answer' },
    { title: 'Fix the test', dueDate: today, priority: 'Critical', partOf },
    {
      title: 'Check the backup',
      dueDate: null,
      labels: ['ops', 'weekly-work', 'infrastructure', 'storage-and-backup'],
    },
  )
  await addTasks(page, {
    title: 'Move the limits',
    dueDate: '2026-11-19',
    blockedBy: [late?._id ?? ''],
    labels: ['api'],
  })
  await page.goto('#/list')
  const row = (title: string) =>
    page.getByRole('listitem').filter({ has: page.locator('[dir="auto"]', { hasText: title }) })
  await expect(row(long).locator('a')).toHaveText(
    new RegExp(`^${long}5 d overdueMedium priority1/21 of 2 checklist items done#security$`),
  )
  await expect(row('Fix the test').locator('a')).toHaveText(/^Fix the testCritical priority↳ of Release 2\.4$/)
  await expect(row('Move the limits').locator('a')).toContainText(/Thu 19Medium prioritywaits for #2.*#api$/)
  await expect(row('Release 2.4').locator('a').first()).toContainText('Dec 3High priority')
  const heightOf = async (title: string) => (await row(title).boundingBox())?.height
  expect(await heightOf(long)).toBe(81)
  expect(await heightOf('Move the limits')).toBe(61)
  expect(
    await page
      .getByRole('heading', { name: /^Overdue/ })
      .locator('..')
      .boundingBox(),
  ).toMatchObject({ height: 44 })
  await test.step('a fact without room is left out whole', async () => {
    const cut = await row('Check the backup').evaluate((item) => {
      const line = item.querySelector('a')?.lastElementChild
      const box = line?.getBoundingClientRect()
      const isShown = (fact: Element) => fact.getBoundingClientRect().top < (box?.bottom ?? 0)
      return [...(line?.children ?? [])]
        .filter(isShown)
        .filter((fact) => fact.getBoundingClientRect().right > (box?.right ?? 0))
        .map((fact) => fact.textContent)
    })
    expect(cut).toEqual([])
    await expect(row('Check the backup').getByText('#ops')).toBeInViewport()
    await expect(row('Check the backup').getByText('#storage-and-backup')).not.toBeInViewport()
  })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, ['color-contrast'])
  await test.step('other groups say other facts', async () => {
    await page.goto('#/list?group=priority')
    await expect(row('Fix the test').locator('a')).toHaveText(/^Fix the testToday↳ of Release 2\.4$/)
    await expect(row(long).locator('a')).toContainText(`${long}5 d overdue1/2`)
    await page.goto('#/list?group=label')
    await expect(row(long).locator('a')).not.toContainText('#security')
  })
})

test('many rows of different heights lie edge to edge wherever the list is scrolled, on a phone that is turned, and with larger text', {
  tag: '@narrow',
}, async ({ page, signedIn: _ }) => {
  const title = (index: number) => (index % 3 ? `Task ${index}` : `Task ${index}: ${long} and a few words more for it`)
  for (const part of [0, 1, 2, 3, 4])
    await addTasks(page, ...Array.from({ length: 100 }, (_none, index) => ({ title: title(part * 100 + index) })))
  await page.goto('#/list?group=none')
  await cards(page).first().waitFor()
  // All tasks have arrived: those that come later stand above the others, and keep what the user reads in place.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(500 * 60)
  /** The gaps between the rows that are shown. */
  const gaps = () =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll('li:has([data-task])')].map((row) => row.getBoundingClientRect())
      return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)))
    })
  const lieEdgeToEdge = async () =>
    expect.poll(async () => (await gaps()).length > 2 && (await gaps()).every((gap) => gap === 0)).toBe(true)
  await lieEdgeToEdge()
  const scrollTo = (part: number) =>
    page.evaluate((at) => window.scrollTo(0, document.documentElement.scrollHeight * at), part)
  for (const part of [0.3, 0.8, 1, 0.5]) {
    await scrollTo(part)
    await lieEdgeToEdge()
  }
  await scrollTo(1)
  await expect(cards(page).last()).toBeInViewport()
  await page.setViewportSize({ width: 844, height: 390 })
  await lieEdgeToEdge()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await lieEdgeToEdge()
  await expectNoSidewaysScroll(page)
  await doubleText(page)
  // Not of a certain row: at the end of the list, higher rows make room for others, whose text is not larger.
  const highest = () => cards(page).evaluateAll((all) => Math.max(...all.map((card) => card.clientHeight)))
  await expect.poll(highest).toBeGreaterThan(90)
  await lieEdgeToEdge()
  await expectNoSidewaysScroll(page)
})

test('a swipe shows its action from 24 px and acts from 96 px, right to complete and left to snooze; both are undone', {
  tag: ['@core', '@narrow'],
}, async ({ page, signedIn: _ }) => {
  await page.clock.setFixedTime(new Date(`${today}T10:00:00`))
  await addTasks(page, { title: 'Write' }, { title: 'Send', dueDate: addDays(today, 1) })
  await page.goto('#/list?group=none')
  await cards(page).first().waitFor()
  await live(page)
  const touch = await finger(page)
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const action = page.locator('[data-swipe]')
  const isMade = () => action.evaluate((element) => element.hasAttribute('data-made'))
  await test.step('below its thresholds it shows nothing, or does nothing', async () => {
    await touch.drag(row('Write'), 20)
    await expect(action).toHaveCount(0)
    await touch.lift()
    await touch.drag(row('Write'), 80)
    await expect(action).toHaveText('Complete')
    expect(await isMade()).toBe(false)
    await expectNoSidewaysScroll(page)
    await touch.lift()
    await expect(action).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Complete #1', pressed: false })).toBeVisible()
  })
  await test.step('to the right', async () => {
    await touch.drag(row('Write'), 110)
    await expect.poll(isMade).toBe(true)
    await expectNoSidewaysScroll(page)
    await touch.lift()
    await expect(page.getByRole('button', { name: 'Complete #1', pressed: true })).toBeVisible()
    await page.getByRole('alert').filter({ hasText: 'Completed #1' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Complete #1', pressed: false })).toBeVisible()
  })
  await test.step('to the left, also at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await touch.drag(row('Send'), -110)
    await expect(action).toHaveText('Snooze')
    await expectNoSidewaysScroll(page)
    await touch.lift()
    await page
      .getByRole('dialog', { name: 'Snooze' })
      .getByRole('option', { name: /Next week/ })
      .click()
    await expect(row('Send')).toHaveCount(0)
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expect(row('Send')).toBeVisible()
  })
  await test.step('a screen reader has both as buttons of the row', async () => {
    await row('Send').getByRole('button', { name: 'Snooze #2' }).dispatchEvent('click')
    await page.getByRole('dialog', { name: 'Snooze' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(row('Send').getByRole('button', { name: 'Complete #2' })).toBeVisible()
  })
})
