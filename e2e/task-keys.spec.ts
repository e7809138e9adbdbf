import type { Page } from '@playwright/test'
import { asOnPhone, expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards, fiveTasks, live } from './tasks.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const stored = async (page: Page, number: number) => (await page.request.get(`/tasks/task/${number}`)).json()

/** Presses a key in the very moment when a heading appears, before the browser has painted it. */
const pressWhenShown = (page: Page, title: string, key: string) =>
  page.evaluate(
    ({ title, key }) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent !== title) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    },
    { title, key },
  )
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('J and K go through the list that the user came from, and the header says where the task is in it', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  await fiveTasks(page, '#/dashboard')
  await pressWhenShown(page, 'two', 'j')
  await cards(page).filter({ hasText: 'two' }).click()
  await expect(heading(page, 'three')).toBeVisible()
  await expect(page.getByText('3 of 5')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(heading(page, 'one')).toBeVisible()
  const next = page.getByRole('button', { name: 'Next task' })
  await expect(page.getByRole('button', { name: 'Previous task' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('k')
  await expect(heading(page, 'one')).toBeVisible()
  await next.click()
  await next.click()
  await expect(heading(page, 'three')).toBeVisible()
  await expect(next).toBeFocused()
  await expectAccessible(page)

  await test.step('one step back leads to the list', async () => {
    await page.goBack()
    await expect(cards(page)).toHaveCount(5)
  })
  await test.step('a filtered list keeps its order while its tasks change', async () => {
    await page.goto('#/dashboard?status=Pending')
    await cards(page).filter({ hasText: 'two' }).click()
    await expect(page.getByText('2 of 5')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Completed')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(heading(page, 'two')).toBeVisible()
    await expect(page.getByText('2 of 5')).toBeVisible()
  })
  await test.step('after a reload it is the order of the dashboard', async () => {
    await page.reload()
    await expect(page.getByText('2 of 5')).toBeVisible()
  })
  await test.step('a phone has the same', async () => {
    await asOnPhone(page)
    await next.click()
    await expect(heading(page, 'three')).toBeVisible()
    await expect(page.getByText('3 of 5')).toBeVisible()
    await expectAccessible(page)
  })
})

test('the keys of a list work on the page of a task: complete, status, priority, due date and labels', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await live(page)
  await heading(page, 'Fix it').waitFor()
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Completed')
  await alert(page, 'Completed #1 Fix it').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pending')
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Completed')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pending')

  for (const [key, digit, label, value] of [
    ['s', '2', 'Status', 'In Progress'],
    ['p', '1', 'Priority', 'Critical'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press(digit)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.getByRole('listbox')).toBeHidden()
  }
  await page.keyboard.press('d')
  await page.getByRole('option', { name: 'No date' }).click()
  await expect(page.getByLabel('Due date', { exact: true })).toHaveValue('')
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: 'Labels' })).toBeFocused()
  await page.keyboard.type('auth,')
  await expect
    .poll(async () => {
      const { status, priority, dueDate, labels } = await stored(page, 1)
      return [status, priority, dueDate, labels]
    })
    .toEqual(['In Progress', 'Critical', null, ['auth']])
  // Escape closes the list of labels, then leaves the field, and keys are commands again.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Labels' })).not.toBeFocused()
  await page.getByLabel('Due date', { exact: true }).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Completed')

  await asOnPhone(page)
  for (const [key, digit, label, value] of [
    ['s', '1', 'Status', 'Pending'],
    ['p', '2', 'Priority', 'High'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('listbox').waitFor()
    await expectAccessible(page)
    await page.keyboard.press(digit)
    await expect(page.getByRole('button', { name: `${label}: ${value}` })).toBeVisible()
    await expect(page.getByRole('listbox')).toBeHidden()
  }
  await page.keyboard.press('d')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: /^Due date: .*today/ })).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByLabel('Find or create a label')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Find or create a label')).toBeHidden()
  await page.keyboard.press('c')
  await expect(page.getByRole('button', { name: 'Status: Completed' })).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: 'Are you sure you want to delete this task?' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(alert(page, 'Fix it').getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('Delete goes to the next task, and from the last one back to the list; undo brings the tasks back', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/dashboard')
  await cards(page).filter({ hasText: 'four' }).click()
  await heading(page, 'four').waitFor()
  const confirm = page.getByRole('dialog', { name: 'Are you sure you want to delete this task?' })
  await page.keyboard.press('Delete')
  await confirm.getByRole('button', { name: 'Delete Task' }).click()
  await expect(heading(page, 'five')).toBeVisible()
  await expect(page.getByText('4 of 4')).toBeVisible()
  await expect(confirm).toBeHidden()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm.getByRole('button', { name: 'Delete Task' }).click()
  await expect(cards(page)).toHaveCount(3)
  await alert(page, 'five').getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(4)
})

test('each field is saved as it changes, says so, and can be undone', async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await live(page)
  const saved = (field: string) => page.locator(`[data-field="${field}"]`).getByText('Saved', { exact: true })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In Progress')
  await expect(saved('status')).toBeVisible()
  await page.getByLabel('Priority', { exact: true }).selectOption('High')
  await expect(saved('priority')).toBeVisible()
  await expect(saved('status')).toBeHidden()

  await test.step('a day is saved when it is complete, not while it is typed', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''))
    const due = page.getByLabel('Due date', { exact: true })
    await due.fill('')
    await due.pressSequentially('Dec 24, 2026')
    await due.press('Enter')
    await expect(saved('dueDate')).toBeVisible()
    await expect(due).toHaveValue('Dec 24, 2026')
    expect(sent).toHaveLength(1)
    await page.getByLabel('Start date', { exact: true }).fill('2026-12-01')
    await page.keyboard.press('Tab')
    await expect(saved('startDate')).toBeVisible()
  })
  await page.getByRole('combobox', { name: 'Labels' }).fill('c++')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“c++” cannot be a label')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ui')
  await page.keyboard.press('Enter')
  await expect(saved('labels')).toBeVisible()
  const { status, priority, dueDate, startDate, labels } = await stored(page, 1)
  expect([status, priority, dueDate, startDate, labels]).toEqual([
    'In Progress',
    'High',
    '2026-12-24T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    ['ui'],
  ])
  await expectAccessible(page)
  await alert(page, 'Changed the labels of #1 Fix it').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(page, 1)).labels).toEqual([])
})

