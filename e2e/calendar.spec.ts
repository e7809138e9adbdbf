import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectUsable, pressSequence, test } from './taskdeck.ts'
import { addTasks, focusedCard, live, openDisplay } from './tasks.ts'

/** Tuesday. */
const today = '2026-11-17'

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(new Date(`${today}T10:00:00`))
})

/** The month or week that is shown, by its role: the picture of the last screen has none. */
const heading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^Calendar, .*( 20\d\d$| – )/ }).locator('[aria-live]')
const day = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const undated = (page: Page) => page.getByRole('region', { name: 'No date' })
const entry = (page: Page, title: string) => page.locator('[data-task]').and(page.getByRole('link', { name: title }))
const cell = (page: Page, date: string) => page.locator(`[data-drop-day="${date}"]`)

async function dueOf(page: Page, title: string): Promise<string | null | undefined> {
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  return (tasks as Task[]).find((task) => task.title === title)?.dueDate?.slice(0, 10) ?? null
}

async function open(page: Page, address = '#/calendar') {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible()
  await live(page)
}

test('tasks are on their days in a month and a week, which are in the address; keys and buttons lead to others', {
  tag: ['@core', '@wide'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(
    page,
    { title: 'Ship it', dueDate: '2026-11-18' },
    { title: 'Late', dueDate: '2026-11-12' },
    { title: 'New year', dueDate: '2027-01-01' },
    { title: 'Some day', dueDate: null, description: '- [x] a\n- [ ] b' },
    { title: 'Put off', dueDate: '2026-11-26', startDate: '2026-11-24' },
    { title: 'Check the backup', dueDate: '2026-11-16', repeat: { rule: 'FREQ=WEEKLY', from: 'due' } },
  )
  await addTasks(page, { title: 'Test it', dueDate: '2026-11-20', partOf: '1', blockedBy: ['3'] })
  await page.goto('#/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pressSequence(page, 'g', 'c')
  await expect(heading(page)).toHaveText('November 2026')
  await expect(page.getByRole('columnheader').first()).toHaveText('Mon')
  await expect(day(page, 'Wednesday, Nov 18').getByRole('link')).toHaveText([/Ship it/])
  await expect(entry(page, 'Late')).toHaveAccessibleName('Late overdue')
  await expect(undated(page).getByRole('link')).toHaveText([/Some day.*1\/2/])
  await expect(entry(page, 'Put off')).toHaveAccessibleName('Put off snoozed')
  await expect(entry(page, 'Ship it 0 of 1')).toHaveAccessibleName('Ship it 0 of 1 parts completed')
  await expect(entry(page, 'Test it')).toHaveAccessibleName('Test it Blocked by #3 New year of Ship it')
  await expect(page.locator('[aria-current="date"]')).toContainText('17')
  // Repeating tasks are shown ahead.
  for (const name of ['Monday, Nov 23', 'Monday, Nov 30'])
    await expect(day(page, name).getByRole('link', { name: 'Check the backup repeats' })).toBeVisible()
  await expect(day(page, 'Monday, Nov 16').getByRole('link')).toHaveAccessibleName(
    'Check the backup Repeats every week overdue',
  )

  await page.keyboard.press('PageDown')
  await expect(heading(page)).toHaveText('December 2026')
  await expect(page).toHaveURL(/#\/calendar\?on=2026-12$/)
  await expect(entry(page, 'New year')).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(heading(page)).toHaveText('January 2027')
  await page.goBack()
  await expect(heading(page)).toHaveText('December 2026')
  await page.reload()
  await expect(heading(page)).toHaveText('December 2026')
  await page.keyboard.press('t')
  await expect(heading(page)).toHaveText('November 2026')
  await expect(page).toHaveURL(/#\/calendar$/)

  await page.keyboard.press('w')
  await expect(heading(page)).toHaveText('Nov 16 – 22')
  await expect(page).toHaveURL(/#\/calendar\?range=week$/)
  await expect(entry(page, 'Late')).toBeHidden()
  await page.keyboard.press('PageUp')
  await expect(entry(page, 'Late')).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('group', { name: 'Range' }).getByRole('radio', { name: 'Week' })).toBeChecked()
  await page.getByRole('group', { name: 'Range' }).getByText('Month').click()
  // The first day of the week is a setting.
  await page.request.put('/auth/preferences', { data: { weekStart: 'sunday' } })
  await page.reload()
  await expect(page.getByRole('columnheader').first()).toHaveText('Sun')

  // The menu Display leaves out weekends and completed tasks, and puts them back.
  await addTasks(page, { title: 'Finished', dueDate: '2026-11-19', status: 'Completed' })
  await expect(entry(page, 'Finished')).toBeVisible()
  const display = await openDisplay(page)
  await display.getByRole('button', { name: 'Weekends' }).click()
  await display.getByRole('button', { name: 'Completed' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
  await expect(entry(page, 'Finished')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/hide=weekends%2Ccompleted$/)
  // From Friday to Monday.
  await page.getByRole('button', { name: 'Add a task on Friday, Nov 20' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Add a task on Monday, Nov 23' })).toBeFocused()
  await (await openDisplay(page)).getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(7)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/calendar$/)

  // Search, filters, counts and the other views mean the same.
  await page.getByLabel('Search tasks').fill('late')
  await expect(entry(page, 'Late')).toBeVisible()
  await expect(entry(page, 'Ship it 0 of 1')).toBeHidden()
  await expect(page.getByRole('radio', { name: 'All 1' })).toBeVisible()
  await expect(page).toHaveURL(/q=late/)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'List' }).click()
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('link')).toHaveText([/Late/])
})

test('a task is moved to another day by keys and by mouse, and back by undo; the calendar follows it', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(
    page,
    { title: 'alpha', dueDate: '2026-11-18', priority: 'High' },
    { title: 'beta', dueDate: '2026-11-18' },
    { title: 'gamma', dueDate: '2026-11-20' },
    { title: 'delta', dueDate: '2026-11-25' },
    { title: 'omega', dueDate: null },
  )
  await open(page)
  // The arrows and J and K move the focus.
  await page.keyboard.press('j')
  await expect(focusedCard(page)).toContainText('alpha')
  for (const [key, title] of [
    ['ArrowDown', 'beta'],
    ['ArrowDown', 'delta'],
    ['ArrowUp', 'beta'],
    ['ArrowRight', 'gamma'],
    ['j', 'delta'],
    ['j', 'omega'],
    ['ArrowLeft', 'delta'],
    ['k', 'gamma'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focusedCard(page)).toContainText(title)
  }
  await page.keyboard.press('Control+Shift+ArrowRight')
  await expect(day(page, 'Saturday, Nov 21').getByRole('link')).toHaveText([/gamma/])
  await expect(focusedCard(page)).toContainText('gamma')
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect(day(page, 'Saturday, Nov 14').getByRole('link')).toHaveText([/gamma/])
  await expect.poll(() => dueOf(page, 'gamma')).toBe('2026-11-14')
  // By its message: the clocks of page and server differ here, so that the key would ask about a change from long ago.
  await page.getByRole('alert').filter({ hasText: 'Nov 14, 2026' }).getByRole('button', { name: 'Undo' }).click()
  await expect(day(page, 'Saturday, Nov 21').getByRole('link')).toHaveText([/gamma/])
  await expect.poll(() => dueOf(page, 'gamma')).toBe('2026-11-21')

  // Past the last day of the month, the next month is shown, and the task keeps the focus.
  await entry(page, 'delta').focus()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(heading(page)).toHaveText('December 2026')
  await expect(focusedCard(page)).toContainText('delta')
  await expect.poll(() => dueOf(page, 'delta')).toBe('2026-12-09')
  await page.keyboard.press('t')

  // Several selected tasks are moved together, by mouse too.
  await entry(page, 'alpha').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await entry(page, 'beta').dragTo(cell(page, '2026-11-05'))
  await expect(day(page, 'Thursday, Nov 5').getByRole('link')).toHaveText([/alpha/, /beta/])
  await expect(page.getByRole('alert').filter({ hasText: 'Set the due date of 2 tasks to Nov 5, 2026' })).toBeVisible()
  await page.keyboard.press('Escape')
  await entry(page, 'omega').dragTo(cell(page, '2026-11-03'))
  await expect.poll(() => dueOf(page, 'omega')).toBe('2026-11-03')
  await entry(page, 'omega').dragTo(undated(page))
  await expect.poll(() => dueOf(page, 'omega')).toBeNull()
  await expect(undated(page).getByRole('link')).toHaveText([/omega/])
  // A task without a day comes to today.
  await entry(page, 'omega').focus()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await expect(day(page, 'Tuesday, Nov 17').getByRole('link')).toHaveText([/omega/])
  await page.keyboard.press('c')
  await expect(page.getByRole('button', { name: 'Complete #5' })).toHaveAttribute('aria-pressed', 'true')
})

test('a full day opens, a day adds tasks with its date, and everything works by keyboard alone', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  const many = Array.from({ length: 9 }, (_, index) => ({ title: `Task ${index + 1}`, dueDate: '2026-11-19' }))
  await addTasks(page, ...many)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const thursday = day(page, 'Thursday, Nov 19')
  // Weeks that are over and had nothing leave their room to the others.
  await expect(thursday.getByRole('link')).toHaveCount(6)
  const more = page.getByRole('button', { name: 'Show 3 more on Thursday, Nov 19' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(thursday.getByRole('link')).toHaveCount(9)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(thursday.getByRole('link')).toHaveCount(6)

  // One tab stop leads into the days, the arrow keys between them.
  await page.getByRole('button', { name: 'Add a task on Tuesday, Nov 17' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Add a task on Wednesday, Nov 25' })).toBeFocused()
  await expect(page.locator('[data-day][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Wed Nov 25.*add without a date$/ })).toBeVisible()
  await page.keyboard.type('Write the report !high')
  await expect(page.getByRole('dialog')).toContainText('Nov 25')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New task')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(day(page, 'Wednesday, Nov 25').getByRole('link')).toHaveText([/Write the report/])
  await expect.poll(() => dueOf(page, 'Write the report')).toBe('2026-11-25')

  // The day does not stay if nothing was added.
  await page.getByRole('button', { name: 'Add a task on Friday, Nov 27' }).click()
  await expect(page.getByRole('button', { name: /^Fri Nov 27.*add without a date$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('q')
  await expect(page.getByText('You can use a date in words')).toBeVisible()
  await expect(page.getByRole('button', { name: /add without a date$/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await expect(page.getByRole('region', { name: 'In the calendar' })).toContainText('Previous month or week')
})

test('an empty calendar has a way on; a long title, a filter and a week across years fit at every width', async ({
  page,
  signedIn: _,
}) => {
  await open(page)
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await addTasks(
    page,
    { title: `Long ${'title '.repeat(30)}`, dueDate: '2026-11-17', labels: ['infrastructure'], priority: 'Critical' },
    { title: 'https://example.com/a-very-long-address-without-any-space', dueDate: '2026-11-30' },
    { title: 'Done', dueDate: '2026-11-16', status: 'Completed' },
    { title: 'Late', dueDate: '2026-11-12' },
    { title: 'Some day', dueDate: null },
  )
  await expect(entry(page, 'Late')).toBeVisible()
  await expectUsable(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('#/calendar?range=week&on=2026-12-29&label=infrastructure')
  await expect(heading(page)).toHaveText('Dec 28, 2026 – Jan 3, 2027')
  for (const width of [390, 992, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})

test('on a phone, a month of dots and the tasks of the chosen day work with a thumb', { tag: '@narrow' }, async ({
  otherDevice,
  page,
  signedIn,
}) => {
  await addTasks(
    page,
    { title: 'Ship it', dueDate: '2026-11-19' },
    { title: 'Test it', dueDate: '2026-11-19' },
    { title: 'Some day', dueDate: null },
  )
  const phone = await otherDevice(signedIn, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await phone.clock.setFixedTime(new Date(`${today}T10:00:00`))
  await phone.goto('#/dashboard')
  await phone.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Calendar' }).tap()
  await expect(phone.getByText('Nothing is due on this day.')).toBeVisible()
  const thursday = phone.getByRole('button', { name: 'Thursday, Nov 19, 2 tasks' })
  const box = await thursday.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await thursday.tap()
  await expect(thursday).toHaveAttribute('aria-pressed', 'true')
  await expect(phone).toHaveURL(/on=2026-11-19/)
  await expect(day(phone, 'Thursday, Nov 19').getByRole('link')).toHaveText([/Test it/, /Ship it/])
  await expect(day(phone, 'No date').getByRole('link')).toHaveText([/Some day/])
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  // A swipe to the left opens the due date, which moves the task.
  await phone.evaluate(() => {
    const item = document.querySelector('li:has([data-task])') as HTMLElement
    const { x, y, width, height } = item.getBoundingClientRect()
    const at = (type: string, dx: number) =>
      item.dispatchEvent(
        new PointerEvent(type, {
          ...{ bubbles: true, pointerType: 'touch', isPrimary: true },
          ...{ clientX: x + width / 2 + dx, clientY: y + height / 2 },
        }),
      )
    at('pointerdown', 0)
    at('pointermove', -40)
    at('pointermove', -120)
    at('pointerup', -120)
  })
  await phone.getByRole('option', { name: /Tomorrow/ }).tap()
  await expect(day(phone, 'Thursday, Nov 19').getByRole('link')).toHaveText([/Ship it/])
  await phone.getByRole('button', { name: 'Wednesday, Nov 18, 1 task' }).tap()
  await expect(day(phone, 'Wednesday, Nov 18').getByRole('link')).toHaveText([/Test it/])
  await phone.getByRole('button', { name: 'Add a task on Wednesday, Nov 18' }).tap()
  await expect(phone.getByRole('button', { name: /^Wed Nov 18.*add without a date$/ })).toBeVisible()
  await phone.keyboard.press('Escape')
  await phone.getByRole('button', { name: 'Next month' }).tap()
  await expect(phone.getByRole('heading', { name: 'December 2026' })).toBeVisible()
  await phone.getByRole('button', { name: 'Today' }).tap()
  await phone.getByRole('button', { name: 'Show a week' }).tap()
  await expect(phone.getByRole('cell')).toHaveCount(7)

  // Tasks that are not shown are in the list.
  await addTasks(page, ...Array.from({ length: 50 }, (_, index) => ({ title: `Task ${index + 1}`, dueDate: null })))
  await phone.getByRole('link', { name: 'Show all 51 in the list' }).tap()
  await expect(phone).toHaveURL(/#\/list\?due=none$/)
})
