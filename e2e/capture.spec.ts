import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, cards, focusedCard, live } from './tasks.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Add a New Task' })
const tasksOf = async (page: Page) => (await (await page.request.get('/tasks/getTasks')).json()).tasks

/** Opens the list with tasks that fill more than the window. */
async function openList(page: Page) {
  await addTasks(
    page,
    ...Array.from({ length: 40 }, (_none, index) => ({ title: `Old ${index}`, dueDate: '2027-05-01' })),
    { title: 'Release 2.4', labels: ['release'], dueDate: '2027-06-01' },
  )
  await page.goto('#/list')
  await cards(page).first().waitFor()
  await live(page)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('+ opens quick add in a sheet over the present place: chips, suggestions, Enter, the next one, and back', {
    tag: ['@core', '@narrow'],
  }, async ({ page, signedIn: _ }) => {
    await openList(page)
    await page.evaluate(() => window.scrollTo(0, 900))
    await page.getByRole('link', { name: 'Add a task' }).tap()
    const sheet = sheetOf(page)
    const line = sheet.getByLabel('New task')
    await expect(line).toBeFocused()
    await expect(page).toHaveURL(/#\/add-task$/)
    await expect(page.getByRole('heading', { level: 1, name: 'All tasks' })).toBeAttached()
    expect(await page.evaluate(() => window.scrollY)).toBe(900)
    await expect(sheet.getByRole('button', { name: 'Add Task' })).toBeDisabled()
    await page.keyboard.press('Enter')

    await page.keyboard.type('Rotate the staging certificates tomorrow !high #re')
    const options = sheet.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect(options).toHaveText([/#release.*label · 1 task/, /#41 Release 2.4.*as its part/])
    const [option, field] = [await options.last().boundingBox(), await line.boundingBox()]
    expect((option?.y ?? 0) + (option?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
    expect(option?.height).toBeGreaterThanOrEqual(44)
    await options.first().tap()
    await expect(line).toHaveValue('Rotate the staging certificates tomorrow !high #release ')
    await expect(line).toBeFocused()
    await sheet.getByRole('button', { name: /keep “!high” as text/ }).tap()
    await expect(sheet.getByRole('button', { name: /as text/ })).toHaveText([/tomorrow/, /release/])
    await expect(line).toHaveValue('Rotate the staging certificates tomorrow !high #release ')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Added #42 Rotate the staging certificates !high')
    await expect(line).toHaveValue('')
    await expect(line).toBeFocused()
    await page.keyboard.type('Buy milk')
    await sheet.getByRole('button', { name: 'Add Task' }).tap()
    await expect(page.getByRole('alert').filter({ hasText: 'Added #43 Buy milk' })).toBeVisible()
    await expect(sheet).toBeVisible()

    await test.step('it stays above the keyboard', async () => {
      const covered = 336
      await page.evaluate((height) => {
        Object.defineProperty(visualViewport, 'height', { value: window.innerHeight - height, configurable: true })
        visualViewport?.dispatchEvent(new Event('resize'))
      }, covered)
      await expect
        .poll(async () => Math.round(await sheet.evaluate((element) => element.getBoundingClientRect().bottom)))
        .toBe(844 - covered)
    })

    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/#\/list$/)
    await expect(page.getByRole('heading', { level: 1, name: 'All tasks' })).toBeAttached()
    expect(await tasksOf(page)).toContainEqual(
      expect.objectContaining({ title: 'Rotate the staging certificates !high', labels: ['release'] }),
    )
  })

  test('More fields turns the sheet into the form with everything; closing the sheet keeps what was typed', {
    tag: '@narrow',
  }, async ({ page, signedIn: _ }) => {
    await addTasks(page, { title: 'Release 2.4' })
    await page.goto('#/board')
    await live(page)
    const sheet = sheetOf(page)
    const line = sheet.getByLabel('New task')
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await page.keyboard.type('Rotate keys 2026-12-03 !low #ops every 3 months part of #1')
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/#\/board$/)
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await expect(line).toHaveValue('Rotate keys 2026-12-03 !low #ops every 3 months part of #1')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/#\/board$/)
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await sheet.getByRole('button', { name: 'More fields' }).tap()
    await expect(line).toBeHidden()
    await expect(page).toHaveURL(/#\/add-task$/)
    const title = sheet.getByLabel('Title')
    await expect(title).toHaveValue('Rotate keys')
    await expect(sheet.getByLabel('Priority', { exact: true })).toHaveValue('Low')
    await expect(sheet.getByLabel('Due date', { exact: true })).toHaveValue('Dec 3, 2026')
    await expect(sheet.getByRole('button', { name: 'Remove ops' })).toBeVisible()
    await expect(sheet.getByRole('group', { name: 'Further values' }).getByRole('button')).toHaveText([
      /every 3 months/,
      /Part of #1/,
    ])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // Going back keeps the form, and so does a reload: the form is at this address.
    await sheet.getByLabel('Description').fill('All of them.')
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/#\/board$/)
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await expect(sheet.getByText('This is your draft.')).toBeVisible()
    await expect(sheet.getByLabel('Description')).toHaveValue('All of them.')
    await sheet.getByRole('button', { name: 'Add Task' }).tap()
    await expect(page.getByRole('alert')).toContainText('Added #2 Rotate keys')
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/#\/board$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Board', exact: true })).toBeVisible()
    const all = await tasksOf(page)
    const named = (title: string) => all.find((one: { title: string }) => one.title === title)
    expect(named('Rotate keys')).toMatchObject({
      title: 'Rotate keys',
      labels: ['ops'],
      dueDate: '2026-12-03T00:00:00.000Z',
      repeat: { rule: 'FREQ=MONTHLY;INTERVAL=3' },
      partOf: named('Release 2.4')._id,
    })
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await expect(line).toHaveValue('')
    await page.keyboard.type('Buy milk')
    await sheet.getByRole('button', { name: 'More fields' }).tap()
    await expect(title).toHaveValue('Buy milk')
    await sheet.getByRole('button', { name: 'Cancel' }).tap()
    await expect(page).toHaveURL(/#\/board$/)
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await expect(line).toHaveValue('')
  })

  test('without the network, a task is added and says when it is sent', { tag: '@narrow' }, async ({
    page,
    context,
    signedIn: _,
    complaints,
  }) => {
    await page.goto('#/dashboard')
    await page.getByText('No tasks available.').waitFor()
    await live(page)
    await page.getByRole('link', { name: 'Add a task' }).tap()
    await sheetOf(page).getByText('Try “tomorrow”').waitFor()
    await context.setOffline(true)
    await page.keyboard.type('Buy milk')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Added Buy milk, sent when you are back online')
    await expect(sheetOf(page).getByLabel('New task')).toHaveValue('')
    await context.setOffline(false)
    await expect.poll(async () => (await tasksOf(page)).length).toBe(1)
    complaints.length = 0
  })
})

test('+ on a day and on a column opens quick add with a chip; without a title nothing is added', {
  tag: ['@core', '@wide'],
}, async ({ page, signedIn: _ }) => {
  await page.clock.setFixedTime(new Date('2026-11-17T10:00:00'))
  await addTasks(page, { title: 'Release 2.4' })
  await page.goto('#/calendar')
  await live(page)
  const panel = page.getByRole('dialog', { name: 'Quick add' })
  const line = page.getByLabel('New task')
  const friday = page.getByRole('button', { name: 'Add a task on Friday, Nov 20' })
  await friday.click()
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('')
  const chip = panel.getByRole('button', { name: /^Fri Nov 20.*add without a date$/ })
  await expect(chip).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Add Task' })).toBeDisabled()
  const [day, box] = [await friday.boundingBox(), await panel.boundingBox()]
  expect(box?.width).toBe(384)
  expect(box?.x).toBeGreaterThanOrEqual((day?.x ?? 0) + (day?.width ?? 0))
  await expectAccessible(page)
  await page.keyboard.type('Order spare disks !high')
  await expect(panel.getByRole('button', { name: /^High/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added #2 Order spare disks')
  await expect(line).toHaveValue('')
  // The next one is for the same day, unless the chip is removed.
  await chip.click()
  await expect(line).toBeFocused()
  await page.keyboard.type('Some day')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Added #3 Some day' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.goto('#/board')
  await page.getByRole('button', { name: 'Add a task to In Progress' }).click()
  await expect(panel.getByRole('button', { name: /^In Progress/ })).toBeVisible()
  await page.keyboard.type('Switch the runner')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Added #4' })).toBeVisible()
  await page.keyboard.press('Escape')
  const column = page.getByRole('region', { name: 'In Progress' })
  await expect(column.getByRole('link').first()).toContainText('Switch the runner')
  // Quick add elsewhere knows nothing of the column.
  await page.keyboard.press('q')
  await expect(page.getByText('You can use a date in words')).toBeVisible()
  await expect(page.getByRole('button', { name: /^In Progress/ })).toHaveCount(0)
  const values = Object.fromEntries(
    (await tasksOf(page)).map(({ title, dueDate, status }: Record<string, string>) => [title, [dueDate, status]]),
  )
  expect(values).toMatchObject({
    'Switch the runner': [null, 'In Progress'],
    'Some day': [null, 'Pending'],
    'Order spare disks': ['2026-11-20T00:00:00.000Z', 'Pending'],
  })
})

test('the palette creates a task from the words for which it finds nothing', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Release 2.4' })
  await page.goto('#/dashboard')
  await live(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('release')
  await expect(page.getByRole('option', { name: /Release 2.4/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Create/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Buy milk 2026-12-03')
  await expect(page.getByRole('option')).toHaveText(['Create “Buy milk 2026-12-03”'])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added #2 Buy milk')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await tasksOf(page)).toContainEqual(
    expect.objectContaining({ title: 'Buy milk', dueDate: '2026-12-03T00:00:00.000Z' }),
  )
})

/** Adds a task with quick add and closes it again. */
async function addByKeys(page: Page, line: string, number: number) {
  await page.keyboard.press('q')
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: `Added #${number}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the tasks that the user reads do not move when a task is added: in a list, at its very top, and on the board', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  await openList(page)
  await page.evaluate(() => window.scrollTo(0, 500))
  const row = page.getByText('Old 20', { exact: true })
  await expect(row).toBeInViewport()
  const still = await row.boundingBox()
  await page.keyboard.press('q')
  await page.keyboard.type('Without a date 2026-11-18')
  await page.keyboard.press('Enter')
  const message = page.getByRole('alert').filter({ hasText: 'Added #42 Without a date' })
  await expect(message.getByRole('button', { name: 'Open' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await row.boundingBox())?.y).toBe(still?.y)

  // Nor does it go back to a task that had the focus before the user scrolled on.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.keyboard.press('j')
  await expect(focusedCard(page)).toBeInViewport()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 1200)
  await expect(focusedCard(page)).toHaveCount(0)
  const isAtEnd = () => Math.ceil(window.scrollY + window.innerHeight) >= document.documentElement.scrollHeight
  await expect.poll(() => page.evaluate(isAtEnd)).toBe(true)
  const last = page.getByText('Old 3', { exact: true })
  await expect(last).toBeInViewport()
  const place = await last.boundingBox()
  await addByKeys(page, 'The last one 2030-01-01', 43)
  expect((await last.boundingBox())?.y).toBe(place?.y)

  // In the user's own order, a new task comes first: above what is read, although nothing is scrolled.
  await page.goto('#/list?group=none&sort=manual')
  const first = page.getByText('The last one', { exact: true })
  await expect(first).toBeInViewport()
  const top = await first.boundingBox()
  await addByKeys(page, 'On top', 44)
  expect((await first.boundingBox())?.y).toBe(top?.y)
  await expect(focusedCard(page)).toContainText('On top')

  // On the board, the other columns do not move either. The card is at the top of its column.
  await addTasks(page, ...Array.from({ length: 12 }, () => ({ title: 'Begun', status: 'In Progress' as const })))
  await page.goto('#/board')
  const begun = page.getByRole('list', { name: 'In Progress tasks' }).getByRole('link')
  await expect(begun).toHaveCount(12)
  await page.evaluate(() => window.scrollTo(0, 400))
  const read = [cards(page).filter({ hasText: 'Old 33' }), begun.nth(8)]
  const places = () => Promise.all(read.map(async (card) => (await card.boundingBox())?.y))
  const before = await places()
  await addByKeys(page, 'Card on top', 57)
  expect(await places()).toEqual(before)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(cards(page).first()).toContainText('Card on top')
  const heading = await page.getByRole('heading', { name: 'Pending' }).boundingBox()
  await expect
    .poll(async () => (await cards(page).first().boundingBox())?.y)
    .toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0))
})