test('the link of a task can be copied', async ({ page, context, signedIn: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(alert(page, 'Copied the link to #1 Fix it')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/taskdeck\/#\/task\/1$/)
})

test('on a phone, the fields are two lines of facts that open sheets, before a long description, and controls are large enough', {
  tag: '@phone-only',
}, async ({ page, signedIn: _ }) => {
  const values = { labels: ['api', 'a-long-label-that-has-no-room', 'another-one', 'security'], dueDate: '2027-11-20' }
  await addTasks(page, { title: 'Fix it', description: 'A long story.\n\n'.repeat(80), ...values })
  await page.goto('#/task/1')
  await live(page)
  const facts = page.getByRole('complementary', { name: 'Fields' }).locator('[data-field]')
  await expect(facts).toHaveText([/Status: Pending/, /Priority: Medium/, /Due date: Nov 20, 2027 ?in/, /Labels: #api/])
  const text = await page.getByText('A long story.').first().boundingBox()
  const lines = new Set<number>()
  for (const fact of await facts.all()) {
    const box = await fact.boundingBox()
    lines.add(box?.y ?? 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
  expect(lines.size).toBe(2)
  await page.getByRole('button', { name: 'Priority: Medium' }).tap()
  await page.getByRole('dialog').getByRole('option', { name: 'High' }).tap()
  await expect(page.getByRole('button', { name: 'Priority: High' })).toContainText('Saved')
  await expect.poll(async () => (await stored(page, 1)).priority).toBe('High')
  await page.getByRole('button', { name: /^Labels: / }).tap()
  await expect(page.getByRole('dialog', { name: 'Change the labels' })).toBeVisible()
  await page.keyboard.press('Escape')
  // A field without a value is in the menu.
  await page.getByRole('button', { name: 'More actions' }).tap()
  await page.getByRole('menuitem', { name: /estimate/i }).tap()
  await page
    .getByRole('dialog')
    .getByRole('spinbutton')
    .or(page.getByRole('dialog').getByRole('textbox'))
    .first()
    .fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Estimate: 3/ })).toBeVisible()
  for (const name of ['Complete', 'Previous task', 'Next task', 'More actions']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
    expect(box?.width, name).toBeGreaterThanOrEqual(44)
    // On the first screen, without scrolling.
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(844)
  }
  await test.step('a message stands above the buttons at the bottom edge', async () => {
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    const message = alert(page, 'Completed #1 Fix it')
    await message.waitFor()
    const bar = await page.locator('[data-bottom-bar]').boundingBox()
    await expect
      .poll(async () => {
        const box = await message.boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBeLessThanOrEqual(bar?.y ?? 0)
  })
})
