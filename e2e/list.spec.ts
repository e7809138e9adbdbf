import type { Task } from '../src/contract/schemas/tasks.ts'
import { asOnPhone, expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, fiveTasks, focusedCard, live } from './tasks.ts'

test('the list has dense rows in groups that can be closed and stay so after a reload, and completed tasks are closed at first', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  const day = (days: number) => dayFromNow(page, days)
  await addTasks(
    page,
    { title: 'late', dueDate: await day(-2) },
    { title: 'now', dueDate: await day(0) },
    { title: 'far', dueDate: await day(60) },
    { title: 'whenever', dueDate: null },
    { title: 'ready', status: 'Completed' },
  )
  await page.goto('#/list')
  const headings = page.getByRole('list', { name: 'Tasks' }).getByRole('heading')
  await expect(headings).toHaveText([/Overdue\s*1/, /Today\s*1/, /After this week\s*1/, /No date\s*1/, /Completed\s*1/])
  await expect(cards(page)).toHaveText([/late/, /now/, /far/, /whenever/])
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'now' })
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(36)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Completed\s*1/ }).press('Enter')
  await expect(cards(page).filter({ hasText: 'ready' })).toBeVisible()
  // Its group says that it is overdue; only screen readers hear it again.
  await expect(page.locator('[data-urgency="overdue"] b > .visually-hidden')).toHaveText(' overdue')
  await page.getByRole('button', { name: /^Overdue\s*1/ }).click()
  await expect(cards(page).filter({ hasText: 'late' })).toBeHidden()
  await page.reload()
  await expect(cards(page)).toHaveText([/now/, /far/, /whenever/, /ready/])
  await asOnPhone(page)
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(61)
  await page.getByRole('button', { name: /^Overdue\s*1/ }).press('Enter')
  await expect(cards(page).filter({ hasText: 'late' })).toBeVisible()
  await expectAccessible(page)
  // Without other groups, completed tasks are shown.
  await page.goto('#/list?status=Completed')
  await expect(cards(page)).toHaveText([/ready/])
})

test('columns sort by a click, a second click reverses, and columns can be hidden', async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'b', priority: 'High' }, { title: 'a', priority: 'Low' }, { title: 'c' })
  await page.goto('#/list?group=none')
  await page.getByRole('button', { name: 'Sort by Task' }).click()
  await expect(cards(page)).toHaveText([/a$/, /b$/, /c$/])
  await page.getByRole('button', { name: 'Sort by Task, now ascending' }).click()
  await expect(cards(page)).toHaveText([/c$/, /b$/, /a$/])
  await page.getByRole('button', { name: 'Sort by Priority' }).click()
  await expect(cards(page)).toHaveText([/b$/, /c$/, /a$/])
  await page.keyboard.press('v')
  const display = page.getByRole('dialog', { name: 'Display' })
  await display.getByRole('button', { name: 'Status', pressed: true }).click()
  await display.getByText('Roomy').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first()
  await expect(row.getByText('Pending')).toBeHidden()
  await page.reload()
  await expect(row.getByText('High')).toBeVisible()
  await expect(row.getByText('Pending')).toBeHidden()
  await expect(row).toHaveCSS('height', '44px')
  // Back to the order, the columns and the density that the view has by itself.
  await page.keyboard.press('v')
  await display.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/#\/list$/)
  await expect(row).toHaveCSS('height', '36px')

  // The board has facts on cards instead, and columns by priority.
  await page.goto('#/board')
  const card = cards(page).filter({ hasText: 'High' })
  await expect(card).toBeVisible()
  await page.keyboard.press('v')
  await display.getByRole('button', { name: 'Number', pressed: true }).click()
  await expect(card.getByText('#1')).toBeHidden()
  await display.getByLabel('Group by').selectOption('Priority')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'High' }).getByRole('link')).toHaveCount(1)
  await expect(page).toHaveURL(/hide=number&group=priority$/)
})

test('cells open their menu in place, for one task or all selected ones, and every change can be undone', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/list?group=none')
  const row = (title: string) =>
    page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: title })
  await row('two').getByRole('button', { name: 'Medium' }).click()
  const menu = page.getByRole('dialog', { name: 'Change the priority' })
  await expect(menu).toContainText('Priority of #4 two')
  const [cell, panel] = await Promise.all([row('two').getByText('Medium').boundingBox(), menu.boundingBox()])
  expect(Math.abs((panel?.x ?? 0) - (cell?.x ?? 0))).toBeLessThan(40)
  expect((panel?.y ?? 0) - (cell?.y ?? 0)).toBeLessThan(60)
  await page.getByRole('option', { name: 'Critical' }).click()
  await expect(row('two')).toContainText('Critical')

  await page.getByLabel('Select #5').check()
  await page.getByLabel('Select #2').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(bar).toContainText('4 selected')
  await row('three').getByRole('button', { name: 'Pending' }).click()
  await expect(page.getByRole('dialog', { name: 'Change the status' })).toContainText('Status of 4 tasks')
  await page.keyboard.press('3')
  await expect(row('four')).toContainText('Completed')
  await expect(row('five')).toContainText('Pending')
  await page.getByRole('alert').filter({ hasText: 'Completed 4 tasks' }).getByRole('button', { name: 'Undo' }).click()
  await expect(row('four')).toContainText('Pending')
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar).toContainText('5 selected')
  await bar.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(row('five')).toContainText('Completed')
})

