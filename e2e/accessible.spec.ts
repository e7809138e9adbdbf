import { logInOn, turnTo } from './auth-card.ts'
import { accountMenu, expect, expectComplaints, expectUsable, newPerson, test } from './taskdeck.ts'

test('the sign-in is accessible on both sides, with mistakes and an alert', async ({ page, complaints }) => {
  await page.goto('#/auth')
  const front = await logInOn(page, newPerson())
  await page.getByRole('alert').waitFor()
  await expect(front.submit).toBeEnabled()
  await expectUsable(page)
  await expectComplaints(complaints, 'status of 401')
  const { password, submit } = await turnTo(page, 'Sign up')
  await password.fill('short')
  await submit.click()
  await page.getByText('At least 8 characters').waitFor()
  await expectUsable(page)
})

test('the account menu is accessible', async ({ page, signedIn: _ }) => {
  await page.goto('./')
  await (await accountMenu(page)).waitFor()
  await expectUsable(page)
})

test('the profile is accessible, with a mistake and an alert', async ({ page, signedIn: _ }) => {
  await page.goto('#/profile')
  await page.getByRole('textbox', { name: 'Username' }).fill('Bo')
  await page.getByRole('button', { name: 'Save username' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Please choose a password.').waitFor()
  await expectUsable(page)
})

test('the dialog that deletes an account is accessible', async ({ page, signedIn: _ }) => {
  await page.goto('#/settings')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
  await expectUsable(page)
})
