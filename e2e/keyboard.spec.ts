import type { Page } from '@playwright/test'
import { expect, newPerson, test, welcome } from './taskdeck.ts'
import { isNarrow } from './touch.ts'

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: string | RegExp) {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluateAll((found) => found.some((element) => element === document.activeElement))) return
  }
  throw new Error(`Tab does not reach the ${role} "${name}".`)
}

test('signing up, opening the menu and signing out work with the keyboard alone', { tag: '@phone' }, async ({
  page,
}) => {
  const person = newPerson()
  const narrow = isNarrow(page)
  const openBar = async () => {
    if (!narrow) return
    await tabTo(page, 'button', 'Open the menu')
    await page.keyboard.press('Enter')
  }
  await page.goto('./')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await openBar()
  await tabTo(page, 'link', 'Login / Signup')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await tabTo(page, 'button', 'Sign up')
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: 'Sign up' }).waitFor()
  for (const [field, text] of [
    ['Username', person.username],
    ['Email', person.email],
    ['Password', person.password],
  ] as const) {
    if (field === 'Password') await page.keyboard.press('Tab')
    else await tabTo(page, 'textbox', field)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(welcome(page, person)).toBeVisible()

  await openBar()
  await tabTo(page, 'button', /^Profile/)
  await page.keyboard.press('Enter')
  for (const name of ['Profile', 'Settings', 'Logout']) {
    if (name !== 'Profile') await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name })).toBeFocused()
  }
  const answered = page.waitForResponse('**/auth/logout')
  await page.keyboard.press('Enter')
  await answered
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
  await expect(page).toHaveURL(/#\/$/)
  expect((await page.request.get('/auth/verify')).status()).toBe(401)
})

test('the first stop of Tab is a link that skips the nav bar', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeFocused()
})
