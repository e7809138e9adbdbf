import { expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

test('a calendar is created in the settings, read by a program, gets a new address, and is revoked', async ({
  page,
  request,
  signedIn: _signedIn,
}) => {
  await addTasks(page, { title: 'Pay the rent', dueDate: '2027-01-31' })
  await page.goto('#/settings/calendars')
  const section = page.getByRole('region', { name: 'Your tasks elsewhere' })
  await expect(section).toContainText('No program reads your tasks yet.')
  await section.getByRole('button', { name: 'New calendar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter a name.')
  await page.keyboard.type('My tasks')
  await dialog.getByLabel('Shown as').selectOption('To-dos')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const field = dialog.getByLabel('Address', { exact: true })
  const address = await field.inputValue()
  expect(address).toMatch(/^http:\/\/[^/]+\/calendar\/[\w-]{43}\.ics$/)
  await expectAccessible(page)
  const feed = await request.get(address)
  expect(await feed.text()).toContain('SUMMARY:Pay the rent\r\n')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section).toContainText('To-dos · all open tasks')
  await expect(page.locator('body')).not.toContainText(address)

  await section.getByRole('button', { name: 'New address for My tasks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New address' }).click()
  await expect(field).toHaveValue(/\.ics$/)
  const renewed = await field.inputValue()
  expect([renewed === address, (await request.get(address)).status(), (await request.get(renewed)).status()]).toEqual([
    false,
    404,
    200,
  ])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await section.getByRole('button', { name: 'Revoke My tasks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(section).toContainText('No program reads your tasks yet.')
  expect((await request.get(renewed)).status()).toBe(404)
})
