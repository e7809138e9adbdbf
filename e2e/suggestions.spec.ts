import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards, live, openQuickAdd } from './tasks.ts'

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })

test('quick add suggests labels, then tasks, and takes nothing that was not chosen, also offline', {
  tag: '@wide',
}, async ({ page, signedIn: _, context, complaints }) => {
  await addTasks(
    page,
    { title: 'Release 2.4', labels: ['release-2-4'] },
    { title: 'Answer the reviewers', labels: ['release-2-4', 'review'] },
  )
  const line = await openQuickAdd(page)
  await expect(cards(page)).toHaveCount(2)
  await page.getByText('You can use a date in words').waitFor()
  await context.setOffline(true)
  const options = suggestions(page).getByRole('option')

  await test.step('arrows and Enter choose a label', async () => {
    await page.keyboard.type('Rotate the certificates #re')
    await expect(options).toHaveText([
      /release-2-4.*label · 2 tasks/,
      /review.*label · 1 task/,
      /#1 Release 2.4.*its part/,
      /#2/,
    ])
    await expect(line).toHaveAttribute('aria-controls', (await suggestions(page).getAttribute('id')) ?? '')
    await expect(line).not.toHaveAttribute('aria-activedescendant')
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(line).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(line).toHaveValue('Rotate the certificates #review ')
    await expect(suggestions(page)).toBeHidden()
  })

  await test.step('a number and Tab make it a part; a second task is related', async () => {
    await page.keyboard.type('#1')
    await expect(options.first()).toHaveText(/#1 Release 2.4.*as its part/)
    await page.keyboard.press('Tab')
    await expect(line).toHaveValue('Rotate the certificates #review part of #1 ')
    await page.keyboard.type('after #')
    await expect(options.filter({ hasText: '#2 Answer' })).toContainText('waits for it')
    await options.filter({ hasText: '#2 Answer' }).click()
    await expect(line).toHaveValue('Rotate the certificates #review part of #1 after #2 ')
    await expect(line).toBeFocused()
  })

  await test.step('Escape closes only the list, and Enter without a choice adds the task with the word as it is', async () => {
    await page.keyboard.type('#re')
    await expect(options.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(suggestions(page)).toBeHidden()
    await expect(line).toBeFocused()
    await page.keyboard.type('l')
    await expect(suggestions(page)).toBeHidden()
    await line.fill('Rotate the certificates #review part of #1 after #2 ')
    await page.keyboard.type('#re')
    await expect(options.first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(line).toHaveValue('')
    await page.keyboard.press('Escape')
  })
  await context.setOffline(false)
  await expect(cards(page).filter({ hasText: '#3' })).toContainText('Rotate the certificates')
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  const [parent, blocker] = [1, 2].map((number) => tasks.find((task: { number: number }) => task.number === number)._id)
  expect(tasks.find((task: { number: number }) => task.number === 3)).toMatchObject({
    title: 'Rotate the certificates',
    labels: ['review', 're'],
    partOf: parent,
    blockedBy: [blocker],
  })
  complaints.length = 0
})

test('a description suggests labels and tasks at the typed word, and inserts the reference', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Release 2.4', labels: ['release'] }, { title: 'Other', description: 'Line one' })
  await page.goto('#/task/2')
  await live(page)
  await page.keyboard.press('e')
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.press('Control+End')
  await page.keyboard.type('\nSee #rel')
  const options = suggestions(page).getByRole('option')
  await expect(options).toHaveText([/release.*label/, /#1 Release 2.4/])
  const [field, list] = [await text.boundingBox(), await suggestions(page).boundingBox()]
  expect(list?.x).toBeGreaterThan(field?.x ?? 0)
  expect(list?.y).toBeLessThan((field?.y ?? 0) + (field?.height ?? 0))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Line one\nSee #1 ')
  // Enter and Tab are the field's own again.
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Line one\nSee #1 \n')
  await page.keyboard.type('#rel')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toBeHidden()
  await expect(text).toBeFocused()

  await page.goto('#/add-task')
  // The page of the task has a description, too, until the form is there.
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.getByLabel('Description').fill('Like #1')
  await expect(options).toHaveText([/#1 Release 2.4/])
  await options.click()
  await expect(page.getByLabel('Description')).toHaveValue('Like #1 ')
})
