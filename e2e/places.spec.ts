import { expect, expectAccessible, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live } from './tasks.ts'

test('tasks in Later are neither shown nor counted elsewhere, an overdue one is no longer overdue, and the list keeps them in a closed last group', {
  tag: ['@core', '@wide'],
}, async ({ page, otherDevice, signedIn }) => {
  const [past, soon, far] = await Promise.all([-5, 1, 40].map((days) => dayFromNow(page, days)))
  await addTasks(
    page,
    { title: 'Plain', dueDate: null },
    { title: 'Late and snoozed', dueDate: past ?? '', startDate: soon ?? '', labels: ['api'] },
    { title: 'Next year', dueDate: null, startDate: '9999-12-31' },
    { title: 'Not begun', dueDate: far ?? '', startDate: far ?? '', status: 'In Progress' },
  )
  await page.goto('#/dashboard')
  await live(page)
  await expect(cards(page)).toHaveText([/Plain/])
  await expect(page.getByText('1 open', { exact: true })).toBeVisible()
  for (const name of ['All 1', 'Pending 1', 'In Progress 0', 'Completed 0'])
    await expect(page.getByRole('radio', { name })).toBeVisible()
  await page.goto('#/board')
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
  await expect(cards(page)).toHaveText([/Plain/])
  // The calendar shows due dates.
  await page.goto(`#/calendar?on=${past?.slice(0, 7)}`)
  await expect(cards(page).filter({ hasText: 'Late and snoozed' })).toBeVisible()
  await expect(cards(page).filter({ hasText: 'Next year' })).toBeHidden()

  await page.goto('#/list')
  const groups = page.getByRole('list', { name: 'Tasks' }).getByRole('heading')
  await expect(groups).toHaveText([/No date\s*1/, /Later\s*3/])
  await expect(cards(page)).toHaveText([/Plain/])
  await page.getByRole('button', { name: /^Later\s*3/ }).press('Enter')
  await expect(cards(page)).toHaveCount(4)
  await page.goto('#/list?due=overdue')
  await expect(page.getByText('1 task that matches is in Later.')).toBeVisible()
  await page.getByRole('button', { name: 'Show it here' }).click()
  await expect(cards(page)).toHaveText([/Late and snoozed/])
  await expect(groups).toHaveText([/Later\s*1/])
  await page.getByRole('button', { name: 'Clear the search' }).click()
  // A search for words looks everywhere.
  await page.getByLabel('Search tasks').fill('begun')
  await expect(cards(page)).toHaveText([/Not begun/])

  const field = page.getByLabel('Search tasks')
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await field.press('Escape')
  await expect(field).not.toBeFocused()
  // The address follows the search after a moment.
  await expect(page).toHaveURL(/#\/list$/)
  await pressSequence(page, 'g', 'z')
  await expect(page.getByRole('heading', { name: 'Later', level: 1 })).toBeVisible()
  await expect(page.getByText('3 open', { exact: true })).toBeVisible()
  await expect(groups).toHaveText([/Back (this|next) week\s*1/, /Back after next week\s*1/, /Someday\s*1/])
  await expect(cards(page)).toHaveText([/Late and snoozed.*tomorrow/, /Not begun/, /Next year.*someday/])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  const other = await otherDevice(signedIn)
  await other.goto('#/dashboard')
  await live(other)
  // Waking one up brings it back everywhere.
  await cards(page).first().focus()
  await page.keyboard.press('z')
  await page.getByRole('dialog', { name: 'Snooze' }).getByRole('option', { name: 'No start date' }).click()
  await expect(cards(page)).toHaveText([/Not begun/, /Next year/])
  await expect(cards(other).filter({ hasText: 'Late and snoozed' })).toBeVisible()
  await expect(other.getByText('2 open · 1 overdue')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(cards(page)).toHaveCount(3)
  await expect(other.getByText('1 open', { exact: true })).toBeVisible()
})

test('Waiting holds tasks with open blockers, which stay in other views, but not in Next', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const [first] = await addTasks(page, { title: 'Build the image' })
  await addTasks(page, { title: 'Ship it', blockedBy: [first?._id ?? ''] })
  await page.goto('#/waiting')
  await live(page)
  await expect(page.getByRole('heading', { name: 'Waiting', level: 1 })).toBeVisible()
  await expect(cards(page)).toHaveText([/Ship it/])
  await expectAccessible(page)
  await page.goto('#/dashboard?q=is:waiting')
  await expect(cards(page)).toHaveText([/Ship it/])
  await page.goto('#/dashboard')
  await expect(cards(page)).toHaveCount(2)
  await page.goto('#/next')
  await expect(page.getByRole('heading', { name: 'Next', level: 1 })).toBeVisible()
  await expect(cards(page)).toHaveText([/Build the image/])
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(cards(page)).toHaveText([/Ship it/])
  await pressSequence(page, 'g', 'w')
  await expect(page.getByText('Nothing waits.')).toBeVisible()
})

test('the rail is beside every screen, a strip of icons with less room, and in the menu of a phone', {
  tag: '@widest',
}, async ({ page, signedIn: _ }) => {
  const labels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  const [first] = await addTasks(page, ...labels.map((label) => ({ title: `Task ${label}`, labels: [label] })))
  await addTasks(page, { title: 'Done', labels: ['z'], status: 'Completed' })
  await expect(await page.request.post('/views', { data: { name: 'Only a', address: '/list?label=a' } })).toBeOK()
  const rail = page.getByRole('navigation', { name: 'Places, views and labels' })
  for (const address of ['settings', 'profile', 'trash', 'overview', `task/${first?._id}`]) {
    await page.goto(`#/${address}`)
    await expect(rail.getByRole('link', { name: 'All tasks 10' })).toBeVisible()
    expect((await rail.boundingBox())?.width).toBe(192)
  }
  await expect(rail.getByRole('link', { name: 'Waiting', exact: true })).toBeVisible()
  await expect(rail.getByRole('link', { name: 'i 1' })).toBeHidden()
  await rail.getByRole('button', { name: '3 more' }).click()
  await expect(rail.getByRole('link', { name: /z$/ })).toBeVisible()

  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto('#/settings')
  await expect.poll(async () => (await rail.boundingBox())?.width).toBe(56)
  await rail.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('dialog', { name: 'Labels' }).getByRole('link', { name: 'b 1' }).click()
  await expect(page).toHaveURL(/#\/dashboard\?label=b$/)
  await expect(cards(page)).toHaveText([/Task b/])
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rail).toBeHidden()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Open the menu' }).click()
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Only a 1' }).click()
  await expect(page).toHaveURL(/#\/list\?label=a$/)
  await expect(menu.getByRole('link', { name: 'Only a 1' })).toBeHidden()
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Tasks' }).click()
  await expect(page).toHaveURL(/#\/list\?label=a$/)
})
