import type { Locator, Page } from '@playwright/test'
import { codeAt, fromBase32, stepAt } from '../src/server/second-factor/one-time-codes.ts'
import { expect, expectAccessible, expectComplaints, expectNoSidewaysScroll, test, welcome } from './taskdeck.ts'
import { phone } from './touch.ts'
import { virtualAuthenticator } from './virtual-authenticator.ts'

const look = process.env.PHOTOS

/** Expects that a screen is accessible in both themes and never scrolls sideways. */
async function expectBothThemes(page: Page, name: string) {
  await expectNoSidewaysScroll(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    const path = `test-results/photos/security-${name}-${page.viewportSize()?.width}-${colorScheme}.png`
    if (look) await page.screenshot({ path, fullPage: true })
  }
}

/** Expects that everything to press within an element is at least 44 px high, but for links within a text. An icon may have a larger area around it. */
async function expectTouchable(inside: Locator) {
  const low = await inside
    .locator('button:visible, a[href]:visible, input:visible, select:visible, [role="radio"]:visible')
    .evaluateAll((elements) =>
      elements
        .map((element) => element.closest('label') ?? element)
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => {
          const around = ['::before', '::after'].map((part) =>
            Number.parseFloat(getComputedStyle(element, part).height),
          )
          const heights = [element.getBoundingClientRect().height, ...around].filter((height) => height > 0)
          return { height: Math.max(0, ...heights), html: element.outerHTML.slice(0, 120) }
        })
        .filter(({ height }) => height > 1 && height < 43.9),
    )
  expect(low).toEqual([])
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator) {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${element}`)
}

/** Leaves the page first: its requests would be refused and logged. */
async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.request.post('/auth/logout')
}

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const main = (page: Page) => page.getByRole('main')

test('on a phone, passkeys and one-time codes are used by touch, in both themes', async ({
  otherDevice,
  signedIn,
  complaints,
}) => {
  const page = await otherDevice(signedIn, phone)
  const device = await virtualAuthenticator(page)
  await page.goto('#/settings/security')
  const row = passkeys(page).getByRole('listitem').first()

  await test.step('a passkey is added', async () => {
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).tap()
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    await expectTouchable(adding)
    await expectBothThemes(page, 'add-passkey')
    await adding.getByLabel('Name').fill('Phone')
    await device.setPresent(true)
    await adding.getByRole('button', { name: 'Continue' }).tap()
    await expect(row).toContainText('Phone')
    await device.setPresent(false)
  })

  await test.step('one-time codes are turned on, with recovery codes', async () => {
    const section = page.getByRole('region', { name: 'One-time codes' })
    await section.getByRole('button', { name: 'Turn on' }).tap()
    const setUp = page.getByRole('dialog', { name: 'Connect an authenticator app' })
    await expect(setUp.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expectTouchable(setUp)
    await expectBothThemes(page, 'set-up-codes')
    const secret = fromBase32(await setUp.getByLabel('Key', { exact: true }).inputValue())
    await setUp.getByLabel('Code of the app').fill(codeAt(secret, stepAt(Date.now())))
    await setUp.getByRole('button', { name: 'Turn on' }).tap()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await expectTouchable(page.getByRole('dialog'))
    await expectBothThemes(page, 'recovery-codes')
    await page.getByRole('button', { name: 'I have kept them' }).tap()
    await expect(section).toContainText('10 of 10 left')
  })

  await test.step('the page of security fits, with everything on it', async () => {
    await expect(page.getByRole('list', { name: 'Recent events' })).toContainText('One-time codes turned on')
    await expectTouchable(main(page))
    await expectBothThemes(page, 'page')
  })

  await test.step('it signs in by touch, and replaces the code after a password', async () => {
    await signOut(page)
    await page.goto('#/auth')
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await expect(button).toBeVisible()
    await expectTouchable(main(page))
    await expectBothThemes(page, 'sign-in')
    await page.getByLabel('Email').first().fill(signedIn.email)
    await page.getByLabel('Password', { exact: true }).first().fill(signedIn.password)
    await page.getByRole('button', { name: 'Log in' }).last().tap()
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expectTouchable(main(page))
    await expectBothThemes(page, 'enter-code')
    await expectComplaints(complaints, 'status of 401')
    await device.setPresent(true)
    await page.getByRole('button', { name: /passkey/ }).tap()
    await expect(welcome(page, signedIn)).toBeVisible()
    await device.setPresent(false)
  })
})

test('passkeys are added, renamed, used and removed with the keyboard alone', async ({ page, signedIn }) => {
  const device = await virtualAuthenticator(page)
  await page.goto('#/settings/security')
  const row = passkeys(page).getByRole('listitem').first()
  await tabTo(page, passkeys(page).getByRole('button', { name: 'Add a passkey' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await device.setPresent(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Key ring')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Key ring')
  await device.setPresent(false)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tabTo(page, row.getByRole('button', { name: 'Rename' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Rename' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Recent events' })).toContainText('Passkey “Key ring” added')
  await expectBothThemes(page, 'page')

  await signOut(page)
  await page.goto('#/auth')
  await expectBothThemes(page, 'sign-in')
  await tabTo(page, page.getByRole('button', { name: 'Use a passkey' }))
  await device.setPresent(true)
  await page.keyboard.press('Enter')
  await expect(welcome(page, signedIn)).toBeVisible()

  await page.goto('#/settings/security')
  await tabTo(page, row.getByRole('button', { name: 'Remove' }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Remove the passkey “Key ring”?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectBothThemes(page, 'remove-passkey')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByText('Key ring')).toHaveCount(0)
  expect(await device.passkeys()).toHaveLength(1)
})
