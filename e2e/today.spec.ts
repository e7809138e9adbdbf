import type { Page } from '@playwright/test'
import { addDays } from '../src/contract/calendar-day.ts'
import type { NewTask } from '../src/contract/schemas/tasks.ts'
import { logInOn } from './auth-card.ts'
import { test } from './gateway.ts'
import { breakCall, expect, expectAccessible, expectNoSidewaysScroll, expectUsable, tireOut } from './taskdeck.ts'
import { addTasks, cards, focusedCard, live } from './tasks.ts'
import { complete, direct } from './waiting.ts'

test.use({ timezoneId: 'UTC' })

/** A Tuesday. */
const today = '2026-11-17'
const day = (days: number) => addDays(today, days)
const list = (page: Page, name: string) => page.getByRole('list', { name })
const rows = (page: Page, name: string) => list(page, name).getByRole('listitem')

/** Opens Today in the morning of that Tuesday. The clock of the page stands still until the test moves it. */
async function openToday(page: Page, ...tasks: Partial<NewTask>[]) {
  const made = await addTasks(page, ...tasks)
  await page.clock.install({ time: new Date(`${today}T09:00:00Z`) })
  await page.goto('#/today')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  return made
}

const aDay: Partial<NewTask>[] = [
  { title: 'Rotate keys', priority: 'Critical', dueDate: day(-5), status: 'In Progress' },
  { title: 'Answer the note', priority: 'High', dueDate: day(-1) },
  { title: 'Profile the start', priority: 'High', dueDate: day(1) },
  { title: 'Fix the flaky test', dueDate: day(0) },
  { title: 'Plan the quarter', dueDate: day(17), startDate: day(0) },
  { title: 'Try the new runtime', dueDate: null, startDate: day(0) },
  { title: 'Put off', dueDate: day(-3), startDate: day(6) },
]

test('Today shows what to do now with reasons, and what the day holds; keys run through both, and a completed task stays struck for a moment', {
  tag: ['@core', '@widest'],
}, async ({ page, signedIn: _ }) => {
  const fillers = Array.from({ length: 12 }, (_none, index) => ({
    title: `Later ${index}`,
    priority: 'Low' as const,
    dueDate: day(30 + index),
  }))
  const [keys, answer] = await openToday(page, ...aDay, ...fillers)
  await live(page)
  await expect(page.getByText('Tuesday, Nov 17', { exact: true })).toBeVisible()
  await expect(page.getByText('12 of 15, most pressing first')).toBeVisible()
  await expect(page.getByText('3 more in All tasks')).toBeVisible()
  await expect(rows(page, 'Now')).toHaveCount(12)
  await expect(rows(page, 'Now').nth(0)).toContainText(/Rotate keys\s*5 d overdue · started/)
  await expect(rows(page, 'Now').nth(1)).toContainText(/Answer the note\s*1 d overdue/)
  await expect(rows(page, 'Now').nth(2)).toContainText(/Profile the start\s*due tomorrow/)
  await expect(rows(page, 'Due today')).toHaveText([/Fix the flaky test/])
  await expect(rows(page, 'Starts today')).toHaveText([/Plan the quarter.*due Dec 4/])
  await expect(rows(page, 'Back from Later')).toHaveText([/Try the new runtime/])
  await expect(rows(page, 'This week')).toHaveText([
    ...['Mon16', 'Tue17', 'Wed18', 'Thu19', 'Fri20', 'Sat21', 'Sun22'].map((words) => new RegExp(`^${words}`)),
  ])
  await expect(rows(page, 'This week').nth(0)).toContainText('Monday, Nov 16: 1 left over')
  await expect(page.getByRole('link', { name: /^Today/ })).toContainText('5')
  await expect(page.getByText('Put off')).toBeHidden()

  await test.step('J and K run through Now and the agenda', async () => {
    for (let step = 0; step < 13; step++) await page.keyboard.press('j')
    await expect(focusedCard(page)).toContainText('Fix the flaky test')
    await page.keyboard.press('k')
    await expect(focusedCard(page)).toContainText('Later 8')
  })
  await test.step('a completed task stays, can be reopened, and leaves after 4 seconds', async () => {
    await page.locator(`[data-task="${answer?._id}"]`).focus()
    await page.keyboard.press('c')
    const struck = rows(page, 'Now').nth(1)
    await expect(struck).toHaveAttribute('data-done')
    await expect(struck).toContainText('1 d overdue')
    await page.keyboard.press('c')
    await expect(struck).not.toHaveAttribute('data-done')
    await page.clock.runFor(5_000)
    await expect(struck).toContainText('Answer the note')
    await page.keyboard.press('c')
    await expect(struck).toHaveAttribute('data-done')
    await page.clock.runFor(4_100)
    await expect(struck).toContainText('Profile the start')
    await expect(focusedCard(page)).toContainText('Profile the start')
    await expect(rows(page, 'Now')).toHaveCount(12)
    await expect(page.getByText('12 of 14')).toBeVisible()
  })
  await test.step('Z puts a task off, undo brings it back, and Enter opens it', async () => {
    await page.keyboard.press('z')
    await page
      .getByRole('dialog', { name: 'Snooze' })
      .getByRole('option', { name: /^Tomorrow/ })
      .click()
    await expect(page.getByText('Profile the start', { exact: true })).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect(rows(page, 'Now').nth(1)).toContainText('Profile the start')
    await page.locator(`[data-task="${keys?._id}"]`).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Rotate keys' })).toBeVisible()
    await page.keyboard.type('gg')
    await expect(rows(page, 'Now').nth(0)).toContainText('Rotate keys')
  })
  await test.step('at 992 px the agenda is below Now', async () => {
    await page.setViewportSize({ width: 992, height: 800 })
    const bottom = async () => (await list(page, 'Now').boundingBox()) ?? { y: 0, height: 0 }
    const { y, height } = await bottom()
    expect((await list(page, 'This week').boundingBox())?.y).toBeGreaterThan(y + height)
    await expectUsable(page)
  })
})

