import type { Locator, Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { expect, forgive, test } from './taskdeck.ts'
import { addTasks, cards, fiveTasks, focusedCard, live } from './tasks.ts'

/** Tuesday. */
const today = '2026-11-17'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const column = (page: Page, status: string) => page.getByRole('list', { name: `${status} tasks` }).getByRole('link')
const dragged = (page: Page) => page.locator('[data-dragging]')
const over = (page: Page) => page.locator('[data-over]')
const announced = (page: Page) => page.locator('[aria-live="assertive"]')
const titles = (page: Page) => cards(page).locator('[dir="auto"]')
const listRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem').filter({ hasText: title })
const cell = (page: Page, date: string) => page.locator(`td[data-drop-day="${date}"]`)
const entry = (page: Page, title: string) => page.getByRole('link', { name: title })

const manualOrder = '#/list?group=none&sort=manual'

/** The box of an element that has come to rest. */
async function boxOf(element: Locator) {
  await element.hover({ trial: true })
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not in view')
  return box
}

async function middleOf(element: Locator) {
  const box = await boxOf(element)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses the mouse on an element and moves it away, until the element is dragged. */
async function lift(page: Page, element: Locator, { dx = 0 } = {}) {
  const { x, y } = await middleOf(element)
  await page.mouse.move(x + dx, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + 8, { steps: 2 })
  await expect(dragged(page)).toHaveCount(1)
}

/** A finger on a touch screen. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  let at = { x: 0, y: 0 }
  return {
    press: async (element: Locator) => {
      at = await middleOf(element)
      await send('touchStart', at)
    },
    /** Moves there in small steps, as a finger does. */
    moveTo: async (to: { x: number; y: number }) => {
      const from = at
      at = to
      for (const way of [0.1, 0.25, 0.5, 0.75, 1])
        await send('touchMove', { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way })
    },
    lift: () => send('touchEnd'),
  }
}

async function dueOf(page: Page, title: string): Promise<string | null | undefined> {
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  return (tasks as Task[]).find((task) => task.title === title)?.dueDate?.slice(0, 10) ?? null
}

async function openCalendar(page: Page) {
  await page.clock.setFixedTime(new Date(`${today}T10:00:00`))
  await page.goto('#/calendar')
  await page.locator('td[data-drop-day]').first().waitFor()
  await live(page)
}

test('a lifted card is announced, moves with the arrow keys and drops with Space or Enter; Escape leaves it where it was', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'third' }, { title: 'second' }, { title: 'first' })
  await page.goto('#/board')
  await live(page)
  const first = column(page, 'Pending').filter({ hasText: 'first' })
  await expect(first).toHaveAccessibleDescription(/^Press Space to start a drag\./)
  await first.focus()
  await page.keyboard.press('Space')
  await expect(announced(page)).toHaveText('You have lifted #3 first from position 1.')
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('You have moved #3 first from position 1 to position 2.')
  await page.keyboard.press('ArrowRight')
  await expect(announced(page)).toHaveText(
    'You have moved #3 first from position 1 in list Pending to position 1 in list In Progress.',
  )
  await expect(over(page)).toHaveAttribute('aria-label', 'In Progress tasks')
  // No other command runs meanwhile.
  await page.keyboard.press('c')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(announced(page)).toHaveText('Movement cancelled. #3 first has returned to position 1.')
  await expect(dragged(page)).toHaveCount(0)
  await expect(focusedCard(page)).toContainText('first')
  await expect(column(page, 'Pending')).toHaveText([/first/, /second/, /third/])
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(announced(page)).toHaveText(
    /^You have dropped #3 first\. You have moved it from position 1 in list Pending/,
  )
  await expect(column(page, 'In Progress')).toHaveText([/first/])
  await expect(focusedCard(page)).toContainText('first')
  await expect(page).toHaveURL(/#\/board$/)
  // Where the page runs from right to left, so do the columns and the arrow keys.
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(column(page, 'Completed')).toHaveText([/first/])
})

