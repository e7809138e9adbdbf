import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { logInOn } from './auth-card.ts'
import {
  asOnPhone,
  breakCall,
  expect,
  expectAccessible,
  expectComplaints,
  logIn,
  test,
  withoutLive,
} from './taskdeck.ts'

const dark = 'rgb(14, 14, 18)'
const light = 'rgb(247, 247, 249)'
const firefox = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1' }

/** Selects an option and waits until the server has saved it. */
async function choose(page: Page, label: string, option: string) {
  const saved = page.waitForResponse('**/auth/preferences')
  await page.getByLabel(label).selectOption(option)
  expect((await saved).ok()).toBe(true)
}

test('every setting applies at once, and after a reload and on another device; one that cannot be saved is reverted and reported', async ({
  page,
  signedIn,
  otherDevice,
  complaints,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('#/settings')
  await expect(page).toHaveTitle('Settings · Taskdeck')
  await expect(page.getByLabel('Theme')).toHaveValue('auto')
  await expect(page.locator('body')).toHaveCSS('background-color', light)
  await choose(page, 'Theme', 'Dark')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', dark)
  const choices = [
    ['Dates', 'month-first', '2026-11-12', 'iso'],
    ['The week starts on', 'monday', 'Sunday', 'sunday'],
    ['Sort the dashboard by due date', 'desc', 'Ascending', 'asc'],
    ['Status shown on the dashboard', '', 'In Progress', 'In Progress'],
    ['Time zone', 'UTC', 'Europe/Berlin', 'Europe/Berlin'],
    ['A day begins at', '0', '04:00', '4'],
  ] as const
  for (const [label, before, option] of choices) {
    await expect(page.getByLabel(label)).toHaveValue(before)
    await choose(page, label, option)
  }
  await page.reload()
  const device = await otherDevice(signedIn, { colorScheme: 'light' })
  await device.goto('#/settings')
  for (const screen of [page, device]) {
    await expect(screen.getByLabel('Theme')).toHaveValue('dark')
    await expect(screen.locator('body')).toHaveCSS('background-color', dark)
    for (const [label, , , after] of choices) await expect(screen.getByLabel(label)).toHaveValue(after)
  }
  // The other device shows further changes without a reload.
  await choose(page, 'Theme', 'Light')
  await choose(page, 'The week starts on', 'Saturday')
  await expect(device.getByLabel('The week starts on')).toHaveValue('saturday')
  await expect(device.locator('body')).toHaveCSS('background-color', light)

  await choose(page, 'Theme', 'Follow the system')
  await expect(page.locator('body')).toHaveCSS('background-color', light)

  await page.route('**/auth/preferences', (route) => route.abort())
  await page.getByLabel('Theme').selectOption('Dark')
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await expect(page.getByLabel('Theme')).toHaveValue('auto')
  await expect(page.locator('body')).toHaveCSS('background-color', light)
  await expectComplaints(complaints, 'Settings error', 'net::ERR_FAILED')
})

test('each page of the settings has its address; the list of pages stands beside it, and comes first on a narrow screen', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/settings')
  const list = page.getByRole('navigation', { name: 'Pages of the settings' })
  await expect(list.getByRole('link', { name: 'Preferences' })).toHaveAttribute('aria-current', 'page')
  await list.getByRole('link', { name: 'Agents and access' }).click()
  await expect(page).toHaveURL(/#\/settings\/access$/)
  await expect(page).toHaveTitle('Agents and access · Settings · Taskdeck')
  await expect(list.getByRole('link', { name: 'Agents and access' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('region', { name: 'Access' })).toBeVisible()
  await expectAccessible(page)

  await asOnPhone(page)
  await expect(list).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents and access' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/#\/settings$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Labels' }).click()
  await expect(page.getByRole('region', { name: 'Labels' })).toBeVisible()
  await page.goto('#/settings/nothing')
  await page.getByRole('link', { name: 'Back to the settings' }).click()
  await expect(list).toBeVisible()
})

test('a setting that is changed in one tab applies in the others, whatever an older answer says, and at the next start before the server has answered', async ({
  page,
  context,
  signedIn: _,
}) => {
  await page.goto('#/settings')
  await expect(page.getByLabel('Dates')).toHaveValue('month-first')
  const other = await context.newPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await other.route('**/auth/verify', async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await released
    await route.fulfill({ response })
  })
  await other.goto('#/settings')
  await expect(other.getByLabel('Dates')).toHaveValue('month-first')
  await answered.promise
  await choose(page, 'Dates', '2026-11-12')
  await expect(other.getByLabel('Dates')).toHaveValue('iso')
  const late = other.waitForResponse('**/auth/verify')
  release()
  await late
  await expect(other.getByLabel('Dates')).toHaveValue('iso')
  await other.route('**/auth/verify', () => {})
  await other.reload()
  await expect(other.getByLabel('Dates')).toHaveValue('iso')
})

const sessionsOf = (page: Page) => page.getByRole('region', { name: 'Sessions' })