test('on a phone, Now and the agenda are tabs, which come back with the task that was opened from them', {
  tag: ['@phone-only', '@narrow'],
}, async ({ page, signedIn: _ }) => {
  await openToday(page, ...aDay)
  await expect(page.getByText('Tue Nov 17', { exact: true })).toBeVisible()
  const tab = (name: RegExp) => page.getByRole('button', { name })
  await expect(tab(/^Next 3/)).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page)).toHaveText([/Rotate keys.*5 d overdue · started/, /Answer the note/, /Profile the start/])
  await tab(/^Agenda 3/).click()
  await expect(cards(page)).toHaveText([/Fix the flaky test/, /Plan the quarter/, /Try the new runtime/])
  await expectAccessible(page)
  await cards(page).first().click()
  await expect(page.getByRole('heading', { name: 'Fix the flaky test' })).toBeVisible()
  await page.goBack()
  await expect(tab(/^Agenda/)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Complete #4' }).click()
  await expect(cards(page).first().locator('..')).toHaveAttribute('data-done')
  await page.clock.runFor(4_100)
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link').first().click()
  await expect(tab(/^Next/)).toHaveAttribute('aria-pressed', 'true')
  await expectNoSidewaysScroll(page)
  // The other places, views and labels are one tap away, and back closes their sheet.
  await page.getByRole('button', { name: 'Views and labels' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Views and labels' })
  await expect(sheet.getByRole('link', { name: /^Waiting/ })).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Views and labels' }).tap()
  await sheet.getByRole('link', { name: /^Later 1/ }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Later' })).toBeVisible()
})

test('Today says that it loads, that it could not be loaded, that nothing is dated, and that no task is open', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const call = '**/tasks/getTasks*'
  await page.clock.install({ time: new Date(`${today}T09:00:00Z`) })
  const mend = await breakCall(page, call, { status: 500, json: { message: 'The disk is full.', code: 'internal' } })
  const answered = page.waitForResponse(call)
  await page.goto('#/today')
  await answered
  await expect(page.getByRole('heading', { name: 'Could not load your tasks' })).toBeVisible()
  await tireOut(page, call)
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await page.getByRole('button', { name: /^Quick add/ }).click()
  await expect(page.getByLabel('New task')).toBeFocused()
  await page.keyboard.press('Escape')
  await addTasks(page, { title: 'Read the logs', dueDate: null })
  await page.reload()
  await expect(rows(page, 'Now')).toHaveText([/Read the logs.*No date/])
  await expect(page.getByText('Nothing is dated today.')).toBeVisible()
  await expect(list(page, 'This week')).toBeVisible()
})

test('changes that the server refuses need the user: Today shows them first, and J reaches them', {
  tag: '@every-width',
}, async ({ page, gateway, taskdeck, signedIn: _ }) => {
  const [task] = await addTasks(page, { title: 'Both', dueDate: null }, { title: 'Other', dueDate: null })
  await page.goto('#/today')
  await live(page)
  await expect(cards(page)).toHaveCount(2)
  await expect(page.getByText(/needs? you/)).toBeHidden()
  gateway.fail('drop')
  await complete(page, 1)
  await expect(page.getByText('Could not be refreshed.')).toBeVisible()
  await page.request.put(`${direct(taskdeck.origin)}/tasks/updateTask/${task?._id}`, {
    data: { status: 'In Progress' },
  })
  gateway.recover()
  await live(page)
  const card = page.getByRole('region', { name: '1 needs you' })
  await expect(card).toContainText('#1 Both was also changed elsewhere')
  await expect(card).toContainText('Your change: Pending → Completed')
  await expect(page.getByText('Could not be refreshed.')).toBeHidden()
  const decide = card.getByRole('button', { name: 'Decide' })
  await cards(page).first().focus()
  await page.keyboard.press('k')
  await expect(decide).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards(page).first()).toBeFocused()
  await expectAccessible(page)
  await decide.click()
  await page.getByRole('button', { name: 'Save my choice' }).click()
  await expect(card).toBeHidden()
  await expect(cards(page)).toHaveText([/Other/])
})

