import type { Locator } from '@playwright/test'
import {
  breakCall,
  expect,
  expectAccessible,
  expectComplaints,
  expectNoSidewaysScroll,
  holdBack,
  newPerson,
  test,
  tireOut,
  welcome,
} from './taskdeck.ts'
import { addTasks, cards, dayFromNow, displayButton, sortBy } from './tasks.ts'

test('a new user is welcomed by name, sees skeletons while the list loads, and then a message that there are no tasks; a long name fits on a narrow screen', async ({
  page,
}) => {
  const person = { ...newPerson(), username: 'x'.repeat(50) }
  await expect(await page.request.post('/auth/signup', { data: person })).toBeOK()
  const release = await holdBack(page, '**/tasks/getTasks*')
  await page.goto('#/settings/labels')
  // Nothing is said about labels before they are known.
  await expect(page.getByRole('heading', { name: 'Labels' })).toBeVisible()
  await expect(page.getByText('You have no labels yet.')).toBeHidden()
  await page.goto('#/dashboard')
  const skeletons = page.getByRole('status', { name: 'Loading tasks' }).locator('> *')
  // As high as the cards.
  await expect(skeletons.first()).toHaveCSS('height', '148px')
  await expect(page.getByRole('link', { name: 'All tasks', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(skeletons.first()).toHaveCSS('height', '92px')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('#/board')
  await expect(page.getByRole('status', { name: 'Loading the board' }).locator('> *')).toHaveCount(3)
  await expect(page.getByText('Drag cards')).toBeHidden()
  await page.goto('#/dashboard')
  release()
  await expect(welcome(page, person)).toBeVisible()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All tasks', exact: true })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(4)
  for (const name of ['All', 'Pending', 'In Progress', 'Completed']) {
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeVisible()
  }
  await expect(displayButton(page)).toHaveAccessibleName('Display: Due date: Descending')
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(welcome(page, person)).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a card shows title, description, priority, local date and status, and opens its task; its parts are aligned, nothing scrolls sideways, and the round + opens the add-task screen', {
  tag: ['@phone', '@core'],
}, async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(
    page,
    {
      title: 'Rotate signing keys',
      description: 'Old keys leave **the** keyring.',
      priority: 'Critical',
      dueDate: '2026-11-12',
      status: 'In Progress',
    },
    { title: 'a'.repeat(200), description: 'b'.repeat(500), dueDate: '2026-11-01' },
    { labels: ['auth'] },
  )
  await page.goto('#/dashboard')
  const card = cards(page).filter({ hasText: 'Rotate' })
  for (const text of [
    '#1',
    'Rotate signing keys',
    'Old keys leave the keyring.',
    'Critical',
    'Nov 12',
    'In Progress',
  ]) {
    await expect(card).toContainText(text)
  }
  await card.click()
  await expect(page).toHaveURL(new RegExp(`#/task/${task?._id}$`))
  await page.goBack()

  await cards(page).first().focus()
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const middle = ({ y, height }: { y: number; height: number }) => Math.round(y + height / 2)
  // The layout shifts once more when the font arrives.
  await expect(async () => {
    const title = await box(page.getByText('Fix login tests'))
    expect(middle(await box(page.getByRole('button', { name: 'Complete #3' })))).toBe(middle(title))
    expect((await box(page.getByText('They failed twice.').last())).x).toBe(title.x)
  }).toPass()

  await expect(cards(page).last()).toContainText('aaa')
  await expectNoSidewaysScroll(page)

  const add = page.getByRole('link', { name: 'Add a task' })
  await expect(add).toHaveCSS('border-radius', '50%')
  await add.click()
  await expect(page).toHaveURL(/#\/add-task$/)
})

test('the round button of a card completes and reopens its task; this can be undone even for the last card of a filter', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'only one' })
  await page.goto('#/dashboard?status=Pending')
  await page.getByRole('button', { name: 'Complete #1', pressed: false }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await page.getByRole('alert').filter({ hasText: 'Completed #1' }).getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toContainText('Pending')
  await page.goto('#/dashboard')
  await page.getByRole('button', { name: 'Complete #1', pressed: false }).click()
  await expect(cards(page)).toContainText('Completed')
  await page.getByRole('button', { name: 'Complete #1', pressed: true }).click()
  await expect(cards(page)).toContainText('Pending')
  await expect(page).toHaveURL(/#\/dashboard$/)

  await test.step('every control is reachable by keyboard alone', async () => {
    await page.getByRole('radio', { name: /^All/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Pending/ })).toBeChecked()
    for (const stop of [
      page.getByLabel('Search tasks'),
      page.getByRole('link', { name: 'Board', exact: true }),
      displayButton(page),
      page.getByRole('link', { name: 'Add a task' }),
      cards(page).first(),
      page.getByLabel('Select #1'),
      page.getByRole('button', { name: 'Complete #1' }),
    ]) {
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('Tab')
        if (await stop.evaluate((element) => element === document.activeElement)) break
      }
      await expect(stop).toBeFocused()
    }
    await cards(page).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'only one' })).toBeVisible()
  })
})

