import { expect, test } from './taskdeck.ts'
import { addTasks, cards, fiveTasks, focusedCard, live } from './tasks.ts'

test('back from a task, its card has the focus again, far down too', async ({ page, signedIn: _ }) => {
  await addTasks(page, ...Array.from({ length: 100 }, (_, index) => ({ title: `task ${99 - index}` })))
  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  await live(page)
  await page.keyboard.press('j')
  for (let row = 0; row < 20; row++) await page.keyboard.press('ArrowDown')
  await expect(focusedCard(page)).toContainText('task 60')
  for (const back of [() => page.goBack(), () => page.getByRole('link', { name: '← Dashboard' }).press('Enter')]) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'task 60' })).toBeVisible()
    await back()
    await expect(focusedCard(page)).toContainText('task 60')
    await expect(focusedCard(page)).toBeInViewport({ ratio: 1 })
  }
})

test('when its card goes, the focus goes to the one that took its place', async ({ page, signedIn: _ }) => {
  await fiveTasks(page, '#/dashboard?status=Pending')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('three')
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Change the status' }).waitFor()
  await page.keyboard.press('3')
  await expect(focusedCard(page)).toContainText('four')
  await page.keyboard.press('Backspace')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).press('Enter')
  await expect(focusedCard(page)).toContainText('five')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('one')
})

test('a card that moves within the list keeps the focus', async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  await page
    .getByRole('dialog', { name: 'Change the due date' })
    .getByRole('option', { name: /^Today/ })
    .press('Enter')
  await expect(cards(page).last()).toContainText('one')
  await expect(focusedCard(page)).toContainText('one')
})

test('who completes on Next goes on with the next one', async ({ page, signedIn: _ }) => {
  await addTasks(page, ...[1, 2, 3].map((days) => ({ title: `day ${days}`, dueDate: `2027-01-0${days}` })))
  await page.goto('#/next')
  await live(page)
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('day 2')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('day 3')
})

test('Enter and the arrow down lead from the search to what it found; Escape clears it first, then leaves it', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page)
  const search = page.getByLabel('Search tasks')
  await page.keyboard.press('/')
  await page.keyboard.type('four')
  await page.keyboard.press('Enter')
  await expect(focusedCard(page)).toContainText('four')
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await expect(focusedCard(page)).toContainText('one')
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
})

test('the focus is not taken from who has gone elsewhere', async ({ page, signedIn: _ }) => {
  await fiveTasks(page, '#/dashboard?status=Pending')
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1 }).click()
  await page.request.put(`/tasks/updateTask/${await cards(page).first().getAttribute('data-task')}`, {
    data: { status: 'Completed' },
  })
  await expect(cards(page)).toHaveCount(4)
  await expect(focusedCard(page)).toHaveCount(0)
})

test('the keys of a list work on the board: in the column, between columns, and on the card with the focus', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, ...['three', 'two', 'one'].map((title) => ({ title })), { title: 'done', status: 'Completed' })
  await page.goto('#/board')
  await expect(cards(page)).toHaveCount(4)
  await live(page)
  for (const [key, title] of [
    ['j', 'one'],
    ['j', 'two'],
    ['l', 'done'],
    ['ArrowLeft', 'one'],
    ['ArrowDown', 'two'],
    ['j', 'three'],
    ['j', 'three'],
    ['k', 'two'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focusedCard(page)).toContainText(title)
  }
  const column = (status: string) => page.getByRole('list', { name: `${status} tasks` }).getByRole('link')
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: 'Change the priority' }).waitFor()
  await page.keyboard.press('1')
  await expect(column('Pending').filter({ hasText: 'two' })).toContainText('Critical')
  await expect(focusedCard(page)).toContainText('two')
  await page.keyboard.press('c')
  await expect(column('Completed').filter({ hasText: 'two' })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('1 selected')
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).press('Enter')
  await expect(focusedCard(page)).toContainText('done')
  await page.getByRole('button', { name: 'Complete #4', pressed: true }).click()
  await expect(column('Pending').filter({ hasText: 'done' })).toBeVisible()
})

test('a card that is dropped into another column by keyboard keeps the focus, and letters do nothing meanwhile', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/board')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const moved = page.getByRole('list', { name: 'In Progress tasks' }).getByRole('link')
  await expect(moved).toContainText('one')
  await expect(moved).toBeFocused()
})
