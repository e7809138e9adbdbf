import type { Page } from '@playwright/test'
import { expect, expectAccessible, holdBack, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, fiveTasks, focusedCard, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' })

/** The open menu, and the changes that were sent from it. */
function menuOf(page: Page) {
  const changes: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/tasks/bulkUpdateTasks')) changes.push(request.postDataJSON().change)
  })
  const options = page.getByRole('listbox').getByRole('option')
  const present = page.getByRole('listbox').getByRole('option', { selected: true })
  const active = page.locator('[role="option"][data-active]')
  const isOn = async (name: string) => {
    await expect(active).toContainText(name)
    const id = (await active.getAttribute('id')) ?? ''
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-activedescendant', id)
  }
  return { changes, options, present, active, isOn }
}

test('a menu starts at the current value, moves by arrows, letters, Home and End, and selects by Enter, Space and digits; for tasks with different values it has no current value, and Enter alone changes nothing', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  const { changes, options, present, active, isOn } = menuOf(page)
  // Without a pause between keys: none may be lost or reach another element.
  await page.keyboard.press('j')
  for (const key of ['x', 'p', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(cards(page).first()).toContainText('Low')
  await expect(bar(page)).toContainText('1 selected')

  await page.keyboard.press('p')
  await expect(page.getByRole('listbox', { name: 'Change the priority' })).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText('#5 one')
  await expect(present).toContainText('Low')
  await isOn('Low')
  await expectAccessible(page)
  for (const [key, name] of [
    ['ArrowDown', 'Low'],
    ['ArrowUp', 'Medium'],
    ['Home', 'Critical'],
    ['ArrowUp', 'Critical'],
    ['End', 'Low'],
    ['h', 'High'],
    ['h', 'High'],
  ] as const) {
    await page.keyboard.press(key)
    await isOn(name)
  }
  await page.keyboard.press('Space')
  await expect(cards(page).first()).toContainText('High')
  await page.keyboard.press('s')
  await isOn('Pending')
  await page.keyboard.press('3')
  await expect(cards(page).first()).toContainText('Completed')
  // A change is shown before it is sent.
  await expect.poll(() => changes).toEqual([{ priority: 'Low' }, { priority: 'High' }, { status: 'Completed' }])

  // Selecting the current value is not a change.
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('s')
  await page.keyboard.press('1')
  await expect.poll(() => changes.slice(3)).toEqual([{ status: 'Pending' }])

  // The first task is High, the next two are Medium.
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await cards(page).first().focus()
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('p')
  await expect(options).toHaveText([/^Critical1$/, /^High1 of 32$/, /^Medium2 of 33$/, /^Low4$/])
  await expect(present).toHaveCount(0)
  await expect(active).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Change the priority' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await isOn('Critical')
  await page.keyboard.press('Enter')
  await expect(cards(page).filter({ hasText: 'Critical' })).toHaveCount(3)
  await expect.poll(() => changes.slice(4)).toEqual([{ priority: 'Critical' }])

  // A day that is not among the options is listed too, and the menu starts there.
  await page.keyboard.press('d')
  await isOn('Nov 20, 2026')
  await page.keyboard.press('1')
  const dueDate = await dayFromNow(page, 0)
  await expect.poll(() => changes.at(-1)).toEqual({ dueDate })
})

test('menu options are large enough for a finger', { tag: '@phone' }, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Tap me' })
  await page.goto('#/dashboard')
  await cards(page).waitFor()
  await live(page)
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  const height = async () => (await page.getByRole('option', { name: 'Completed' }).boundingBox())?.height
  // The menu grows during its animation.
  await expect.poll(height).toBeGreaterThanOrEqual(isNarrow(page) ? 44 : 36)
  await page.getByRole('option', { name: 'Completed' }).click()
  await expect(cards(page)).toContainText('Completed')
})

