import type { Page } from '@playwright/test'
import { type OpenIdProvider, startOpenIdProvider } from '../test/openid-provider.ts'
import { logInOn } from './auth-card.ts'
import { freePort } from './free-port.ts'
import { makeProofsOld } from './proofs.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectComplaints,
  expectUsable,
  forgive,
  logIn,
  newPerson,
  type Person,
  welcome,
} from './taskdeck.ts'

// A separate server and provider are expensive, so one worker starts them.
base.describe.configure({ mode: 'default' })

/** With an OpenID provider in place of Google. */
const test = base.extend<{ googler: Person }, { google: OpenIdProvider }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it must prepare
    async ({}, use) => {
      const google = await startOpenIdProvider()
      await use(google)
      await google.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ google }, use) => {
      // Google must know it before the server starts.
      const port = await freePort()
      google.allow(`http://localhost:${port}/auth/google/callback`)
      await use({
        PORT: port,
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      })
    },
    { scope: 'worker' },
  ],
  /** A person with a Google account and without an account here. */
  googler: async ({ google }, use) => {
    const person = newPerson()
    google.account = { sub: person.email, email: person.email, email_verified: true, name: person.username }
    await use(person)
  },
})

/** Presses a button on Google's page. */
const goOn = (page: Page, { email }: Person) => page.getByRole('button', { name: `Continue as ${email}` }).click()
const signInWithGoogle = (page: Page) => page.getByRole('link', { name: 'Log In With Google' }).click()

