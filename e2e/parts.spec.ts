import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { expect, expectAccessible, expectUsable, pressSequence, test } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

const parts = (page: Page) => page.getByRole('region', { name: 'Parts' })
const rowsOf = (page: Page) =>
  parts(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const stored = async (page: Page): Promise<Task[]> => (await (await page.request.get('/tasks/getTasks')).json()).tasks
const statuses = async (page: Page) =>
  Object.fromEntries((await stored(page)).map(({ title, status }) => [title, status]))

/** A parent with two open parts and a completed one. */
async function world(page: Page) {
  const [parent] = await addTasks(page, { title: 'Cut the release', dueDate: null })
  const partOf = parent?._id ?? ''
  await addTasks(
    page,
    { title: 'Freeze the changelog', partOf, status: 'Completed' },
    { title: 'Run the upgrade test', partOf },
    { title: 'Sign the image', partOf },
  )
  return { partOf }
}

test('cards, rows and the board show the marks of parts and blockers; a task shows its parts and their progress, a line adds one, and each is ticked in place', {
  tag: ['@phone', '@core', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  const { partOf } = await world(page)
  await page.request.post(`/tasks/task/${partOf}/links`, { data: { kind: 'blocked by', to: '4' } })
  for (const address of ['#/dashboard', '#/list', '#/board']) {
    await page.goto(address)
    const entry = page.locator(`[data-task="${partOf}"]`)
    await expect(entry).toContainText('1 of 3 parts completed')
    await expect(entry).toContainText('1/3')
    await expect(entry).toContainText('Blocked by #4 Sign the image')
  }
  // A completed blocker blocks nobody.
  await page.request.put('/tasks/updateTask/4', { data: { status: 'Completed' } })
  await expect(page.locator(`[data-task="${partOf}"]`)).not.toContainText('Blocked')
  await page.request.put('/tasks/updateTask/4', { data: { status: 'Pending' } })
  await page.request.put('/tasks/updateTask/1', { data: { blockedBy: [] } })

  await page.goto(`#/task/${partOf}`)
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(parts(page).getByRole('progressbar', { name: 'Completed parts' })).toHaveJSProperty('value', 1)
  await expect(parts(page)).toContainText('1 of 3')

  const field = parts(page).getByRole('textbox', { name: 'Add a part' })
  await field.fill('Write the notes !high tomorrow #docs')
  await expect(parts(page).getByRole('button', { name: 'keep “#docs” as text' })).toBeVisible()
  await field.press('Enter')
  await expect(rowsOf(page)).toHaveCount(4)
  await expect(field).toHaveValue('')
  await expect(alertWith(page, 'Added #5 Write the notes as a part of #1 Cut the release')).toBeVisible()
  await expect
    .poll(async () => (await stored(page)).find(({ number }) => number === 5))
    .toMatchObject({ title: 'Write the notes', priority: 'High', labels: ['docs'], partOf })

  await parts(page).getByRole('button', { name: 'Complete #3' }).click()
  await expect(parts(page)).toContainText('2 of 4')
  await alertWith(page, 'Completed #3').getByRole('button', { name: 'Undo' }).click()
  await expect(parts(page)).toContainText('1 of 4')
  // The link is removed, not the task.
  await parts(page).getByRole('button', { name: 'Remove the link to #4' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await alertWith(page, 'Removed the link').getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(4)

  // The part leads to its parent, and a part in the trash is hidden until it returns.
  await parts(page).getByRole('link', { name: 'Sign the image' }).click()
  const links = page.getByRole('region', { name: 'Links' })
  await expect(links.getByRole('listitem').filter({ hasText: 'Part of' })).toContainText('Cut the release')
  await page.request.delete('/tasks/deleteTask/3')
  await page.goto(`#/task/${partOf}`)
  await expect(rowsOf(page)).toHaveCount(3)
  await page.request.post('/tasks/trash/3/restore')
  await expect(rowsOf(page)).toHaveCount(4)
})

test('completing a parent asks about its open parts, wherever it is completed', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
}) => {
  const { partOf } = await world(page)
  await page.goto('#/dashboard')
  await live(page)
  const question = page.getByRole('dialog', { name: '#1 Cut the release has 2 open parts' })
  const ring = page.getByRole('button', { name: 'Complete #1', exact: true })
  await ring.click()
  await expect(question).toContainText('#3 Run the upgrade test, #4 Sign the image')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(ring).toHaveAttribute('aria-pressed', 'false')

  await ring.click()
  await question.getByRole('button', { name: 'Leave open' }).click()
  await expect(alertWith(page, 'Completed #1 Cut the release')).toBeVisible()
  await expect.poll(() => statuses(page)).toMatchObject({ 'Cut the release': 'Completed', 'Sign the image': 'Pending' })
  await page.keyboard.press('Control+z')
  await expect(ring).toHaveAttribute('aria-pressed', 'false')

  // By key, with all parts: one change, and one undo. A key that follows at once belongs to the question.
  await page.locator(`[data-task="${partOf}"]`).focus()
  await pressSequence(page, 'c', 'Enter')
  await expect(alertWith(page, 'Completed 3 tasks')).toBeVisible()
  await expect.poll(async () => Object.values(await statuses(page))).toEqual(Array(4).fill('Completed'))
  await alertWith(page, 'Completed 3 tasks').getByRole('button', { name: 'Undo' }).click()
  await expect(ring).toHaveAttribute('aria-pressed', 'false')

  // From the menu of the status, for the selection: a selected part needs no decision.
  await page.getByRole('checkbox', { name: 'Select #1' }).check()
  await page.getByRole('checkbox', { name: 'Select #3' }).check()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'Completed' }).click()
  const both = page.getByRole('dialog', { name: '2 tasks have 1 open part' })
  await both.getByRole('button', { name: 'Cancel' }).click()
  await expect(both).toBeHidden()
  await page.keyboard.press('Escape')

  // On the page of the task: the field and the button.
  await page.goto(`#/task/${partOf}`)
  await page.getByRole('heading', { level: 1, name: 'Cut the release' }).waitFor()
  await page.getByLabel('Status').selectOption('Completed')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('Pending')
  await page.getByRole('button', { name: 'Complete', exact: true }).first().click()
  await question.getByRole('button', { name: 'Complete them too' }).click()
  await expect(parts(page)).toContainText('3 of 3')

  // On the board.
  await page.keyboard.press('Control+z')
  await expect(parts(page)).toContainText('1 of 3')
  await page.goto('#/board')
  await page.getByRole('region', { name: 'In Progress' }).waitFor()
  const card = page.getByRole('region', { name: 'Pending' }).getByRole('link', { name: /^Cut the release/ })
  await card.dragTo(page.getByRole('region', { name: 'Completed' }).getByRole('list'), { steps: 10 })
  await question.getByRole('button', { name: 'Complete them too' }).click()
  await expect(page.getByRole('region', { name: 'Completed' }).getByRole('link')).toHaveCount(4)
})

test('the page of a task with parts and links is usable at all widths and in both themes', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const { partOf } = await world(page)
  const [blocker, related] = await addTasks(
    page,
    {
      title: 'Move rate limits from memory to Postgres, and count them per account and address',
      status: 'In Progress',
    },
    { title: 'Document the retry policy', description: 'Needed for #1 and #2.' },
  )
  await page.request.put('/tasks/updateTask/1', {
    data: {
      blockedBy: [blocker?._id],
      related: [related?._id],
      description: 'Waits for #5. Then #2 and #99, but not `#3`.',
    },
  })
  await page.goto(`#/task/${partOf}`)
  await expect(page.getByRole('region', { name: 'Links' }).getByRole('listitem')).toHaveCount(4)
  const look = async (name: string) => {
    if (process.env.PHOTOS) await page.screenshot({ path: `test-results/photos/links-${name}.png`, fullPage: true })
  }
  await expectUsable(page, look)
})
