import type { Page } from '@playwright/test'
import { logInOn, turnTo } from './auth-card.ts'
import { accountMenu, expect, expectAccessible, expectComplaints, newPerson, test } from './taskdeck.ts'

/** Everybody can use the screen as it stands now, and it does not scroll sideways. */
async function expectUsable(page: Page) {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme nothing keeps a person out`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('on the landing screen', async ({ page }) => {
      await page.goto('./')
      await page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' }).waitFor()
      await expectUsable(page)
    })

    test('at the sign-in, on both sides, with mistakes and an alert', async ({ page, complaints }) => {
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

    test('in the account menu', async ({ page, signedIn: _ }) => {
      await page.goto('./')
      await (await accountMenu(page)).waitFor()
      await expectUsable(page)
    })

    test('on the profile', async ({ page, signedIn: _ }) => {
      await page.goto('#/profile')
      await page.getByRole('textbox', { name: 'Username' }).fill('Bo')
      await page.getByRole('button', { name: 'Save username' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Please choose a password.').waitFor()
      await expectUsable(page)
    })

    test('in the settings', async ({ page, signedIn: _ }) => {
      await page.goto('#/settings')
      await page.getByText('This device').waitFor()
      await expectUsable(page)
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
      await expectUsable(page)
    })
  })
}