test('overdue, today, later and done are shown in words, and the overdue count of the summary links to its tasks', async ({
  page,
  signedIn: _,
}) => {
  const [late, today, later] = await Promise.all([-2, 0, 3].map((days) => dayFromNow(page, days)))
  await addTasks(
    page,
    { title: 'late', dueDate: late ?? '' },
    { title: 'now', dueDate: today ?? '' },
    { title: 'soon', dueDate: later ?? '' },
    { title: 'ready', dueDate: late ?? '', status: 'Completed' },
  )
  await page.goto('#/dashboard')
  await expect(cards(page).filter({ hasText: 'late' })).toContainText('2 d overdue')
  await expect(cards(page).filter({ hasText: 'now' })).toContainText('today')
  await expect(cards(page).filter({ hasText: 'soon' })).toContainText('in 3 days')
  await expect(cards(page).filter({ hasText: 'ready' })).toContainText('done')
  await expect(page.getByText('3 open · 1 overdue · 1 due today')).toBeVisible()
  await page.getByRole('link', { name: '1 overdue' }).click()
  await expect(cards(page)).toHaveText([/late/])
  // The heading counts what is shown.
  await expect(page.getByText('1 open · 1 overdue', { exact: true })).toBeVisible()
  await page.goto('#/dashboard?status=Completed')
  await expect(page.getByText('1 completed', { exact: true })).toBeVisible()
})

test('due dates are sorted in descending order by default, ties newest first; changing the filter or the sort order requests the list again', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(
    page,
    { title: 'first', dueDate: '2026-11-10' },
    { title: 'second', dueDate: '2026-11-12' },
    { title: 'third', dueDate: '2026-11-10', status: 'Completed' },
  )
  await page.goto('#/dashboard')
  const isSorted = (order: string) => expect(displayButton(page)).toHaveAccessibleName(`Display: Due date: ${order}`)
  await expect(cards(page)).toHaveText([/second/, /third/, /first/])
  await sortBy(page, 'Ascending')
  await expect(cards(page)).toHaveText([/third/, /first/, /second/])

  await test.step('while another filter loads, the known tasks are filtered without flicker or delay', async () => {
    await page.goto('#/dashboard')
    await isSorted('Descending')
    const release = await holdBack(page, '**/tasks/getTasks?status=Completed')
    const filtered = page.waitForRequest('**/tasks/getTasks?status=Completed')
    const answered = page.waitForResponse('**/tasks/getTasks?status=Completed')
    await page
      .getByText(/^Completed/)
      .first()
      .click()
    await filtered
    await expect(page.getByRole('radio', { name: /^Completed/ })).toBeChecked()
    await expect(cards(page)).toHaveText([/third/])
    release()
    await answered
    await expect(cards(page)).toHaveText([/third/])
  })

  await test.step('the filter and the sort order survive a reload and the back button', async () => {
    const sorted = page.waitForRequest(/getTasks/)
    await sortBy(page, 'Ascending')
    await sorted
    await expect(page).toHaveURL(/status=Completed.*order=asc/)
    await page.reload()
    await expect(cards(page)).toHaveCount(1)
    await isSorted('Ascending')
    await page.goBack()
    await isSorted('Descending')
    await page.goBack()
    await expect(cards(page)).toHaveCount(3)
  })
})

test('a list that cannot be loaded is logged and reported, and can be retried', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'still here' })
  await page.clock.install()
  const mend = await breakCall(page, '**/tasks/getTasks*', {
    status: 500,
    json: { message: 'The database is asleep.', code: 'internal' },
  })
  await page.goto('#/dashboard')
  await expect(page.getByText('The database is asleep.')).toBeVisible()
  await tireOut(page, '**/tasks/getTasks*')
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toContainText('still here')
  await expectComplaints(complaints, 'Error fetching tasks', 'status of 500')
})

test('of hundreds of tasks only the visible ones are in the page, and all can be reached', async ({
  page,
  signedIn: _,
}) => {
  for (let batch = 0; batch < 3; batch++) {
    await addTasks(page, ...Array.from({ length: 100 }, (_, index) => ({ title: `task ${batch * 100 + index}` })))
  }
  await page.goto('#/dashboard')
  await expect(page.getByText('300 open')).toBeVisible()
  await expect.poll(() => cards(page).count()).toBeLessThan(60)
  // The page grows as rows become visible for the first time.
  const last = cards(page).filter({ hasText: /task 0(?!\d)/ })
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect.poll(() => cards(page).count()).toBeLessThan(60)
})

test('an empty deck offers sample tasks as one change with undo, and shows the keys worth knowing', {
  tag: '@phone',
}, async ({ page, signedIn: _ }) => {
  await page.goto('#/dashboard')
  await expect(page.getByText('No tasks available.')).toBeVisible()
  const keys = page.getByText('QQuick add')
  if (await page.evaluate(() => matchMedia('(hover: none)').matches)) await expect(keys).toBeHidden()
  else await expect(keys).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add 10 sample tasks' }).click()
  const added = page.getByRole('alert').filter({ hasText: 'Added 10 tasks' })
  await expect(page.getByText('No tasks available.')).toBeHidden()
  await expect(cards(page).first()).toBeVisible()
  await added.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await page.goto('#/dashboard?status=Completed')
  await expect(page.getByRole('button', { name: 'Clear the conditions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 10 sample tasks' })).toBeHidden()
})
