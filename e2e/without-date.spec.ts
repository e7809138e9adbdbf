import { expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live } from './tasks.ts'

test('a task without a date and description has its place in every view', { tag: '@phone' }, async ({
  page,
  signedIn: _,
}) => {
  const [soon, later] = await Promise.all([dayFromNow(page, 1), dayFromNow(page, 40)])
  await addTasks(
    page,
    { title: 'Someday', dueDate: null, description: '' },
    { title: 'Soon', dueDate: soon ?? '' },
    { title: 'Later', dueDate: later ?? '' },
  )
  await page.goto('#/dashboard')
  await expect(cards(page)).toHaveText([/Later/, /Soon/, /Someday.*No date/])
  await page.goto('#/dashboard?sort=asc')
  await expect(cards(page)).toHaveText([/Soon/, /Later/, /Someday/])
  await page.goto('#/dashboard?due=none')
  await expect(cards(page)).toHaveText([/Someday/])
  await page.goto('#/board')
  await expect(page.getByRole('link', { name: /Someday/ })).toContainText('No date')
  await page.goto('#/next')
  await expect(page.getByRole('link', { name: /Someday/ })).toContainText('No date')
  await page.goto('#/overview')
  await expectAccessible(page)
  await page.getByRole('link', { name: '1 No date' }).click()
  await expect(cards(page)).toHaveText([/Someday/])
})

test('the date and the description are removed on the task page, and the date with the menu; both can be undone', async ({
  page,
  signedIn: _,
}) => {
  const [task] = await addTasks(page, { title: 'Postpone me', description: 'Some words' })
  const stored = async () => (await page.request.get(`/tasks/task/${task?._id}`)).json()
  await page.goto('#/task/1')
  await live(page)
  const due = page.getByLabel('Due date', { exact: true })
  await expect(due).toHaveValue('Nov 20, 2026')
  await expect(due).toHaveCSS('font-family', /Mono/)
  await page.getByRole('button', { name: 'No date' }).click()
  await expect(due).toHaveValue('')
  await expect(due).toHaveAttribute('placeholder', 'No date')
  // It must not look like a value.
  await expect(due).not.toHaveCSS('font-family', /Mono/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toHaveText([/Postpone me.*No date/])
  await expect.poll(async () => (await stored()).dueDate).toBeNull()

  await page.goto('#/task/1')
  await expect(page.getByText('You removed the due date')).toBeVisible()
  await test.step('text that is not a day does not remove the date', async () => {
    await due.fill('someday')
    await due.press('Tab')
    await page.getByRole('button', { name: 'Update Task' }).click()
    await expect(page.getByText('That is not a day.')).toBeVisible()
    await due.fill('2026-12-01')
    await due.press('Tab')
    await page.getByRole('button', { name: 'Update Task' }).click()
    await expect(cards(page)).toHaveText([/Dec 1/])
  })

  await page.goto('#/dashboard')
  await cards(page).first().focus()
  await page.keyboard.press('d')
  await page.getByRole('listbox').getByRole('option', { name: 'No date' }).click()
  const message = page.getByRole('alert').filter({ hasText: 'Removed the due date of #1 Postpone me' })
  await expect(message).toBeVisible()
  await expect(cards(page)).toHaveText([/No date/])
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveText([/Dec 1/])

  await page.goto('#/task/1')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Add a description' })).toBeVisible()
  await expect.poll(async () => (await stored()).description).toBe('')
  await expect(page.getByText('You removed the description')).toBeVisible()
})
