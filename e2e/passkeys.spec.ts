import type { Page } from '@playwright/test'
import { makeProofsOld } from './proofs.ts'
import { expect, expectAccessible, expectComplaints, test, welcome } from './taskdeck.ts'
import { virtualAuthenticator } from './virtual-authenticator.ts'

/** Leaves the page first: its requests would be refused and logged. */
async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.request.post('/auth/logout')
}

test('a passkey is added, named, signs in alone and with autofill, proves the identity, and is refused as a copy', async ({
  page,
  signedIn,
  taskdeck,
  complaints,
}) => {
  const device = await virtualAuthenticator(page)
  await page.goto('#/settings/security')
  const section = page.getByRole('region', { name: 'Passkeys' })
  const row = section.getByRole('listitem').first()

  await test.step('it is added with a name', async () => {
    await section.getByRole('button', { name: 'Add a passkey' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    await expect(adding.getByLabel('Name')).toBeFocused()
    await expect(adding.getByLabel('Name')).toHaveValue(/ on /)
    await expectAccessible(page)
    await adding.getByLabel('Name').fill('Laptop')
    await device.setPresent(true)
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Laptop')
    await expect(row).toContainText('never used')
    await expect(page.getByRole('alert')).toContainText('Passkey “Laptop” added')
    await device.setPresent(false)
    await row.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Desk')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Desk')
    await expectAccessible(page)
  })

  await test.step('it signs in alone, with the button', async () => {
    await signOut(page)
    await page.goto('#/auth')
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await expect(button).toBeVisible()
    await expectAccessible(page)
    await device.setPresent(true)
    // The suggestion of the email field may have answered already.
    await expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 })
      await expect(welcome(page, signedIn)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await device.setPresent(false)
  })

  await test.step('an old sign-in is confirmed with it', async () => {
    makeProofsOld(taskdeck)
    await page.goto('#/settings/security')
    await row.getByRole('button', { name: 'Rename' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await expectAccessible(page)
    await device.setPresent(true)
    await proof.getByRole('button', { name: 'Use a passkey' }).click()
    const naming = page.getByRole('dialog', { name: 'Rename the passkey' })
    await naming.getByRole('button', { name: 'Cancel' }).click()
    await device.setPresent(false)
  })

  await test.step('a copy is refused, and said to be one', async () => {
    await device.setBack()
    await signOut(page)
    await page.goto('#/auth')
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await expect(button).toBeVisible()
    await device.setPresent(true)
    await button.click()
    await expect(page.getByRole('alert')).toContainText('there may be a copy of it')
    await device.setPresent(false)
    await expectComplaints(complaints, 'status of 403')
  })
})

test('recent events are shown, unusual ones with a word, and "This was not me" leads to a new password', async ({
  page,
  signedIn,
  otherDevice,
  request,
}) => {
  const other = await otherDevice(signedIn)
  await other.goto('#/settings/security')
  for (let guess = 0; guess < 3; guess++) {
    await request.post('/auth/login', { data: { email: signedIn.email, password: 'a wrong guess' } })
  }
  await page.goto('#/settings/security')
  const events = page.getByRole('list', { name: 'Recent events' })
  await expect(events.getByRole('listitem').first()).toContainText('3 wrong passwords, many failures')
  await expect(events).toContainText('new browser')
  await expect(events.getByRole('listitem').last()).toContainText('Signed up')
  await expectAccessible(page)
  await other.goto('about:blank')
  await page.getByRole('button', { name: 'This was not me' }).click()
  const question = page.getByRole('dialog', { name: 'Was somebody else in your account?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'End all other access' }).click()
  await expect(page).toHaveURL(/#\/profile$/)
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Every other device is signed out')
  expect((await other.request.get('/auth/verify')).status()).toBe(401)
})

test('at an IP address, the settings say why passkeys are not offered', async ({ page, taskdeck, signedIn }) => {
  const direct = taskdeck.origin.replace('localhost', '127.0.0.1')
  await page.request.post(`${direct}/auth/login`, { data: { email: signedIn.email, password: signedIn.password } })
  await page.goto(`${direct}/taskdeck/#/settings/security`)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section).toContainText('this Taskdeck is opened by an IP address')
  await expect(section.getByRole('button')).toHaveCount(0)
})
