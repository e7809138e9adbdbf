import type { Page } from '@playwright/test'
import { asOnPhone, expect, expectAccessible, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, cards, condition, dayFromNow, displayButton, live, openDisplay, sortBy } from './tasks.ts'

async function threeTasks(page: Page) {
  const [today, yesterday, later] = await Promise.all([0, -1, 30].map((days) => dayFromNow(page, days)))
  await addTasks(
    page,
    { title: 'Fix login timeout', labels: ['auth'], dueDate: today ?? '', priority: 'High' },
    { title: 'Rotate keys', description: 'The login keys', labels: ['auth', 'ops'], dueDate: yesterday ?? '' },
    { title: 'Write docs', dueDate: later ?? '', status: 'Completed' },
    { title: 'Learn Rust', dueDate: null, description: '' },
  )
  await page.goto('#/dashboard')
  await expect(cards(page)).toHaveCount(4)
  await live(page)
}

/** Removes all words and conditions. */
async function clearSearch(page: Page) {
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByLabel('Search tasks')).toHaveValue('')
}

const views = ['dashboard', 'list', 'board', 'calendar', 'next', 'overview']
/** Views that need not show every task: a day may be in another month. */
const partial = ['calendar', 'overview']
const found = (page: Page) => page.getByRole('status').filter({ hasText: /^\d+ of \d+ tasks$/ })