test('in the manual order of the list, Space lifts a row too; in another order it does not', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, manualOrder)
  await page.keyboard.press('j')
  await expect(focusedCard(page)).toContainText('one')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('You have moved #5 one from position 1 to position 3.')
  await page.keyboard.press('Space')
  await expect(titles(page)).toHaveText(['two', 'three', 'one', 'four', 'five'])
  await expect(focusedCard(page)).toContainText('one')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(announced(page)).toHaveText('Movement cancelled. #5 one has returned to position 3.')
  await expect(titles(page)).toHaveText(['two', 'three', 'one', 'four', 'five'])

  await page.goto('#/list?group=none')
  await expect(cards(page).first()).toHaveAccessibleDescription('')
  await cards(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('j')
  await expect(focusedCard(page)).toHaveCount(1)
  await expect(dragged(page)).toHaveCount(0)
})

test('in the calendar, Space lifts a task, the arrow keys choose a day or none, and Escape leaves it on its day', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'alpha', dueDate: '2026-11-18' }, { title: 'omega', dueDate: null })
  await openCalendar(page)
  await entry(page, 'alpha').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(announced(page)).toHaveText('You have moved #1 alpha from Wednesday, Nov 18 to Thursday, Nov 26.')
  await expect(over(page)).toHaveAttribute('data-drop-day', '2026-11-26')
  await page.keyboard.press('Escape')
  await expect(over(page)).toHaveCount(0)
  expect(await dueOf(page, 'alpha')).toBe('2026-11-18')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(() => dueOf(page, 'alpha')).toBe('2026-11-11')
  await expect(focusedCard(page)).toContainText('alpha')

  // From those without a date, the way back leads to today.
  await entry(page, 'omega').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect.poll(() => dueOf(page, 'omega')).toBe(today)
  await expect(focusedCard(page)).toContainText('omega')
  await page.keyboard.press('Space')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(() => dueOf(page, 'omega')).toBeNull()
})