test('Escape closes the topmost layer and nothing else', async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  const dialog = page.getByRole('dialog')
  const stays = () => expect(bar(page)).toContainText('2 selected')
  for (const key of ['s', 'p', 'd', 'Delete', 'q', '?', 'Control+k']) {
    await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await stays()
    await expect(focusedCard(page), key).toContainText('two')
  }
  // The calendar, then the menu that it belongs to.
  await page.keyboard.press('d')
  await page.getByLabel('Another day').click()
  const calendar = page.getByRole('button', { name: 'Next month' })
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await stays()
  // The account menu.
  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await stays()
  // The text of the search, then the search, and finally the selection.
  await page.getByLabel('Search tasks').fill('o')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search tasks')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search tasks')).not.toBeFocused()
  await stays()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()

  // A question on top of a form. The list must have settled: a card that moves is not hit.
  await expect(page).not.toHaveURL(/q=/)
  await expect(cards(page)).toHaveCount(5)
  await cards(page).first().click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Half written')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue('Half written')
})

test('keys right after the Escape or the click that closes a calendar or a list of labels do not go to it', async ({
  page,
  signedIn: _,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await addTasks(page, { title: 'Rotate keys', labels: ['auth'] })
  await page.goto('#/dashboard')
  await cards(page).waitFor()
  await live(page)
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  const calendar = page.getByRole('button', { name: 'Next month' })
  await page.getByLabel('Another day').click()
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(focusedCard(page)).toContainText('Rotate keys')

  await page.goto('#/add-task')
  const labels = page.getByRole('combobox', { name: 'Labels' })
  const option = page.getByRole('option', { name: 'auth' })
  // Opened a second time, the list has its own Escape again.
  await labels.focus()
  for (const _time of [1, 2]) {
    await page.keyboard.press('ArrowDown')
    await expect(option).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(option).toBeHidden()
    await expect(labels).toBeFocused()
  }
  await page.keyboard.press('ArrowDown')
  await expect(option).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(labels).not.toBeFocused()
  const due = page.getByLabel('Due date')
  await due.click()
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(due).not.toBeFocused()
  // The same holds for other keys, after a click that closes the calendar.
  await due.click()
  await expect(calendar).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('q')
  await expect(page.getByLabel('New task', { exact: true })).toBeFocused()
})

test('all text typed after the key that opens quick add or the palette ends up in its field, even while code is loading', {
  tag: ['@core', '@firefox'],
}, async ({ page, signedIn: _ }) => {
  const overlays = [
    { key: 'q', release: await holdBack(page, '**/quick-add-body-*.js'), field: 'New task', shows: 'No date' },
    {
      key: 'Control+k',
      release: () => {},
      field: 'Search or jump to',
      shows: 'Nothing found for “txcdp”.',
    },
  ]
  await fiveTasks(page)
  for (const { key, release, field, shows } of overlays) {
    await page.keyboard.press('j')
    await page.keyboard.press(key)
    // Without a pause, with letters that are commands.
    for (const letter of ['t', 'x', 'c', 'd', 'Delete', 'p', 's', '?', 'Backspace', 'Backspace']) {
      await page.keyboard.press(letter)
    }
    await expect(page.getByLabel(field)).toHaveValue('txcdp')
    await expect(page.getByLabel(field)).toBeFocused()
    release()
    await expect(page.getByRole('dialog').getByText(shows)).toBeVisible()
    await page.keyboard.type('!')
    await expect(page.getByLabel(field)).toHaveValue('txcdp!')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
    await expect(cards(page).filter({ hasText: 'Pending' })).toHaveCount(5)
    // The same with everything loaded.
    await page.keyboard.press(key)
    await page.keyboard.type('xc')
    await expect(page.getByLabel(field)).toHaveValue(key === 'q' ? 'txcdp!xc' : 'xc')
    await page.keyboard.press('Escape')
  }
})

test('keys after a command that opens another screen are meant for that screen: a form keeps them, and they change no task', async ({
  page,
  signedIn: _,
}) => {
  const release = {
    form: await holdBack(page, '**/add-task-*.js'),
    board: await holdBack(page, '**/board-*.js'),
  }
  await fiveTasks(page, '#/list?group=none')
  await cards(page).filter({ hasText: 'one' }).focus()
  await page.keyboard.press('n')
  // Letters that are commands, the first key of a sequence, and a correction.
  await page.keyboard.type('Fix cache? g lq!')
  for (const key of ['Backspace', 'Delete', 'Enter', 'Control+a']) await page.keyboard.press(key)
  release.form()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Fix cache? g lq')
  await page.keyboard.type('s')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Fix cache? g lqs')

  await page.goto('#/task/5')
  await page.getByRole('heading', { name: 'one', exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('two xc')
  await expect(page.getByLabel('Search tasks')).toBeFocused()
  await expect(page.getByLabel('Search tasks')).toHaveValue('two xc')
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(5)

  await page.keyboard.press('Escape')
  await cards(page).filter({ hasText: 'one' }).focus()
  await pressSequence(page, 'g', 'b')
  for (const key of ['x', 'c', 'Delete']) await page.keyboard.press(key)
  // A command of every screen still works: it closes again.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  release.board()
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  expect(tasks.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('Pending'))
})

test('Enter before the code has loaded adds the line, and applies words for a day or a repetition that nothing can read yet', async ({
  page,
  signedIn: _,
}) => {
  const release = {
    quickAdd: await holdBack(page, '**/quick-add-body-*.js'),
    words: await holdBack(page, /(days-in-words|typed-repeat)-[^/]*\.js$/),
  }
  await fiveTasks(page, '#/list?group=none')
  const dialog = page.getByRole('dialog')
  await cards(page).filter({ hasText: 'one' }).focus()
  for (const [key, text] of [
    ['r', 'every 3 days'],
    ['d', 'dec 24 2026'],
  ] as const) {
    await page.keyboard.press(key)
    // Without a pause, with letters that are commands.
    await page.keyboard.type(text)
    await expect(dialog.getByRole('textbox')).toHaveValue(text)
    await page.keyboard.press('Enter')
    release.words()
    await expect(dialog).toBeHidden()
  }
  await expect
    .poll(async () => (await page.request.get('/tasks/task/5')).json())
    .toMatchObject({
      title: 'one',
      status: 'Pending',
      priority: 'Medium',
      dueDate: '2026-12-24T00:00:00.000Z',
      repeat: { rule: 'FREQ=DAILY;INTERVAL=3' },
    })

  await page.keyboard.press('q')
  await page.keyboard.type('Fix login !high')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Next')
  release.quickAdd()
  await expect(page.getByRole('alert').filter({ hasText: 'Added #6 Fix login' })).toBeVisible()
  await expect(page.getByLabel('New task', { exact: true })).toHaveValue('Next')
})

test('a held key acts once, and keys with modifiers are not commands; Delete applies to the task that was focused when it was pressed, even if it moves in the list', async ({
  page,
  signedIn: _,
}) => {
  const tasks = await fiveTasks(page)
  const hold = async (key: string) => {
    for (let times = 0; times < 5; times++) await page.keyboard.down(key)
    await page.keyboard.up(key)
  }
  await page.keyboard.press('j')
  await hold('x')
  await expect(bar(page)).toContainText('1 selected')
  for (const keys of ['Control+x', 'Control+c', 'Alt+x', 'Meta+x']) await page.keyboard.press(keys)
  await expect(bar(page)).toContainText('1 selected')
  await hold('Delete')
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this task?' })
  await expect(question).toContainText('#5 one')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await hold('Escape')
  await expect(question).toBeHidden()
  await expect(bar(page)).toContainText('1 selected')
  await hold('p')
  await expect(page.locator('[role="option"][data-active]')).toContainText('Medium')
  // Enter selects. The rest of the key press must not open the task.
  await page.keyboard.press('ArrowDown')
  await hold('Enter')
  await expect(cards(page).first()).toContainText('Low')
  await expect(page).toHaveURL(/#\/dashboard$/)
  await hold('j')
  await expect(focusedCard(page)).toContainText('five')

  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await cards(page).first().focus()
  await page.keyboard.press('Delete')
  await expect(question).toContainText('#5 one')
  await page.request.put(`/tasks/updateTask/${tasks[4]?._id}`, { data: { dueDate: '2026-01-01' } })
  await expect(cards(page).last()).toContainText('one')
  await question.getByRole('button', { name: 'Delete Task' }).click()
  await expect(cards(page)).toHaveText([/two/, /three/, /four/, /five/])
})