test('the header row is at the same place and width on every view, its filters go along, and counts follow them', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  await threeTasks(page)
  await page.goto('#/dashboard?label=auth&q=login')
  const row = page.getByRole('search', { name: 'Tasks' })
  const first = await row.boundingBox()
  for (const view of views) {
    await row.getByRole('link', { name: view === 'dashboard' ? 'Cards' : new RegExp(`^${view}$`, 'i') }).click()
    await expect(page).toHaveURL(new RegExp(`#/${view}\\?label=auth&q=login`))
    await expect.poll(() => row.boundingBox()).toEqual(first)
    await expect(page.getByRole('radio', { name: 'All 2' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Completed 0' })).toBeVisible()
    await expect(page.getByLabel('Search tasks')).toHaveValue('login')
    await expect(found(page)).toHaveText('2 of 4 tasks')
    await expect(condition(page, 'label:auth')).toBeVisible()
    if (!partial.includes(view)) await expect(cards(page)).toHaveCount(2)
  }
  await page.goto('#/list?label=auth&q=login')
  // The highlighted part of a word is the part that was typed.
  await expect(page.locator('mark')).toHaveText(['login'])
  await page.getByRole('button', { name: 'Remove the condition label:auth' }).click()
  await expect(page).toHaveURL(/#\/list\?q=login$/)
  await page.goto('#/list?links=blocked&kind=repeating&q=-slow')
  for (const text of ['is:blocked', 'is:repeating', '-slow']) await expect(condition(page, text)).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).toHaveURL(/#\/list$/)
})

test('a search filters while typing and understands words to leave out, conditions and numbers', {
  tag: ['@core', '@firefox', '@wide'],
}, async ({ page, signedIn: _ }) => {
  await threeTasks(page)
  await page.keyboard.press('/')
  for (const [q, titles] of [
    // The title ranks higher than the description.
    ['logi', [/Fix login timeout/, /Rotate keys/]],
    ['login -timeout', [/Rotate keys/]],
    ['is:open -label:auth', [/Learn Rust/]],
    ['no:date', [/Learn Rust/]],
    ['label:ops', [/Rotate keys/]],
    ['is:completed', [/Write docs/]],
    ['3', [/Write docs/]],
    ['#2', [/Rotate keys/]],
  ] as const) {
    await page.getByLabel('Search tasks').fill(q)
    await expect(cards(page)).toHaveText([...titles])
    await clearSearch(page)
  }
  await page.getByLabel('Search tasks').fill('#2')
  await expect(page).toHaveURL(/q=%232/)
  await page.reload()
  await expect(cards(page)).toHaveText([/Rotate keys/])
  await page.getByLabel('Search tasks').fill('login')
  await expect(displayButton(page)).toHaveAccessibleName('Display: Best match')
  await expect((await openDisplay(page)).getByLabel('Sort by')).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search tasks').press('Enter')
  await expect(cards(page).first()).toBeFocused()
  await page.getByLabel('Search tasks').fill('nowhere')
  await expect(page.getByText('No task matches the search and the conditions.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the conditions' }).click()
  await expect(cards(page)).toHaveCount(4)

  await asOnPhone(page)
  await page.keyboard.press('/')
  await page.keyboard.type('is:open no:date -label:auth')
  await expect(cards(page)).toHaveText([/Learn Rust/])
  await clearSearch(page)
  await page.keyboard.type('#2')
  await expect(cards(page)).toHaveText([/Rotate keys/])
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).first()).toBeFocused()
})

test('by keyboard alone, several values of several fields are chosen, sorted and grouped, and survive a reload', async ({
  page,
  signedIn: _,
}) => {
  await threeTasks(page)
  await page.goto('#/list?group=none')
  await expect(page.getByRole('heading', { name: 'All tasks' })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await page.keyboard.press('f')
  const field = page.getByRole('combobox', { name: 'Search tasks' })
  const option = page.getByRole('option')
  await expect(field).toBeFocused()
  await expect(option.filter({ hasText: 'priority:' })).toBeVisible()
  // A word that fits a value, and a value that fits a key. The list stays open for more.
  await page.keyboard.type('high')
  await expect(option.first()).toContainText('priority:high')
  await page.keyboard.press('Enter')
  await expect(condition(page, 'priority:high')).toBeVisible()
  await expect(field).toHaveValue('')
  await page.keyboard.type('priority:med')
  await expect(option.first()).toHaveText(/priority:medium/)
  await page.keyboard.press('Tab')
  await expect(condition(page, 'priority:high,medium')).toBeVisible()
  await page.keyboard.type('due:')
  await expect(option.filter({ hasText: 'due:none' })).toContainText('no date')
  await page.keyboard.type('none,')
  await expect(option.first()).toContainText('due:none,overdue')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(condition(page, 'due:today,none')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)
  await expect(cards(page)).toHaveText([/Fix login/, /Learn Rust/])
  await page.reload()
  await expect(cards(page)).toHaveText([/Fix login/, /Learn Rust/])
  await live(page)

  // Conditions are edited, negated and removed in their place.
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowLeft')
  await expect(condition(page, 'due:today,none')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('due:today,none')
  for (let letter = 0; letter < ',none'.length; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Space')
  await expect(condition(page, 'due:today')).toBeVisible()
  await expect(cards(page)).toHaveText([/Fix login/])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('-')
  await expect(condition(page, '-due:today')).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
  await page.keyboard.press('Backspace')
  await expect(condition(page, '-due:today')).toBeHidden()
  await expect(cards(page)).toHaveCount(4)
  await page.keyboard.type('due:fridya')
  await expect(page.getByText('No day is called “fridya”.')).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await page.keyboard.press('Backspace')
  await expect(page).toHaveURL(/#\/list\?group=none$/)
  await page.keyboard.type('login -timeout')
  await expect(cards(page)).toHaveText([/Rotate keys/])
  await page.keyboard.press('Enter')
  await expect(condition(page, '-timeout')).toBeVisible()
  await expect(field).toHaveValue('login')
  await clearSearch(page)
  // The list offers what was searched before.
  await field.click()
  await option.filter({ hasText: '-timeout login' }).click()
  await expect(cards(page)).toHaveText([/Rotate keys/])
  await clearSearch(page)
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)
  await expect(cards(page)).toHaveCount(4)

  await sortBy(page, 'Title')
  await expect(cards(page)).toHaveText([/Fix/, /Learn/, /Rotate/, /Write/])
  await sortBy(page, 'Descending')
  await expect(cards(page)).toHaveText([/Write/, /Rotate/, /Learn/, /Fix/])
  await sortBy(page, 'Priority')
  await expect(cards(page).first()).toContainText('Fix login')
  await (await openDisplay(page)).getByLabel('Group by').selectOption('Label')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^#auth|^No label/ })).toHaveText([
    /#auth\s*2/,
    /No label\s*2/,
  ])
  await page.goBack()
  await expect(page).toHaveURL(/sort=priority/)

  // On a phone, the same key opens the sheet.
  await asOnPhone(page)
  await page.getByRole('button', { name: 'Filters' }).waitFor()
  await page.keyboard.press('f')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const press = async (name: string) => {
    await sheet.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press('High')
  await press('Medium')
  await press('Today')
  await expectAccessible(page)
  await press('Show 1 task')
  await page.keyboard.press('v')
  const display = page.getByRole('dialog', { name: 'Display' })
  await display.getByRole('group', { name: 'Sort by' }).getByRole('radio', { name: 'Title' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveText([/Fix login/])
  await expect(page).toHaveURL(/sort=title&priority=High%2CMedium&due=today/)
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await expect(cards(page)).toHaveCount(4)
})

test('files can be filtered, and a label on a card or in the rail filters by it', async ({ page, signedIn: _ }) => {
  await threeTasks(page)
  const upload = await page.request.post('/tasks/task/1/upload', {
    multipart: { file: { name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('done') } },
  })
  await expect(upload).toBeOK()
  await page.goto('#/dashboard?files=with')
  await expect(cards(page)).toHaveText([/Fix login/])
  await page.goto('#/dashboard?files=without')
  await expect(cards(page)).toHaveCount(3)
  await page.goto('#/dashboard')
  await page.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: '#ops' }).click()
  await expect(cards(page)).toHaveText([/Rotate keys/])
  // A label that the filter names is not repeated on every card.
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: '#ops' })).toBeHidden()
  await page.getByRole('navigation', { name: 'Places, views and labels' }).getByRole('link', { name: /auth/ }).click()
  await expect(cards(page)).toHaveCount(2)
})

