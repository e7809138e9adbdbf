import { expect, holdBack, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, fiveTasks, focusedCard, live } from './tasks.ts'

test('after going back from a task its card has the focus again, even far down the list', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, ...Array.from({ length: 100 }, (_, index) => ({ title: `task ${99 - index}` })))
  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  await live(page)
  await page.keyboard.press('j')
  await expect(focusedCard(page)).toContainText('task 0')
  // All keys at once: the card is not in the page yet when the menu opens, and must not take the focus from it.
  await page.evaluate(async () => {
    for (const key of [...Array<string>(60).fill('j'), 's']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      // React has rendered the change, but nothing has been painted yet.
      await Promise.resolve()
    }
  })
  await expect(page.getByRole('dialog')).toContainText('task 60')
  await expect(page.locator('a[data-task]', { hasText: 'task 60' })).toBeInViewport()
  await expect(page.getByRole('listbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(focusedCard(page)).toContainText('task 60')
  for (const back of [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to Dashboard' }).press('Enter'),
  ]) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'task 60' })).toBeVisible()
    await back()
    await expect(focusedCard(page)).toContainText('task 60')
    await expect(focusedCard(page)).toBeInViewport({ ratio: 1 })
  }
})

test('when the focused card disappears, the focus moves to the card in its place, unless the user has moved it elsewhere', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/dashboard?status=Pending')
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1 }).click()
  await page.request.put(`/tasks/updateTask/${await cards(page).first().getAttribute('data-task')}`, {
    data: { status: 'Completed' },
  })
  await expect(cards(page)).toHaveText([/two/, /three/, /four/, /five/])
  await expect(focusedCard(page)).toHaveCount(0)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('four')
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Change the status' }).waitFor()
  await page.keyboard.press('3')
  await expect(focusedCard(page)).toContainText('five')
  await page.keyboard.press('Backspace')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).press('Enter')
  await expect(focusedCard(page)).toContainText('two')
})

test('the key right after the Escape that closes a menu or a dialog acts on the same task, also if the dialog has replaced a menu', async ({
  page,
  signedIn: _,
}) => {
  const [part, , whole] = await fiveTasks(page, '#/list?group=none')
  const task = (name: string) => page.getByRole('link', { name }).first()
  for (const opener of ['s', 'l', 'd', 'q', '?', 'Delete']) {
    await task('three').focus()
    await pressSequence(page, opener, 'Escape', 'j')
    await expect(focusedCard(page), opener).toContainText('four')
  }

  await page.request.post(`/tasks/task/${part?._id}/links`, { data: { kind: 'part of', to: whole?._id } })
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: task('three') })
      .first(),
  ).toContainText('0/1')
  await task('three').focus()
  await page.keyboard.press('s')
  await page.keyboard.press('3')
  await page.getByRole('button', { name: 'Complete it too' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(focusedCard(page)).toContainText('three')
})

test('Tab stays inside a dialog, and works right after it has opened', async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'one', labels: ['auth'] }, { title: 'two' })
  await page.goto('#/list?group=none')
  await cards(page).first().waitFor()
  await live(page)
  await page.getByRole('link', { name: 'two' }).focus()
  // All keys at once: a timer of the dialog must not take the focus back.
  await pressSequence(page, 'Delete', 'Tab')
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete Task' })
  await expect(remove).toBeFocused()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(1)

  await page.goto('#/settings/labels')
  await page.getByRole('region', { name: 'Labels' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'teal' }).check()
  const reached: (string | null)[] = []
  const step = async (key: string) => {
    await page.keyboard.press(key)
    await expect(dialog.locator(':focus')).toHaveCount(1)
    return page.evaluate(() => document.activeElement?.outerHTML ?? null)
  }
  for (let steps = 0; steps < 12; steps++) reached.push(await step('Tab'))
  const round = new Set(reached)
  expect(reached).toHaveLength(12)
  expect(round.size).toBeLessThan(12)
  expect(reached.slice(0, 12 - round.size)).toEqual(reached.slice(round.size))
  for (let steps = 10; steps >= 0; steps--) expect(await step('Shift+Tab')).toBe(reached[steps])
})