test('Escape cancels a drag by mouse on board, list and calendar; the release then opens nothing', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/board')
  const cancel = async () => {
    await page.keyboard.press('Escape')
    await expect(dragged(page)).toHaveCount(0)
    await expect(over(page)).toHaveCount(0)
    await page.mouse.up()
  }
  await lift(page, column(page, 'Pending').first())
  // The preview follows the pointer.
  const { x, y } = await middleOf(page.getByRole('list', { name: 'Completed tasks' }))
  await page.mouse.move(x, y, { steps: 5 })
  await expect(over(page)).toHaveAttribute('aria-label', 'Completed tasks')
  const preview = await page.locator('[inert]').boundingBox()
  expect(Math.abs((preview?.x ?? 0) + (preview?.width ?? 0) / 2 - x)).toBeLessThan(20)
  await cancel()
  // Over the link on which it began, the release would be a click.
  await lift(page, column(page, 'Pending').first())
  await cancel()
  await expect(page).toHaveURL(/#\/board$/)
  await expect(column(page, 'Pending')).toHaveText([/one/, /two/, /three/, /four/, /five/])

  await page.goto(manualOrder)
  const row = await boxOf(listRow(page, 'one'))
  await lift(page, listRow(page, 'one'), { dx: 6 - row.width / 2 })
  await page.mouse.move(row.x + 6, row.y + 100, { steps: 3 })
  await expect(page.locator('[data-drop-mark]')).toBeVisible()
  await cancel()
  await expect(titles(page)).toHaveText(['one', 'two', 'three', 'four', 'five'])

  await openCalendar(page)
  await lift(page, entry(page, 'one'))
  const day = await middleOf(cell(page, '2026-11-05'))
  await page.mouse.move(day.x, day.y, { steps: 5 })
  await expect(over(page)).toHaveAttribute('data-drop-day', '2026-11-05')
  await cancel()
  expect(await dueOf(page, 'one')).toBe('2026-11-20')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('on a touch screen, a card of the board is lifted by a long press and carried to a column out of sight; a swipe scrolls', {
  tag: '@narrow',
}, async ({ otherDevice, signedIn }) => {
  const page = await otherDevice(signedIn, phone)
  await addTasks(page, ...Array.from({ length: 20 }, (_none, index) => ({ title: `task ${index + 1}.` })))
  await page.goto('#/board')
  await live(page)
  const card = column(page, 'Pending').filter({ hasText: 'task 18.' })
  const touch = await finger(page)
  await touch.press(card)
  await expect(dragged(page)).toBeVisible()
  await touch.moveTo({ x: 380, y: 400 })
  // At the edge, the board scrolls to its other columns.
  await expect(over(page)).toHaveAttribute('aria-label', 'Completed tasks')
  await touch.lift()
  await expect(column(page, 'Completed')).toHaveText([/task 18\./])
  await expect(page).toHaveURL(/#\/board$/)

  const swiped = column(page, 'Completed').first()
  const { x, y } = await middleOf(swiped)
  await touch.press(swiped)
  await touch.moveTo({ x, y: y - 200 })
  await touch.lift()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
  await expect(dragged(page)).toHaveCount(0)
})

test('on a touch screen, a row of the list is dragged after a long press; without a move, the press selects', {
  tag: '@narrow',
}, async ({ otherDevice, signedIn }) => {
  const page = await otherDevice(signedIn, phone)
  await fiveTasks(page, manualOrder)
  const touch = await finger(page)
  const selection = page.getByRole('toolbar', { name: 'Selected tasks' })
  await touch.press(entry(page, 'one'))
  await expect(selection).toContainText('1 selected')
  const { x, y } = await middleOf(listRow(page, 'three'))
  await touch.moveTo({ x, y: y + 15 })
  await expect(dragged(page)).toBeVisible()
  await expect(selection).toBeHidden()
  await touch.lift()
  await expect(titles(page)).toHaveText(['two', 'three', 'one', 'four', 'five'])

  await touch.press(entry(page, 'five'))
  await expect(selection).toContainText('1 selected')
  await touch.lift()
  await expect(selection).toContainText('1 selected')
  await expect(page).toHaveURL(/#\/list/)
})

test('on a touch screen, a task is carried to another day, in the wide calendar and in that of a phone', async ({
  otherDevice,
  page,
  signedIn,
}) => {
  await addTasks(page, { title: 'alpha', dueDate: today }, { title: 'omega', dueDate: null })
  const tablet = await otherDevice(signedIn, { viewport: { width: 1200, height: 900 }, hasTouch: true })
  await openCalendar(tablet)
  const onTablet = await finger(tablet)
  await onTablet.press(entry(tablet, 'omega'))
  await expect(dragged(tablet)).toBeVisible()
  await onTablet.moveTo(await middleOf(cell(tablet, '2026-11-12')))
  await onTablet.lift()
  await expect.poll(() => dueOf(page, 'omega')).toBe('2026-11-12')

  const small = await otherDevice(signedIn, phone)
  await openCalendar(small)
  const onPhone = await finger(small)
  await onPhone.press(entry(small, 'alpha'))
  await expect(small.getByRole('toolbar', { name: 'Selected tasks' })).toBeVisible()
  await onPhone.moveTo(await middleOf(cell(small, '2026-11-26')))
  await expect(over(small)).toHaveAttribute('data-drop-day', '2026-11-26')
  await onPhone.lift()
  await expect.poll(() => dueOf(page, 'alpha')).toBe('2026-11-26')
  await expect(small.getByRole('toolbar', { name: 'Selected tasks' })).toBeHidden()
})

test('a task of the agenda is carried to another day of the week by mouse, by keys and by touch, and undo brings it back', async ({
  page,
  otherDevice,
  signedIn,
}) => {
  await addTasks(
    page,
    { title: 'alpha', dueDate: today },
    { title: 'omega', startDate: today, dueDate: '2026-12-18' },
    { title: 'sigma', dueDate: today },
  )
  const open = async (screen: Page, address: string) => {
    await screen.clock.setFixedTime(new Date(`${today}T10:00:00`))
    await screen.goto(address)
    await live(screen)
    await screen.getByRole('list', { name: 'This week' }).waitFor()
  }
  const agenda = (screen: Page, title: string) =>
    screen.getByRole('region', { name: 'Agenda' }).getByRole('link', { name: title })
  const dayOf = (screen: Page, date: string) => screen.locator(`li[data-drop-day="${date}"]`)
  const startOf = async (title: string) => {
    const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
    return (tasks as Task[]).find((task) => task.title === title)?.startDate?.slice(0, 10)
  }
  await open(page, '#/today')
  await expect(page.locator('li[data-drop-day="2026-11-16"]')).toHaveCount(0)
  await lift(page, agenda(page, 'alpha'))
  const thursday = await middleOf(dayOf(page, '2026-11-19'))
  await page.mouse.move(thursday.x, thursday.y, { steps: 5 })
  await expect(over(page)).toHaveAttribute('data-drop-day', '2026-11-19')
  await page.mouse.up()
  await expect.poll(() => dueOf(page, 'alpha')).toBe('2026-11-19')
  await expect(page).toHaveURL(/#\/today$/)
  await expect(agenda(page, 'alpha')).toBeHidden()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => dueOf(page, 'alpha')).toBe(today)

  // Work that begins today keeps its due date.
  await agenda(page, 'omega').focus()
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight')
  await expect.poll(() => startOf('omega')).toBe('2026-11-18')
  expect(await dueOf(page, 'omega')).toBe('2026-12-18')

  const small = await otherDevice(signedIn, phone)
  await open(small, '#/today?tab=agenda')
  const touch = await finger(small)
  await touch.press(agenda(small, 'sigma'))
  await expect(small.getByRole('toolbar', { name: 'Selected tasks' })).toBeVisible()
  await touch.moveTo(await middleOf(dayOf(small, '2026-11-20')))
  await expect(over(small)).toHaveAttribute('data-drop-day', '2026-11-20')
  await touch.lift()
  await expect.poll(() => dueOf(page, 'sigma')).toBe('2026-11-20')
})

test('lists that change during a drag keep its place; a dragged task that disappears ends it', async ({
  page,
  signedIn: _,
}) => {
  const [, , third, second] = await fiveTasks(page, '#/board')
  await column(page, 'Pending').filter({ hasText: 'one' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toContainText('position 3')
  // Between three and four: one task comes before the place, and one leaves.
  await addTasks(page, { title: 'zero' })
  await page.request.put(`/tasks/updateTask/${second?._id}`, { data: { status: 'Completed' } })
  await expect(column(page, 'Pending')).toHaveText([/zero/, /one/, /three/, /four/, /five/])
  await page.keyboard.press('Space')
  await expect(column(page, 'Pending')).toHaveText([/zero/, /three/, /one/, /four/, /five/])

  await lift(page, column(page, 'Pending').filter({ hasText: 'three' }))
  await page.request.delete(`/tasks/deleteTask/${third?._id}`)
  await expect(column(page, 'Pending')).toHaveText([/zero/, /one/, /four/, /five/])
  await expect(dragged(page)).toHaveCount(0)
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: 'three' })).toHaveCount(0)
})

test('a row is dragged to the end of a long list, whose rows come while it scrolls', async ({ page, signedIn: _ }) => {
  await addTasks(page, ...Array.from({ length: 50 }, (_none, index) => ({ title: `task ${49 - index}.` })))
  await page.goto(manualOrder)
  await live(page)
  const row = await boxOf(listRow(page, 'task 2.'))
  await lift(page, listRow(page, 'task 2.'), { dx: 6 - row.width / 2 })
  await page.mouse.move(row.x + 6, 890, { steps: 5 })
  await expect(listRow(page, 'task 49.')).toBeInViewport()
  // The window cannot scroll further.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY))
    .toBeLessThan(2)
  const last = await middleOf(listRow(page, 'task 49.'))
  await page.mouse.move(row.x + 6, last.y + 16)
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: 'Moved #48 task 2.' })).toBeVisible()
  await expect(listRow(page, 'task 2.')).toHaveAttribute('aria-posinset', '50')
})

