import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks, dayFromNow, fiveTasks, focusedCard, openQuickAdd, pasteIntoQuickAdd } from './tasks.ts'

const marks = (page: Page) => page.getByRole('dialog', { name: 'Quick add' }).locator('mark')
const titleOf = (page: Page) => page.locator('[aria-live=polite] > [dir=auto]')

test('understood words are marked in the field while they are typed, and can be kept as text by click, by Backspace and by button', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  const line = await openQuickAdd(page)
  await page.keyboard.type('Read The Man Who Was Thursday and sleep tomorrow !high #auth')
  await expect(marks(page)).toHaveText(['Thursday', '!high', '#auth'])

  await test.step('a mark lies exactly behind its word, also in a line that wraps', async () => {
    const isAligned = await page.evaluate(() => {
      const field = document.querySelector('textarea')
      const backdrop = field?.previousElementSibling
      if (!field || !backdrop) return false
      const [own, behind] = [field.getBoundingClientRect(), backdrop.getBoundingClientRect()]
      const styles = ['font', 'padding', 'letterSpacing', 'lineHeight', 'whiteSpace', 'direction'] as const
      return (
        own.width === behind.width &&
        own.height === behind.height &&
        field.scrollHeight <= field.clientHeight &&
        styles.every((name) => getComputedStyle(field)[name] === getComputedStyle(backdrop)[name])
      )
    })
    expect(isAligned).toBe(true)
  })
  await expectAccessible(page)

  await test.step('click', async () => {
    const box = await marks(page).first().boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await expect(marks(page)).toHaveText(['tomorrow', '!high', '#auth'])
  })
  await test.step('Backspace right behind it; the next one deletes a letter', async () => {
    await page.getByText('press Backspace after it').waitFor()
    await line.press('Control+End')
    await page.keyboard.press('Backspace')
    await expect(marks(page)).toHaveText(['tomorrow', '!high'])
    await expect(line).toHaveValue('Read The Man Who Was Thursday and sleep tomorrow !high #auth')
    await page.keyboard.press('Backspace')
    await expect(line).toHaveValue('Read The Man Who Was Thursday and sleep tomorrow !high #aut')
  })
  await test.step('a button for each, also by keyboard', async () => {
    await page.getByRole('button', { name: /keep “!high” as text/ }).focus()
    await page.keyboard.press('Enter')
    await expect(marks(page)).toHaveText(['tomorrow', '#aut'])
  })
  await expect(titleOf(page)).toHaveText('Read The Man Who Was Thursday and sleep !high')
  await line.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added #1 Read The Man Who Was Thursday and sleep !high')
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  expect(tasks).toMatchObject([
    { priority: 'Medium', labels: ['aut'], dueDate: `${await dayFromNow(page, 1)}T00:00:00.000Z`, description: '' },
  ])
})

test('Enter that confirms an input method adds nothing', async ({ page, signedIn: _ }) => {
  const line = await openQuickAdd(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(line).toHaveValue('にほん')
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await client.send('Input.insertText', { text: '日本' })
  // Safari ends the composition before this key.
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await expect(line).toHaveValue('日本')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added #1 日本')
  await expect(line).toHaveValue('')
})

test('Arabic and Hebrew are written from right to left in the field, the preview and the pasted lines', async ({
  page,
  signedIn: _,
}) => {
  const line = await openQuickAdd(page)
  await line.fill('إصلاح تسجيل الدخول !high')
  await pasteIntoQuickAdd(page, '- לקנות חלב #home\n- Call Bo')
  const directionOf = (element: Element) => getComputedStyle(element).direction
  expect(await line.evaluate(directionOf)).toBe('rtl')
  expect(await titleOf(page).evaluate(directionOf)).toBe('rtl')
  const pasted = page.getByLabel('Pasted line', { exact: true })
  expect(await pasted.first().evaluate(directionOf)).toBe('rtl')
  expect(await pasted.last().evaluate(directionOf)).toBe('ltr')
  // The mark is at the left end, behind its word.
  const [field, mark] = [await line.boundingBox(), await marks(page).boundingBox()]
  expect((mark?.x ?? 0) - (field?.x ?? 0)).toBeLessThan((field?.width ?? 0) - (mark?.width ?? 0) - 100)
})

test('a new task in sight has the focus when the dialog is closed; otherwise the list stays, and the message offers to open it', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, ...Array.from({ length: 60 }, (_none, index) => ({ title: `Old ${index}` })))
  const line = await openQuickAdd(page)
  await line.fill('At the top 2027-03-01')
  await line.press('Enter')
  const first = page.getByRole('alert').filter({ hasText: 'Added #61 At the top' })
  await expect(first.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Open' })).toHaveCount(0)
  await line.press('Escape')
  await expect(focusedCard(page)).toContainText('At the top')

  await page.keyboard.press('q')
  await line.fill('At the end')
  await line.press('Enter')
  const last = page.getByRole('alert').filter({ hasText: 'Added #62 At the end' })
  await expect(last.getByRole('button', { name: 'Open' })).toBeVisible()
  await line.press('Escape')
  await expect(focusedCard(page)).toContainText('At the top')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await last.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'At the end', level: 1 })).toBeVisible()
})

