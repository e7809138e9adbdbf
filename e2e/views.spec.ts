import type { Page } from '@playwright/test'
import { asOnPhone, expect, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live } from './tasks.ts'

const column = (page: Page, status: string) => page.getByRole('list', { name: `${status} tasks` }).getByRole('link')

const criterionId = '01a1e531-14b7-7000-b324-3536ce0ca532'

test('a card can be moved by keyboard, keeps its position, and is moved back by undo', {
  tag: ['@core', '@firefox', '@wide'],
}, async ({ page, signedIn, otherDevice }) => {
  await addTasks(page, { title: 'third' }, { title: 'second' }, { title: 'first' })
  await page.goto('#/board')
  await expect(column(page, 'Pending')).toHaveText([/first/, /second/, /third/])
  await live(page)
  const device = await otherDevice(signedIn)
  await device.goto('#/board')
  await expect(column(device, 'Pending')).toHaveCount(3)

  await column(page, 'Pending').filter({ hasText: 'first' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  for (const screen of [page, device]) await expect(column(screen, 'Pending')).toHaveText([/second/, /first/, /third/])
  await page.reload()
  await expect(column(page, 'Pending')).toHaveText([/second/, /first/, /third/])

  await column(page, 'Pending').filter({ hasText: 'third' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  for (const screen of [page, device]) await expect(column(screen, 'In Progress')).toHaveText([/third/])
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  for (const screen of [page, device]) await expect(column(screen, 'Pending')).toHaveText([/second/, /first/, /third/])

  await asOnPhone(page)
  await column(page, 'Pending').filter({ hasText: 'first' }).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging]')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  for (const screen of [page, device]) await expect(column(screen, 'In Progress')).toHaveText([/first/])
  await page.keyboard.press('Control+z')
  for (const screen of [page, device]) await expect(column(screen, 'Pending')).toHaveText([/second/, /first/, /third/])
})

test('a card can be dragged to another column with the mouse, with and without motion; a refused move is reverted', {
  tag: '@core',
}, async ({ page, signedIn: _, complaints }) => {
  await addTasks(page, { title: 'drag me' }, { title: 'drag me too' }, { title: 'stay', status: 'Completed' })
  await page.goto('#/board')
  await expect(column(page, 'Pending')).toHaveCount(2)
  for (const [reducedMotion, moved, number] of [
    ['reduce', 1, '#2'],
    ['no-preference', 2, '#1'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    const from = await column(page, 'Pending').first().boundingBox()
    const to = await column(page, 'Completed').first().boundingBox()
    if (!from || !to) throw new Error('the cards are not in view')
    await page.mouse.move(from.x + 60, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 80, from.y + 30, { steps: 5 })
    await page.mouse.move(to.x + 80, to.y + 30, { steps: 20 })
    await expect(page.locator('[data-over]')).toHaveAttribute('aria-label', 'Completed tasks')
    await page.mouse.up()
    await expect(page.getByRole('alert').filter({ hasText: `Completed ${number}` })).toBeVisible()
    await expect(column(page, 'Completed').filter({ hasText: 'drag me' })).toHaveCount(moved)
    await expect(column(page, 'Pending')).toHaveCount(2 - moved)
  }

  await page.route('**/tasks/updateTask/*', (route) =>
    route.fulfill({ status: 409, json: { message: 'Too busy.', code: 'conflict' } }),
  )
  const stay = column(page, 'Completed').filter({ hasText: 'stay' })
  await stay.focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging]')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(page.getByRole('alert').filter({ hasText: 'Too busy.' })).toBeVisible()
  await expect(stay).toBeVisible()
  await expect(column(page, 'In Progress')).toHaveCount(0)
  await expectComplaints(complaints, 'status of 409', 'Error moving task')
})

test('every count of the overview links to its tasks; Next shows the tasks to do now with a reason; both have a message for the empty state', {
  tag: ['@core', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  for (const [address, words] of [
    ['#/board', 'Drop a task here'],
    ['#/next', 'Nothing left to do.'],
    ['#/overview', 'No figures yet.'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(words).first()).toBeVisible()
  }
  await addTasks(
    page,
    { title: 'whenever', dueDate: await dayFromNow(page, 60), priority: 'Low' },
    { title: 'burning', dueDate: await dayFromNow(page, -2), priority: 'Critical' },
    { title: 'today', dueDate: await dayFromNow(page, 0) },
    { title: 'done', status: 'Completed', doneWhen: [{ id: criterionId, text: 'It is seen', isMet: true }] },
  )

  await expect(page.getByRole('link', { name: '3 Open' })).toBeVisible()
  await expect(page.getByRole('link', { name: '1 in the last 28 days' })).toBeVisible()
  await expect(page.getByText('1 with proof')).toBeVisible()
  await page.getByRole('link', { name: '1 Overdue', exact: true }).click()
  await expect(cards(page)).toHaveText([/burning/])
  await page.goto('#/overview')
  await page.getByRole('region', { name: 'Open by priority' }).getByRole('link', { name: /Low 1/ }).click()
  await expect(cards(page)).toHaveText([/whenever/])
  await page.goto('#/overview')
  await page
    .getByRole('region', { name: 'By status' })
    .getByRole('link', { name: /Completed 1/ })
    .click()
  await expect(cards(page)).toHaveText([/done/])

  await page.goto('#/next')
  const rows = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
  await expect(rows).toHaveText([/burning\s*2 d overdue/, /today\s*due today/, /whenever/])
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await page.keyboard.press('3')
  await expect(rows).toHaveText([/today/, /whenever/])
  await page.getByRole('button', { name: 'Complete #3' }).click()
  await expect(rows).toHaveText([/whenever/])
})

test('on touch devices no keys are mentioned, and the board has the round + too', { tag: '@narrow' }, async ({
  otherDevice,
  signedIn,
}) => {
  const phone = await otherDevice(signedIn, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await phone.goto('#/board')
  await expect(phone.getByText('Drop a task here').first()).toBeVisible()
  await expect(phone.getByText('Drag cards')).toBeHidden()
  await phone.getByRole('link', { name: 'Add a task' }).click()
  await expect(phone).toHaveURL(/#\/add-task$/)
  await phone.goto('#/dashboard')
  await expect(phone.getByText('No tasks available.')).toBeVisible()
  await expect(phone.getByText('press Q')).toBeHidden()
})