test('on a phone, one sheet has all filters, and another one chooses how tasks are shown', { tag: '@narrow' }, async ({
  otherDevice,
  signedIn,
}) => {
  const page = await otherDevice(signedIn, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await threeTasks(page)
  // The heading has one row, which the field covers while it is used: nothing below it moves.
  const row = page.getByRole('search', { name: 'Tasks' })
  const place = () => cards(page).first().boundingBox()
  const still = await place()
  expect((await row.boundingBox())?.height).toBe(52)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await expect(page.getByLabel('Search tasks')).toBeFocused()
  const field = await page.locator('[data-search-field]').boundingBox()
  expect(field?.y).toBeLessThan(60)
  expect(field?.width).toBeGreaterThan(300)
  expect(await place()).toEqual(still)
  await page.keyboard.type('timeout')
  await expect(cards(page)).toHaveCount(1)
  expect((await row.boundingBox())?.height).toBe(52)
  // It stays below the heading while it filters.
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(4)
  await page.keyboard.type('timeout')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(90)
  await page.getByRole('button', { name: 'Clear the search' }).tap()
  await expect(cards(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'High' }).click()
  await sheet.getByRole('button', { name: 'Medium' }).click()
  await sheet.getByRole('button', { name: 'Today' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await sheet.getByRole('button', { name: 'Show 1 task' }).click()
  await expect(cards(page)).toHaveText([/Fix login/])
  await expect(page).toHaveURL(/priority=High%2CMedium&due=today$/)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(cards(page)).toHaveCount(4)

  const display = page.getByRole('dialog', { name: 'Display' })
  await displayButton(page).tap()
  await expect(display.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(display.getByRole('link', { name: 'Cards' })).toHaveAttribute('aria-current', 'page')
  await display.getByRole('group', { name: 'Sort by' }).getByText('Title').tap()
  await display.getByRole('group', { name: 'Order' }).getByText('Descending').tap()
  await expect(page).toHaveURL(/sort=title&order=desc/)
  for (const control of await display.locator('button, a, label').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await display.getByRole('button', { name: 'Reset' }).tap()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await page.goBack()
  await expect(display).toBeHidden()
  await displayButton(page).tap()
  await display.getByRole('link', { name: 'Board' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Board', exact: true }).waitFor()
  await expect(display).toBeHidden()
  await expect(cards(page)).toHaveCount(4)
  await displayButton(page).tap()
  await expect(display.getByRole('link', { name: 'Board' })).toHaveAttribute('aria-current', 'page')

  // The board has a way out of conditions that nothing matches, as the cards and the list have.
  await page.goto('#/board?q=nothing-like-this')
  await page.getByRole('button', { name: 'Clear the conditions' }).tap()
  await expect(cards(page)).toHaveCount(4)
})