test('the dashboard offers another start until the user answers; the answer holds on every device, and Settings change it', {
  tag: ['@core', '@every-width'],
}, async ({ page, person, otherDevice }) => {
  await page.goto('#/auth')
  await logInOn(page, person)
  const offer = page.getByText('Start the day on Today')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome to the Dashboard')
  await expect(offer).toBeVisible()
  await expectUsable(page)
  const saved = page.waitForResponse('**/auth/preferences')
  await page.getByRole('button', { name: 'Start on Today' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await saved

  const phone = await otherDevice(undefined, { baseURL: new URL('./', page.url()).href })
  await phone.goto('./#/auth')
  await logInOn(phone, person)
  await expect(phone.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await phone.goto('about:blank')
  await phone.goto('./#/start')
  await expect(phone).toHaveURL(/#\/today$/)
  await phone.goto('about:blank')
  await phone.goto('./')
  await expect(phone).toHaveURL(/#\/today$/)
  await phone.goto('./#/dashboard')
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('Welcome to the Dashboard')
  await expect(phone.getByText('Start the day on Today')).toBeHidden()

  await page.goto('#/settings')
  const changed = page.waitForResponse('**/auth/preferences')
  await page.getByLabel('Start with').selectOption('Dashboard')
  await changed
  await page.goto('about:blank')
  await page.goto('#/start')
  await expect(page).toHaveURL(/#\/dashboard$/)
  await page.goto('about:blank')
  await page.goto('./')
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
})

test('Not now keeps the dashboard; if the answer is not saved, the offer stays', { tag: '@every-width' }, async ({
  page,
  person,
}) => {
  await page.goto('#/auth')
  await logInOn(page, person)
  const offer = page.getByText('Start the day on Today')
  await expect(offer).toBeVisible()
  await page.route('**/auth/preferences', (route) => route.abort())
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await expect(offer).toBeVisible()
  await page.unroute('**/auth/preferences')
  const saved = page.waitForResponse('**/auth/preferences')
  await page.getByRole('button', { name: 'Not now' }).click()
  await saved
  await page.reload()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await expect(offer).toBeHidden()
})