test('an answer that comes late does not take the user away from the screen that they have chosen meanwhile', async ({
  page,
  signedIn: _,
}) => {
  const [, , task] = await fiveTasks(page, '#/board')
  const board = page.getByRole('heading', { level: 1, name: 'Board', exact: true })
  /** Makes a change, goes to the board before its answer, and stays there afterwards. */
  const leaveEarly = async (message: RegExp, change: () => Promise<void>) => {
    const answer = await holdBack(page, /\/tasks\/(deleteTask|updateTask|createTask|bulk)/)
    const sent = page.waitForRequest((request) => request.method() !== 'GET' && request.url().includes('/tasks/'))
    await change()
    await sent
    await pressSequence(page, 'g', 'b')
    await expect(board).toBeVisible()
    answer()
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page).toHaveURL(/#\/board/)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await test.step('after adding a task', async () => {
    await page.goto('#/add-task')
    await page.getByLabel('Title').fill('Rotate keys')
    await page.getByLabel('Description').fill('All of them.')
    await page.getByLabel('Due date').fill('2026-12-01')
    await leaveEarly(/Added/, async () => {
      await page.keyboard.press('Control+Enter')
      await page.getByRole('heading', { level: 1 }).click()
    })
  })
  await test.step('after updating a task', async () => {
    await page.goto(`#/task/${task?._id}`)
    await expect(page.getByRole('heading', { name: 'three' })).toBeVisible()
    await leaveEarly(/Task updated/, async () => {
      await page.keyboard.press('p')
      await page.keyboard.press('1')
      await page.keyboard.press('Control+Enter')
    })
  })
  await test.step('after deleting a task', async () => {
    await page.goto(`#/task/${task?._id}`)
    await expect(page.getByRole('heading', { name: 'three' })).toBeVisible()
    await leaveEarly(/deleted/i, async () => {
      await page.keyboard.press('Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).press('Enter')
    })
  })
})

test('completing a task on Next moves the focus to the next one', async ({ page, signedIn: _ }) => {
  await addTasks(page, ...[1, 2, 3].map((days) => ({ title: `day ${days}`, dueDate: `2027-01-0${days}` })))
  await page.goto('#/next')
  await expect(cards(page)).toHaveCount(3)
  await live(page)
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('day 2')
  await page.keyboard.press('c')
  await expect(focusedCard(page)).toContainText('day 3')
})

test('Enter and the down arrow move from the search field to its results; Escape clears the field first, then leaves it; a card that moves within the list keeps the focus', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/dashboard', { dueDate: await dayFromNow(page, 5) })
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

  await page.keyboard.press('j')
  await expect(focusedCard(page)).toContainText('one')
  await page.keyboard.press('d')
  await page
    .getByRole('dialog', { name: 'Change the due date' })
    .getByRole('option', { name: /^Today/ })
    .press('Enter')
  await expect(cards(page).last()).toContainText('one')
  await expect(focusedCard(page)).toContainText('one')
})

test('a pending search does not close a task that is opened in the meantime', async ({ page, signedIn: _ }) => {
  const release = await holdBack(page, '**/task-details-*.js')
  await page.clock.install()
  await fiveTasks(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Search tasks').fill('o')
  await cards(page).first().click()
  await page.clock.runFor(1_000)
  await page.clock.resume()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'one', exact: true })).toBeVisible()
})

test('the list keys work on the board: within a column, between columns, and on the focused card; a dropped card keeps the focus, and letter keys do nothing until then', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, ...['three', 'two', 'one'].map((title) => ({ title })), { title: 'done', status: 'Completed' })
  await page.goto('#/board')
  await expect(cards(page)).toHaveCount(4)
  await live(page)
  for (const [key, title] of [
    ['j', 'one'],
    ['j', 'two'],
    ['ArrowRight', 'done'],
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

  await column('Pending').filter({ hasText: 'three' }).focus()
  for (const key of ['Space', 'j', 'c', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  const moved = column('In Progress')
  await expect(moved).toContainText('three')
  await expect(moved).toBeFocused()
})
