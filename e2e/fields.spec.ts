import { addDays } from '../src/contract/calendar-day.ts'
import { formatDay } from '../src/contract/format-day.ts'
import { expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, dayFromNow, live } from './tasks.ts'

test('a day is picked with the keyboard alone: the arrow down opens the calendar and leads into it', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/add-task')
  const due = page.getByLabel('Due date', { exact: true })
  const picker = page.getByRole('group', { name: 'Choose a day' })
  const focused = picker.locator('button:focus')
  const today = await dayFromNow(page, 0)
  const words = (day: string) =>
    new Date(day).toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

  await due.focus()
  await expect(picker).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(picker).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName(words(today))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName(words(addDays(today, 8)))
  // Escape closes the calendar and returns to the field, which keeps what it had.
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(due).toBeFocused()
  await expect(due).toHaveValue('')

  await due.fill('2028-01-31')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName('31 January 2028')
  // The last day of a shorter month.
  await page.keyboard.press('PageDown')
  await expect(focused).toHaveAccessibleName('29 February 2028')
  await page.keyboard.press('Shift+PageDown')
  await expect(focused).toHaveAccessibleName('28 February 2029')
  await page.keyboard.press('Home')
  await expect(focused).toHaveAccessibleName('26 February 2029')
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  await expect(due).toBeFocused()
  await expect(due).toHaveValue(formatDay('2029-02-26', 'month-first'))
  // With Tab, the field is left, not entered.
  await page.keyboard.press('ArrowDown')
  await expect(picker).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Status', { exact: true })).toBeFocused()
  await expect(picker).toBeHidden()
})

test('the calendar of a field steps by months and years, and a click picks a day without taking the focus', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/add-task')
  const due = page.getByLabel('Due date', { exact: true })
  const picker = page.getByRole('group', { name: 'Choose a day' })
  await due.fill('2026-12-24')
  for (const name of ['Next month', 'Next year', 'Previous month', 'Previous month'])
    await picker.getByRole('button', { name }).click()
  await expect(picker).toContainText('November 2027')
  await expect(due).toBeFocused()
  await picker.getByRole('button', { name: '5 November 2027', exact: true }).click()
  await expect(picker).toBeHidden()
  await expect(due).toBeFocused()
  await expect(due).toHaveValue('Nov 5, 2027')
})

test('labels are chosen from those in use with keys or a click, pasted with spaces, and removed one by one', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'one', labels: ['auth', 'authors', 'web'] })
  await page.goto('#/add-task')
  await live(page)
  const labels = page.getByRole('combobox', { name: 'Labels' })
  const chosen = page.getByRole('button', { name: /^Remove / })
  const option = page.getByRole('listbox', { name: 'Labels in use' }).getByRole('option')
  await labels.click()
  await expect(option).toHaveText(['auth', 'authors', 'web'])
  await expectAccessible(page)
  await page.keyboard.type('aut')
  await expect(option).toHaveText(['auth', 'authors'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(labels).toHaveAttribute('aria-activedescendant', (await option.nth(1).getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(1)
  await expect(option).toHaveText(['auth', 'web'])
  await option.filter({ hasText: 'web' }).click()
  await expect(labels).toBeFocused()
  // Text that no option is active for is a new label, also one that begins like another.
  await page.keyboard.type('aut')
  await page.keyboard.press('Enter')
  await labels.fill('#One two,THREE')
  await page.getByLabel('Title').focus()
  await expect(chosen).toHaveCount(6)
  await page.getByRole('button', { name: 'Remove two' }).click()
  await labels.focus()
  await page.keyboard.press('Backspace')
  for (const name of ['authors', 'web', 'aut', 'one'])
    await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible()
  await expect(chosen).toHaveCount(4)
})
