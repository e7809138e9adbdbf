import type { Page } from '@playwright/test'
import { logInOn } from './auth-card.ts'
import { accountMenu, breakCall, expect, expectComplaints, navItems, test, welcome, withoutLive } from './taskdeck.ts'

const usernameOf = (page: Page) => page.getByRole('textbox', { name: 'Username' })
const saveUsername = (page: Page) => page.getByRole('button', { name: 'Save username' })

test('a new username is shown everywhere at once and is kept; an empty, too long or unsaved one is reported and stays in the field', {
  tag: '@core',
}, async ({ page, signedIn, otherDevice, complaints }) => {
  await page.goto('#/profile')
  await expect(page).toHaveTitle('Profile · Taskdeck')
  await expect(usernameOf(page)).toHaveValue(signedIn.username)
  await expect(page.getByText(`You sign in as ${signedIn.email}.`)).toBeVisible()
  await expect(saveUsername(page)).toBeDisabled()

  await usernameOf(page).fill('  Bo <b>bold</b>  ')
  await saveUsername(page).click()
  await expect(page.getByRole('alert')).toHaveText('Username changed.')
  await expect(usernameOf(page)).toHaveValue('Bo <b>bold</b>')
  await (await navItems(page)).getByRole('link', { name: 'Dashboard' }).click()
  await expect(welcome(page, { username: 'Bo <b>bold</b>' })).toBeVisible()

  const device = await otherDevice(signedIn)
  await device.goto('#/dashboard')
  await expect(welcome(device, { username: 'Bo <b>bold</b>' })).toBeVisible()

  await page.goto('#/profile')
  await usernameOf(page).fill('   ')
  await saveUsername(page).click()
  await expect(usernameOf(page)).toHaveAccessibleDescription('Please enter a username.')
  await expect(usernameOf(page)).toBeFocused()
  await usernameOf(page).fill('x'.repeat(45))
  await usernameOf(page).press('End')
  await usernameOf(page).pressSequentially('y'.repeat(10))
  await expect(usernameOf(page)).toHaveValue('x'.repeat(45) + 'y'.repeat(5))

  await page.route('**/auth/profile', (route) => route.abort())
  await usernameOf(page).fill('Cleo')
  await saveUsername(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await expectComplaints(complaints, 'Profile error', 'net::ERR_FAILED')
  await expect(usernameOf(page)).toHaveValue('Cleo')
  await page.unrouteAll()
  const saved = page.waitForResponse('**/auth/profile')
  await saveUsername(page).click()
  expect((await saved).ok()).toBe(true)
  // The message of the first change may still be there too.
  await expect(page.getByRole('alert').filter({ hasText: 'Username changed.' }).last()).toBeVisible()
})

test('a success message stays long enough to read, even on another screen, and then disappears', async ({
  page,
  signedIn: _,
}) => {
  await page.clock.install()
  await page.goto('#/profile')
  await usernameOf(page).fill('Dora')
  await saveUsername(page).click()
  await expect(page.getByRole('alert')).toHaveText('Username changed.')
  // Measured with the clock of the page, because the time that a busy machine needs for the steps of this test counts
  // as well.
  const gone = page.evaluate(async () => {
    const shownAt = Date.now()
    while (document.querySelector('[role=alert]')) await new Promise(requestAnimationFrame)
    return { afterMs: Date.now() - shownAt, on: location.hash }
  })
  await page.getByRole('link', { name: 'Taskdeck' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
  await page.clock.runFor(10_000)
  const { afterMs, on } = await gone
  expect(afterMs).toBeGreaterThan(3_000)
  expect(on).toBe('#/')
})

/** A picture three times as wide as high: red, green, blue. */
async function widePicture(page: Page) {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1800
    canvas.height = 600
    const context = canvas.getContext('2d')
    for (const [index, colour] of ['red', 'lime', 'blue'].entries()) {
      if (context) context.fillStyle = colour
      context?.fillRect(index * 600, 0, 600, 600)
    }
    return canvas.toDataURL('image/png')
  })
  return { name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}

test('a message says if Google is not set up; a file that is not a picture is refused before it is sent; a picture is cropped to a small square in the browser, shown at once, and kept until it is removed', async ({
  page,
  signedIn: _,
}) => {
  const section = page.getByRole('region', { name: 'Picture' })
  await page.goto('#/profile?google=not_configured')
  await expect(page.getByRole('alert')).toHaveText('Google is not set up on this server.')
  await expect(page).toHaveURL(/#\/profile$/)
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  const input = section.locator('input[type=file]')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))

  await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') })
  await expect(page.getByRole('alert')).toContainText('cannot read that file as a picture')
  expect(calls).toEqual([])
  // A browser sends no event when the same file is chosen again, unless the field was emptied.
  await expect(input).toHaveValue('')

  const upload = section.getByRole('button', { name: 'Upload a picture' })
  await expect(section.getByRole('button', { name: 'Remove' })).toBeHidden()

  const sent = page.waitForRequest('**/auth/picture')
  const chooser = page.waitForEvent('filechooser')
  await upload.click()
  await (await chooser).setFiles(await widePicture(page))
  const bytes = Buffer.from((await sent).postDataJSON().base64, 'base64')
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  expect(bytes.length).toBeLessThan(20_000)

  await expect(page.getByRole('alert')).toHaveText(['Picture changed.'])
  const picture = section.getByAltText('Profile')
  await expect(picture).toHaveJSProperty('naturalWidth', 256)
  await expect(picture).toHaveJSProperty('naturalHeight', 256)
  const corners = await picture.evaluate((image: HTMLImageElement) => {
    const context = new OffscreenCanvas(256, 256).getContext('2d')
    context?.drawImage(image, 0, 0)
    return [4, 252].map((x) => [...(context?.getImageData(x, 128, 1, 1).data ?? [])])
  })
  for (const [red = 255, green = 0, blue = 255] of corners) {
    expect(green).toBeGreaterThan(200)
    expect(red + blue).toBeLessThan(60)
  }

  await page.reload()
  await expect(picture).toHaveJSProperty('naturalWidth', 256)
  await (await navItems(page)).getByRole('button', { name: 'Profile' }).getByAltText('Profile').waitFor()
  await section.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alert')).toHaveText('Picture removed.')
  await expect(upload).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
})

test('a wrong current password and an invalid new one are reported at their fields; a new password signs out every other device and replaces the old one', async ({
  page,
  signedIn,
  otherDevice,
  complaints,
}) => {
  await page.goto('#/profile')
  const section = page.getByRole('region', { name: 'Password' })
  const current = section.getByLabel('Current password')
  const fresh = section.getByLabel('New password')
  const change = section.getByRole('button', { name: 'Change password' })
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(fresh).toHaveAttribute('autocomplete', 'new-password')

  await change.click()
  await expect(current).toHaveAccessibleDescription('Please enter your current password.')
  await expect(fresh).toHaveAccessibleDescription('Please choose a password.')
  await expect(current).toBeFocused()
  await current.fill(signedIn.password)
  await fresh.fill('short')
  await change.click()
  await expect(fresh).toHaveAccessibleDescription('Please use at least 8 characters.')
  await expect(fresh).toBeFocused()

  await current.fill('not the password')
  await fresh.fill('a new long password')
  await change.click()
  await expect(current).toHaveAccessibleDescription('The current password is wrong.')
  await expect(current).toBeFocused()
  await expect(fresh).toHaveValue('a new long password')
  await expectComplaints(complaints, 'status of 403')

  const device = await withoutLive(await otherDevice(signedIn))
  await device.goto('#/profile')
  await expect(usernameOf(device)).toHaveValue(signedIn.username)

  await current.fill(signedIn.password)
  await fresh.fill('purple Kettle 4 drum lagoon')
  await expect(section.getByRole('status')).toContainText('Strong')
  await section.getByLabel('Also revoke all tokens, calendars, shared links, webhooks and notifications').check()
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Password changed. Every other device is signed out. All tokens, calendars, shared links, webhooks and notifications are revoked, all passkeys are removed, and Google and other providers are unlinked.',
  )
  await expect(section.getByLabel('Current password')).toHaveValue('')
  await expect(section.getByLabel('New password')).toHaveValue('')
  await page.reload()
  await expect(usernameOf(page)).toHaveValue(signedIn.username)

  // Without a live stream, the other device learns of it with its next request, whichever that is.
  await device.reload()
  await expect(device).toHaveURL(/#\/auth$/)
  await logInOn(device, signedIn)
  await expect(device.getByRole('alert').filter({ hasText: 'Invalid credentials' })).toBeVisible()
  await expectComplaints(complaints, 'status of 401')
  await logInOn(device, { ...signedIn, password: 'purple Kettle 4 drum lagoon' })
  await expect(device).toHaveURL(/#\/profile$/)
})

test('a profile that cannot be loaded says so, and loads when it is retried', async ({
  page,
  signedIn,
  complaints,
}) => {
  const mend = await breakCall(page, '**/auth/account', {
    status: 503,
    json: { message: 'The database is out of reach.', code: 'unavailable' },
  })
  await page.goto('./')
  await (await accountMenu(page)).getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Could not load your profile' })).toBeVisible()
  await expect(page.getByText('The database is out of reach.')).toBeVisible()
  await expectComplaints(complaints, 'status of 503')
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(usernameOf(page)).toHaveValue(signedIn.username)
})