test('signing in with Google opens the dashboard, both as a new user and later; the Google account cannot be linked to another account', async ({
  page,
  googler,
  otherDevice,
}) => {
  await page.goto('#/auth')
  await signInWithGoogle(page)
  await goOn(page, googler)
  await expect(page).toHaveURL(/\/taskdeck\/#\/dashboard$/)
  await expect(welcome(page, googler)).toBeVisible()

  const device = await otherDevice()
  await device.goto('#/auth')
  await signInWithGoogle(device)
  await goOn(device, googler)
  await expect(welcome(device, googler)).toBeVisible()
  const ids = await Promise.all([page, device].map(async (one) => (await one.request.get('/auth/verify')).json()))
  expect(ids[0].user._id).toBe(ids[1].user._id)

  // Leave the page first: its requests for the former user would be refused and logged.
  await device.goto('about:blank')
  await device.request.post('/auth/signup', { data: newPerson() })
  await device.goto('#/profile')
  await device.getByRole('link', { name: 'Link a Google account' }).click()
  await goOn(device, googler)
  await expect(device.getByRole('alert')).toHaveText('That Google account is linked to another account here.')
  await expect(device.getByRole('link', { name: 'Link a Google account' })).toBeVisible()
})

test('a cancelled, refused or unsolicited Google sign-in returns to the forms and says so', async ({
  page,
  google,
  googler,
}) => {
  const alert = page.getByRole('alert')
  const heading = page.getByRole('heading', { name: 'Log in' })

  await test.step('cancelled, and reported once', async () => {
    await page.goto('#/auth')
    await signInWithGoogle(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(alert).toHaveText('The Google sign-in was cancelled. Nothing was changed.')
    await expect(page).toHaveURL(/#\/auth$/)
    await expect(heading).toBeVisible()
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(alert).toBeHidden()
  })

  await test.step('an email that Google has not verified', async () => {
    google.account = { ...google.account, email_verified: false }
    await signInWithGoogle(page)
    await goOn(page, googler)
    await expect(alert).toContainText('Google has not verified your email address')
    await expect(heading).toBeVisible()
  })

  await test.step('an unsolicited response from Google', async () => {
    await signInWithGoogle(page)
    await page.getByRole('button', { name: `Continue as ${googler.email}` }).waitFor()
    await page.goto('/auth/google/callback?code=made-up&state=made-up')
    await expect(alert).toHaveText('The Google sign-in failed. Please try again.')
    await expect(page).toHaveURL(/#\/auth$/)
  })

  await test.step('too many attempts', async () => {
    await page.goto('about:blank')
    await page.goto('#/auth?google=too_many')
    await expect(alert).toHaveText('Too many attempts from your network. Please try again in an hour.')
    await expect(page).toHaveURL(/#\/auth$/)
  })
})

test('the requested page opens after the Google sign-in, or after a cancelled one and a password, but only once', async ({
  page,
  person,
  googler,
  complaints,
}) => {
  await page.goto('#/settings?from=mail')
  await expect(page).toHaveURL(/#\/auth$/)
  await signInWithGoogle(page)
  await goOn(page, googler)
  await expect(page).toHaveURL(/#\/settings\?from=mail$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.goto('about:blank')
  await page.request.post('/auth/logout')

  await page.goto('#/profile')
  await signInWithGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await logInOn(page, person)
  await expect(page).toHaveURL(/#\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.goto('#/dashboard')
  await expect(welcome(page, person)).toBeVisible()
  // A screen that is shown from what the browser keeps asks for its data before the session check is answered.
  forgive(complaints, 'status of 401')
})

test('Google can be linked in the profile, used to sign in, and unlinked', async ({
  page,
  signedIn,
  googler,
  otherDevice,
}) => {
  await page.goto('#/profile')
  const section = page.getByRole('region', { name: 'Google account' })
  await section.getByRole('link', { name: 'Link a Google account' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('The Google sign-in was cancelled. Nothing was changed.')
  await expect(page).toHaveURL(/#\/profile$/)

  await section.getByRole('link', { name: 'Link a Google account' }).click()
  await goOn(page, googler)
  await expect(page).toHaveURL(/#\/profile$/)
  await expect(section).toContainText(`Linked to ${googler.email}`)

  const device = await otherDevice()
  await device.goto('#/auth')
  await signInWithGoogle(device)
  await goOn(device, googler)
  await expect(welcome(device, signedIn)).toBeVisible()

  await section.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('alert')).toHaveText('Google account unlinked.')
  await expect(section.getByRole('link', { name: 'Link a Google account' })).toBeVisible()
})

test('an account without a password needs another way before Google is unlinked', async ({
  page,
  googler,
  otherDevice,
}) => {
  await page.goto('#/auth')
  await signInWithGoogle(page)
  await goOn(page, googler)
  await welcome(page, googler).waitFor()
  await page.goto('#/profile')
  const google = page.getByRole('region', { name: 'Google account' })
  const password = page.getByRole('region', { name: 'Password' })
  await expect(google.getByRole('button', { name: 'Unlink' })).toBeDisabled()
  await expect(google).toContainText('Add another way first')
  await expect(password.getByLabel('Current password')).toHaveCount(0)

  await password.getByLabel('New password').fill(googler.password)
  await password.getByRole('button', { name: 'Set password' }).click()
  await expect(password.getByLabel('Current password')).toBeVisible()
  await google.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Google account unlinked.' })).toBeVisible()
  const device = await otherDevice()
  await logIn(device, googler)
})

test('long after the sign-in, linking and unlinking Google require the password first, also when the page of Google is opened directly', async ({
  page,
  signedIn,
  googler,
  taskdeck,
  complaints,
}) => {
  makeProofsOld(taskdeck)
  await page.goto('/auth/google?purpose=link')
  await goOn(page, googler)
  const refused = page.getByRole('alert')
  await expect(refused).toHaveText('Please confirm your identity first, then link Google within 10 minutes.')
  await refused.getByRole('button', { name: 'Close' }).click()
  await expect(refused).toBeHidden()
  const section = page.getByRole('region', { name: 'Google account' })
  const link = section.getByRole('link', { name: 'Link a Google account' })
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(link).toBeVisible()

  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(password).toBeFocused()
    await leave()
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
  }

  await link.click()
  await expect(password).toBeFocused()
  await expectUsable(page)
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Please enter your password.')
  await password.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('The current password is wrong.')
  await expect(password).toBeFocused()
  await expectComplaints(complaints, 'status of 403')
  await password.fill(signedIn.password)
  await page.keyboard.press('Enter')
  await goOn(page, googler)
  await expect(section).toContainText(`Linked to ${googler.email}`)

  makeProofsOld(taskdeck)
  await section.getByRole('button', { name: 'Unlink' }).click()
  await password.fill(signedIn.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Google account unlinked.')
  await expect(link).toBeVisible()
})

test('long after the sign-in, approving a device and setting a first password require a confirmation by Google first', async ({
  page,
  googler,
  taskdeck,
  complaints,
  otherDevice,
}) => {
  await page.goto('#/auth')
  await signInWithGoogle(page)
  await goOn(page, googler)
  await welcome(page, googler).waitFor()
  makeProofsOld(taskdeck)
  const asked = await page.request.post('/auth/device/code', { data: { client_id: 'laptop' } })
  const { user_code } = await asked.json()
  await page.goto(`#/device?code=${user_code}`)
  await expect(page.getByText('Then you have 10 minutes to approve the device.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await page.getByRole('link', { name: 'Confirm with Google' }).click()
  await goOn(page, googler)
  await expect(page).toHaveURL(new RegExp(`#/device\\?code=${user_code}$`))
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'laptop is signed in' })).toBeVisible()

  makeProofsOld(taskdeck)
  await page.goto('#/profile')
  const section = page.getByRole('region', { name: 'Password' })
  const confirm = section.getByRole('link', { name: 'Confirm with Google' })
  await expect(section).toContainText('Then you have 10 minutes to set a password.')
  await expect(section.getByLabel('New password')).toHaveCount(0)
  await expectAccessible(page)
  await confirm.click()
  await goOn(page, googler)
  await expect(page).toHaveURL(/#\/profile$/)

  await section.getByLabel('New password').fill(googler.password)
  makeProofsOld(taskdeck)
  await section.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Please confirm your identity first, and then do this within 10 minutes.',
  )
  await expectComplaints(complaints, 'status of 403', 'Profile error')
  await confirm.click()
  await goOn(page, googler)
  await section.getByLabel('New password').fill(googler.password)
  await section.getByRole('button', { name: 'Set password' }).click()
  await expect(section.getByLabel('Current password')).toBeVisible()
  await logIn(await otherDevice(), googler)
})

test('an account without a password is deleted after a new Google sign-in', async ({
  page,
  googler,
  taskdeck,
  complaints,
}) => {
  await page.goto('#/auth')
  await signInWithGoogle(page)
  await goOn(page, googler)
  await welcome(page, googler).waitFor()
  makeProofsOld(taskdeck)
  await page.goto('#/settings/delete-account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('button', { name: 'Delete everything' })).toBeDisabled()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Confirm with Google' }).click()
  await goOn(page, googler)
  await expect(page).toHaveURL(/#\/settings\/delete-account$/)

  await page.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your account and everything in it is deleted.')
  await expect(page).toHaveURL(/#\/$/)
  expect((await page.request.get('/auth/verify')).status()).toBe(401)
  // A request of the deleted account may have been in progress.
  forgive(complaints, 'status of 401')
})

base('without credentials the link leads back to the forms and says so', { tag: '@core' }, async ({ page }) => {
  await page.goto('#/auth')
  await signInWithGoogle(page)
  await expect(page.getByRole('alert')).toHaveText(
    'Google sign-in is not set up on this server. Use your email and password instead.',
  )
  await expect(page).toHaveURL(/#\/auth$/)
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})