test('in a list that is grouped by date, a task is dragged to another day, by keys and by a finger, too', {
  tag: '@wide',
}, async ({ page, signedIn, otherDevice, complaints }) => {
  await page.clock.setFixedTime(new Date(`${today}T10:00:00`))
  await addTasks(
    page,
    { title: 'Late', dueDate: '2026-11-10' },
    { title: 'Now', dueDate: today },
    { title: 'Friday', dueDate: '2026-11-20' },
    { title: 'Any time', dueDate: null },
  )
  await page.goto('#/list')
  await live(page)
  const groups = page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('heading')
  const due = (title: string) => expect.poll(() => dueOf(page, title))
  await expect(groups).toHaveText([/Overdue/, /Today/, /This week/, /No date/])
  const grip = (title: string) => listRow(page, title).locator('[data-grip]')

  // On a row: its day. All rows and the heading of this day are marked.
  await listRow(page, 'Late').hover()
  await lift(page, grip('Late'))
  const friday = await middleOf(listRow(page, 'Friday'))
  await page.mouse.move(friday.x, friday.y, { steps: 3 })
  await expect(over(page)).toHaveText([/Friday/])
  await expect(announced(page)).toHaveText('You have moved #1 Late from Nov 10, 2026 to Nov 20, 2026.')
  await page.mouse.up()
  await expect(groups).toHaveText([/Today/, /This week\s*2/, /No date/])
  await due('Late').toBe('2026-11-20')
  await page.getByRole('alert').filter({ hasText: 'Nov 20, 2026' }).getByRole('button', { name: 'Undo' }).click()
  await expect(groups.first()).toHaveText(/Overdue/)

  // On a heading: the first day of its group. Escape and a place without a day change nothing.
  await listRow(page, 'Any time').hover()
  await lift(page, grip('Any time'))
  const heading = await middleOf(groups.filter({ hasText: 'Today' }))
  await page.mouse.move(heading.x, heading.y, { steps: 3 })
  await expect(over(page)).toHaveText([/Today/, /Now/])
  const late = await middleOf(listRow(page, 'Late'))
  await page.mouse.move(late.x, late.y, { steps: 3 })
  await expect(over(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(groups).toHaveText([/Overdue/, /Today/, /This week/, /No date/])
  await lift(page, grip('Any time'))
  await page.mouse.move(heading.x, heading.y, { steps: 3 })
  await expect(over(page)).toHaveCount(2)
  await page.mouse.up()
  await expect(groups).toHaveText([/Overdue/, /Today\s*2/, /This week/])

  // Space opens the panel beside the list, as everywhere: the keys of the calendar move a task.
  await cards(page).filter({ hasText: 'Now' }).focus()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await due('Now').toBe('2026-11-18')
  await expect(focusedCard(page)).toContainText('Now')
  await page.keyboard.press('Control+Shift+ArrowUp')
  await due('Now').toBe('2026-11-11')
  await expect(focusedCard(page)).toContainText('Now')

  // In the user's own order, a task among those of another day gets this day.
  await page.goto('#/list?sort=manual')
  await expect(groups).toHaveText([/Overdue\s*2/, /Today/, /This week/])
  await listRow(page, 'Any time').hover()
  await lift(page, grip('Any time'))
  const box = await boxOf(listRow(page, 'Friday'))
  await page.mouse.move(box.x + 60, box.y + box.height - 4, { steps: 3 })
  await page.mouse.up()
  await expect(groups).toHaveText([/Overdue\s*2/, /This week\s*2/])
  await due('Any time').toBe('2026-11-20')

  // Groups without tasks are in a bar at the bottom edge, in any order of the list, and without the server, too.
  const bar = page.locator('[data-drop-bar]')
  const dragToBar = async (title: string, group: string) => {
    await listRow(page, title).hover()
    await lift(page, grip(title))
    const to = await middleOf(bar.getByText(group))
    await page.mouse.move(to.x, to.y, { steps: 3 })
    await expect(bar.locator('[data-active]')).toContainText(group)
    await page.mouse.up()
    await expect(bar).toHaveCount(0)
  }
  await page.context().setOffline(true)
  await dragToBar('Any time', 'Today')
  await expect(groups).toHaveText([/Overdue\s*2/, /Today\s*1/, /This week\s*1/])
  await page.goto('#/list')
  await expect(groups).toHaveCount(3)
  await dragToBar('Any time', 'No date')
  await expect(groups).toHaveText([/Overdue\s*2/, /This week\s*1/, /No date\s*1/])
  await page.context().setOffline(false)
  await due('Any time').toBe(null)
  await live(page)
  forgive(complaints, 'ERR_INTERNET_DISCONNECTED')

  // In Later, a task gets another day of its return.
  const [put] = await addTasks(page, { title: 'Put off', startDate: '2026-11-20' })
  await page.goto('#/later')
  await expect(groups).toHaveText([/Back this week/])
  await dragToBar('Put off', 'Someday')
  await expect(groups).toHaveText([/Someday/])
  const startOf = async () => (await (await page.request.get(`/tasks/task/${put?._id}`)).json()).startDate
  await expect.poll(startOf).toMatch(/^9999-12-31/)

  const small = await otherDevice(signedIn, phone)
  await small.clock.setFixedTime(new Date(`${today}T10:00:00`))
  await small.goto('#/list')
  await live(small)
  const hand = await finger(small)
  await hand.press(listRow(small, 'Late').getByRole('link'))
  await expect(small.locator('[data-selected]')).toHaveCount(1)
  await hand.moveTo(await middleOf(listRow(small, 'Friday')))
  await expect(over(small)).toHaveText([/Friday/])
  await hand.lift()
  await due('Late').toBe('2026-11-20')
})
