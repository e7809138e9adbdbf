import { asOnPhone, expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

test('an estimate is typed in quick add, shown and added up in every view, and changed by key for many tasks', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(
    page,
    { title: 'one', estimate: 2 },
    { title: 'two' },
    { title: 'done', estimate: 40, status: 'Completed' },
  )
  await page.goto('#/dashboard')
  await live(page)
  await page.keyboard.press('q')
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.fill('three ~3h')
  await expect(page.getByRole('dialog')).toContainText('3 h')
  await field.press('Enter')
  await page.keyboard.press('Escape')
  await expect(cards(page).filter({ hasText: 'three' })).toContainText('3 h')
  await expect(page.getByTitle('Open tasks together')).toHaveText('5 h')
  await expectAccessible(page)

  await page.goto('#/list?group=status&status=All')
  await expect(page.getByRole('heading', { name: /^Pending 3 5 h/ })).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('h')
  const panel = page.getByRole('dialog', { name: 'Change the estimate' })
  await panel.getByRole('textbox', { name: 'Estimate' }).fill('1000')
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('Please enter whole hours from 0 to 999.')
  await panel.getByRole('textbox', { name: 'Estimate' }).fill('8h')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Set the estimate of 4 tasks to 8 h')
  await expect(page.getByRole('heading', { name: /^Pending 3 24 h/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { name: /^Pending 3 5 h/ })).toBeVisible()

  await page.goto('#/list?estimate=2..4&status=All')
  await expect(cards(page)).toHaveText([/one/, /three/])
  await page.goto('#/board')
  await expect(page.getByRole('heading', { level: 2, name: /^Pending/ })).toContainText('5 h')
  await asOnPhone(page)
  await expect(page.getByRole('heading', { level: 2, name: /^Pending/ })).toContainText('5 h')
})

test('an estimate is changed and removed on the page of a task, which says what is wrong', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'one', estimate: 2 })
  await page.goto('#/task/1')
  await live(page)
  const field = page.getByRole('textbox', { name: 'Estimate' })
  await expect(field).toHaveValue('2')
  await page.keyboard.press('h')
  await expect(field).toBeFocused()
  await field.fill('lots')
  await field.press('Enter')
  await expect(page.getByText('Please enter whole hours from 0 to 999.')).toBeVisible()
  await field.fill('3 h')
  await field.press('Enter')
  await expect(page.getByText('changed the estimate from 2 h to 3 h')).toBeVisible()
  await expect(field).toHaveValue('3')
  await expectAccessible(page)
  await field.fill('')
  await field.blur()
  await expect(page.getByText('removed the estimate')).toBeVisible()
  // On a phone, a field without a value is in the menu.
  await asOnPhone(page)
  await page.reload()
  await page.getByRole('button', { name: 'More actions' }).waitFor()
  await expect(page.getByRole('button', { name: /^Estimate/ })).toHaveCount(0)
  await expectAccessible(page)
})