test('a list of sessions that cannot be loaded can be retried; it marks this device, and each device can be signed out', async ({
  page,
  signedIn,
  otherDevice,
  complaints,
}) => {
  const device = await withoutLive(await otherDevice(signedIn, firefox))
  await device.goto('#/settings/security')
  await sessionsOf(device).getByRole('listitem').first().waitFor()
  const mend = await breakCall(page, '**/auth/sessions', { status: 500, json: {} })
  await page.goto('#/settings/security')
  const sessions = sessionsOf(page)
  await expect(sessions).toContainText('The list could not be loaded.')
  await expectComplaints(complaints, 'status of 500')
  await mend()
  await sessions.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions).not.toContainText('The list could not be loaded.')
  const own = sessions.getByRole('listitem').filter({ hasText: 'This device' })
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('now')
  await expect(own).not.toContainText('Firefox')
  await expect(own.getByRole('button')).toHaveCount(0)
  const other = sessions.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
  await expect(other).toContainText('last seen just now')
  await expect(sessions.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden()

  await other.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expect(page.getByRole('alert')).toHaveText('That device is signed out.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await device.goto('#/settings')
  await device.getByLabel('Dates').selectOption('2026-11-12')
  await expect(device).toHaveURL(/#\/auth$/)
  await expectComplaints(complaints, 'status of 401', 'Settings error')
})

test('all other devices can be signed out at once', async ({ page, signedIn, otherDevice }) => {
  const devices = [await otherDevice(signedIn, firefox), await otherDevice(signedIn, iphone)]
  await page.goto('#/settings/security')
  const sessions = sessionsOf(page)
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('alert')).toHaveText('Every other device is signed out.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByText('This device')).toBeVisible()
  for (const device of devices) {
    await device.goto('#/settings/security')
    await expect(device).toHaveURL(/#\/auth$/)
  }
})

test('all stored data can be downloaded, without secrets, and deleted, with the password', { tag: '@core' }, async ({
  page,
  signedIn,
  complaints,
}) => {
  await page.goto('#/settings/data')
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'a JSON file' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('taskdeck-export.json')
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    user: { username: signedIn.username, email: signedIn.email },
    preferences: { theme: 'auto' },
    sessions: [{ current: true }],
    tokens: [],
  })
  expect(text).not.toMatch(/argon2|hash|token(?!s":\[\])/i)

  await page.goto('#/settings/delete-account')
  const open = page.getByRole('button', { name: 'Delete account' })
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await open.click()
    await expect(dialog).toBeVisible()
    await leave()
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
  }
  expect((await page.request.get('/auth/verify')).status()).toBe(200)

  await open.click()
  const password = dialog.getByLabel('Password', { exact: true })
  const remove = dialog.getByRole('button', { name: 'Delete everything' })
  await expect(password).toBeFocused()

  await remove.click()
  await expect(password).toHaveAccessibleDescription('Please enter your password.')
  await expect(password).toBeFocused()
  await password.fill('not the password')
  await remove.click()
  await expect(password).toHaveAccessibleDescription('The current password is wrong.')
  await expect(password).toBeFocused()
  await expectComplaints(complaints, 'status of 403')

  await password.fill(signedIn.password)
  await remove.click()
  await expect(page.getByRole('alert')).toHaveText('Your account and everything in it is deleted.')
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile' })).toHaveCount(0)

  await page.goto('#/auth')
  await logInOn(page, signedIn)
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid credentials' })).toBeVisible()
  await expectComplaints(complaints, 'status of 401')
})

test('the theme of the user who signs in is applied', async ({ page, signedIn, person }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('#/settings')
  await choose(page, 'Theme', 'Dark')
  for (const [user, theme, colour] of [
    [person, 'auto', light],
    [signedIn, 'dark', dark],
  ] as const) {
    // An open page would notice that it belongs to another user, and leave the settings.
    await page.goto('about:blank')
    await logIn(page, user)
    await page.goto('#/settings')
    await expect(page.getByLabel('Theme')).toHaveValue(theme)
    await expect(page.locator('body')).toHaveCSS('background-color', colour)
  }
})

test('the time zone of the device is saved for an account without one, and replaces a chosen one if the user says so', async ({
  otherDevice,
  person,
}) => {
  const tokyo = await otherDevice(person, { timezoneId: 'Asia/Tokyo' })
  await expect(await tokyo.request.put('/auth/preferences', { data: { timeZone: '' } })).toBeOK()
  const saved = tokyo.waitForResponse('**/auth/preferences')
  await tokyo.goto('#/settings')
  expect((await saved).ok()).toBe(true)
  await expect(tokyo.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  const oslo = await otherDevice(person, { timezoneId: 'Europe/Oslo' })
  await oslo.goto('#/settings')
  await expect(oslo.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  const question = oslo.getByRole('alert').filter({ hasText: 'Your days and reminders follow Asia/Tokyo.' })
  await question.getByRole('button', { name: 'Keep Asia/Tokyo' }).click()
  await expect(question).toBeHidden()
  await oslo.reload()
  await expect(oslo.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  const lima = await otherDevice(person, { timezoneId: 'America/Lima' })
  await lima.goto('#/settings')
  const asked = lima.waitForResponse('**/auth/preferences')
  await lima.getByRole('button', { name: 'Use America/Lima' }).click()
  expect((await asked).ok()).toBe(true)
  await expect(lima.getByLabel('Time zone')).toHaveValue('America/Lima')
  // Kept with the other time zone only: the device asks again when that of the account is another one.
  await oslo.reload()
  await expect(oslo.getByRole('alert')).toContainText('America/Lima')
})