test('a title is edited in place by keyboard and pointer; Escape and an empty title change nothing', {
  tag: ['@core', '@firefox'],
}, async ({ page, signedIn: _ }) => {
  await fiveTasks(page, '#/list?group=none')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Title' })
  await expect(field).toBeFocused()
  await field.fill('first')
  await page.keyboard.press('Enter')
  await expect(focusedCard(page)).toContainText('first')
  await expect(page.getByRole('alert')).toContainText('Renamed #5 to first')
  await page.keyboard.press('e')
  await field.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A task needs a title.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(focusedCard(page)).toContainText('first')
  await cards(page).nth(1).hover()
  await page.getByRole('button', { name: 'Edit the title of #4' }).click()
  await field.fill('second')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(cards(page).nth(1)).toContainText('second')
  await page.keyboard.press('Control+z')
  await expect(cards(page).nth(1)).toContainText('two')

  await asOnPhone(page)
  await cards(page).first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(field).toBeFocused()
  await field.fill('second again')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(focusedCard(page)).toContainText('second again')
})

test('a title that is being edited stays, with its text and the focus, while its row is scrolled out of sight', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, ...Array.from({ length: 100 }, (_none, index) => ({ title: `task ${99 - index}` })))
  await page.goto('#/list?group=none')
  await cards(page).first().waitFor()
  await live(page)
  await page.keyboard.press('j')
  await expect(focusedCard(page)).toContainText('task 0')
  await page.keyboard.press('e')
  await page.keyboard.press('End')
  await page.keyboard.type(' edited')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 2_000)
  await expect(page.getByRole('link', { name: 'task 60' })).toBeInViewport()
  const field = page.getByRole('textbox', { name: 'Title' })
  await expect(field).not.toBeInViewport()
  await expect(field).toBeFocused()
  await page.keyboard.type(' twice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Renamed #100 to task 0 edited twice')
})

test('the manual order is changed by keys and by dragging, and is the same on other devices', async ({
  page,
  otherDevice,
  signedIn,
}) => {
  await fiveTasks(page, '#/list?group=none&sort=manual')
  const titles = (from = page) => cards(from).locator('[dir="auto"]')
  await expect(titles()).toHaveText(['one', 'two', 'three', 'four', 'five'])
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(titles()).toHaveText(['two', 'one', 'three', 'four', 'five'])
  await expect(focusedCard(page)).toContainText('one')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(titles()).toHaveText(['two', 'three', 'one', 'four', 'five'])

  const row = (title: string) =>
    page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: title })
  const [from, to] = await Promise.all([row('five').boundingBox(), row('two').boundingBox()])
  await page.mouse.move((from?.x ?? 0) + 6, (from?.y ?? 0) + 18)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 6, (to?.y ?? 0) + 2, { steps: 5 })
  await page.mouse.up()
  await expect(titles()).toHaveText(['five', 'two', 'three', 'one', 'four'])
  const other = await otherDevice(signedIn)
  await other.goto('#/list?group=none&sort=manual')
  await live(other)
  await expect(titles(other)).toHaveText(['five', 'two', 'three', 'one', 'four'])

  await asOnPhone(page)
  await cards(page).first().focus()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(focusedCard(page)).toContainText('five')
  for (const screen of [page, other]) await expect(titles(screen)).toHaveText(['two', 'five', 'three', 'one', 'four'])
})

test('on a touch screen a swipe completes or snoozes, and a long press selects', { tag: '@narrow' }, async ({
  otherDevice,
  signedIn,
}) => {
  const page = await otherDevice(signedIn, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await fiveTasks(page)
  const session = await page.context().newCDPSession(page)
  const touch = async (title: string, dx: number, holdMs = 0) => {
    const box = await cards(page)
      .filter({ hasText: new RegExp(`^${title}`) })
      .boundingBox()
    const [x, y] = [(box?.x ?? 0) + 180, (box?.y ?? 0) + 40]
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
    await send('touchStart', x)
    if (holdMs) await page.getByLabel(`Select #5`).waitFor()
    for (const part of dx ? [0.3, 0.6, 1] : []) await send('touchMove', x + dx * part)
    await send('touchEnd')
  }
  await touch('two', 140)
  await expect(page.getByRole('button', { name: 'Complete #4', pressed: true })).toBeVisible()
  await page.getByRole('alert').filter({ hasText: 'Completed #4' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Complete #4', pressed: false })).toBeVisible()
  await touch('three', -140)
  await expect(page.getByRole('dialog', { name: 'Snooze' })).toContainText('#3 three')
  await page.getByRole('option', { name: 'Someday' }).click()
  await expect(cards(page).filter({ hasText: 'three' })).toHaveCount(0)
  // A parent asks about its open parts, and stays as it was if the user thinks again.
  const tasks: Task[] = (await (await page.request.get('/tasks/getTasks')).json()).tasks
  await addTasks(page, { title: 'Inner', dueDate: null, partOf: tasks.find(({ title }) => title === 'two')?._id ?? '' })
  await expect(cards(page).filter({ hasText: 'Inner' })).toBeVisible()
  await touch('two', 140)
  const question = page.getByRole('dialog', { name: '#4 two has 1 open part' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Complete #4', pressed: false })).toBeVisible()
  await touch('one', 0, 500)
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('1 selected')
  await expect(page).toHaveURL(/#\/dashboard$/)
})