test('pasted lines show date, priority and labels, and can be edited and removed one by one', {
  tag: ['@phone', '@core'],
}, async ({ page, signedIn: _ }) => {
  await openQuickAdd(page)
  await pasteIntoQuickAdd(page, '- Buy milk tomorrow !low #home\n- [x] Same\n- Same\n- Meet May sat')
  const list = page.getByRole('region', { name: 'Pasted lines' })
  const rows = list.getByRole('listitem')
  await expect(rows.nth(0).getByRole('button', { name: /keep/ })).toHaveText([/tomorrow/, /Low/, /#home/])
  await expect(rows.nth(1)).toContainText('No dateMedium priorityCompleted')
  await expectAccessible(page)
  await rows
    .nth(3)
    .getByRole('button', { name: /keep “sat” as text/ })
    .click()
  await expect(rows.nth(3)).toContainText('No date')
  await rows.nth(2).getByRole('textbox').fill('Other !crit')
  await expect(rows.nth(2)).toContainText('Critical')
  await rows.nth(1).getByRole('button', { name: 'Remove “Same”' }).click()
  await expect(page.getByText('3 lines pasted')).toBeVisible()
  await page.getByRole('button', { name: 'Add 3 tasks' }).click()
  await expect(page.getByRole('alert')).toContainText('Added 3 tasks')
  await expect(list).toBeHidden()
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  expect(tasks.toReversed()).toMatchObject([
    { title: 'Buy milk', priority: 'Low', labels: ['home'], dueDate: `${await dayFromNow(page, 1)}T00:00:00.000Z` },
    { title: 'Other', priority: 'Critical', dueDate: null, status: 'Pending' },
    { title: 'Meet May sat', dueDate: null },
  ])
})

test('the field is free for the next line at once, and a refused line is not lost', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const line = await openQuickAdd(page)
  // Lines that were entered before the parser is loaded are sent together.
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/tasks/createTask', async (route) => {
    if (route.request().postDataJSON().title !== 'First') return route.continue()
    await held
    await route.fulfill({ status: 413, json: { message: 'Too many tasks.', code: 'too_large' } })
  })
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Third')
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Too many tasks.' })).toBeVisible()
  await expect
    .poll(async () => (await (await page.request.get('/tasks/getTasks')).json()).tasks.map((task: Task) => task.title))
    .toEqual(['Second'])
  await expect(page.getByLabel('Pasted line', { exact: true })).toHaveValue('First')
  await expect(line).toHaveValue('Third')
  await expectComplaints(complaints, 'Error adding task', 'status of 413')
})

test('lines that are too long or too many are reported, and nothing is lost', async ({ page, signedIn: _ }) => {
  const line = await openQuickAdd(page)
  const lines = (count: number) => Array.from({ length: count }, (_none, index) => `Step ${index}`).join('\n')
  await line.fill('Typed before')
  await pasteIntoQuickAdd(page, lines(501))
  await expect(page.getByRole('alert')).toHaveText(
    'These are 501 lines. At most 500 fit here. Nothing was pasted: copy fewer lines at once.',
  )
  await expect(line).toHaveValue('Typed before')
  await pasteIntoQuickAdd(page, `${'x'.repeat(10_001)}\nShort`)
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'This line has 10,001 characters, and a task holds at most 10,000. Shorten or divide it to add it.',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add 3 tasks' })).toBeDisabled()
  await expect(page.getByLabel('Pasted line', { exact: true }).first()).toHaveValue('x'.repeat(10_001))
  await page.getByLabel('Pasted line', { exact: true }).first().fill('Now short')
  await page.getByLabel('Pasted line', { exact: true }).first().press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added 3 tasks')
})

test('a new task on the board and on Next gets the focus, too', async ({ page, signedIn: _ }) => {
  await fiveTasks(page, '#/next')
  for (const name of ['Next', 'Board']) {
    await page.goto(`#/${name.toLowerCase()}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.keyboard.press('q')
    await page.keyboard.type(`New on ${name}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: `New on ${name}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(focusedCard(page)).toContainText(`New on ${name}`)
  }
})
