import { codeAt, fromBase32, stepAt } from '../src/server/second-factor/one-time-codes.ts'
import { runOperator } from '../test/operator.ts'
import { logInOn } from './auth-card.ts'
import { makeProofsOld } from './proofs.ts'
import { expect, expectAccessible, expectComplaints, test, welcome } from './taskdeck.ts'

test('one-time codes are turned on with a key, asked for after the password, and replaced by a recovery code', async ({
  page,
  signedIn,
  browser,
  taskdeck,
  complaints,
}) => {
  await page.goto('#/settings/security')
  const section = page.getByRole('region', { name: 'One-time codes' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  const setUp = page.getByRole('dialog', { name: 'Connect an authenticator app' })
  await expect(setUp.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectAccessible(page)
  const secret = fromBase32(await setUp.getByLabel('Key', { exact: true }).inputValue())
  let used = stepAt(Date.now()) - 1
  /** A code that is right now and was not used yet. */
  const nextCode = () => {
    used = Math.max(used + 1, stepAt(Date.now()))
    return codeAt(secret, used)
  }
  await setUp.getByLabel('Code of the app').fill('000000')
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await expect(setUp.getByLabel('Code of the app')).toHaveAccessibleDescription(/This code is wrong/)
  await expectComplaints(complaints, 'status of 403')
  await setUp.getByLabel('Code of the app').fill(nextCode())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const [recovery = '', another = ''] = await codes.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section).toContainText('10 of 10 left')

  const context = await browser.newContext({ baseURL: `${taskdeck.origin}/taskdeck/` })
  const other = await context.newPage()
  await other.goto('#/auth')
  await logInOn(other, signedIn)
  await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  const code = other.getByLabel('One-time code')
  await expect(code).toBeFocused()
  await expectAccessible(other)
  await code.fill('000000')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(code).toHaveAccessibleDescription(/This code is wrong/)
  await code.fill(nextCode())
  await other.getByLabel('Trust this device for 30 days').check()
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(welcome(other, signedIn)).toBeVisible()

  await context.clearCookies({ name: /session/ })
  await other.goto('#/auth')
  await other.reload()
  await logInOn(other, signedIn)
  await expect(welcome(other, signedIn)).toBeVisible()

  await context.clearCookies()
  await other.goto('#/auth')
  await other.reload()
  await logInOn(other, signedIn)
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(other.getByLabel('Recovery code')).toBeFocused()
  await other.getByLabel('Recovery code').fill(recovery)
  await other.keyboard.press('Enter')
  await expect(welcome(other, signedIn)).toBeVisible()
  await context.close()

  await page.reload()
  await expect(section).toContainText('9 of 10 left')
  await expect(section).toContainText('1 is not asked for a code')
  makeProofsOld(taskdeck)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog', { name: 'Turn one-time codes off?' }).getByRole('button', { name: 'Turn off' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await proof.getByLabel('One-time code').fill('000000')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(proof.getByLabel('One-time code')).toHaveAccessibleDescription(/This code is wrong/)
  await expectComplaints(complaints, 'status of 403')
  await proof.getByLabel('One-time code').fill(another)
  await page.keyboard.press('Enter')
  await expect(section).toContainText('Off')
})

test('a user who has lost phone and recovery codes is let in by the operator, and turns codes on again', {
  tag: '@phone',
}, async ({ page, signedIn, taskdeck, complaints }) => {
  const section = page.getByRole('region', { name: 'One-time codes' })
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  const turnOn = async () => {
    await page.goto('#/settings/security')
    await section.getByRole('button', { name: 'Turn on' }).click()
    const setUp = page.getByRole('dialog', { name: 'Connect an authenticator app' })
    const secret = fromBase32(await setUp.getByLabel('Key', { exact: true }).inputValue())
    await setUp.getByLabel('Code of the app').fill(codeAt(secret, stepAt(Date.now())))
    await page.keyboard.press('Enter')
    await expect(codes.getByRole('listitem')).toHaveCount(10)
  }
  await turnOn()

  await test.step('the codes are printed, and nothing else', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print' })
    for (const code of await codes.getByRole('listitem').all()) await expect(code).toBeInViewport({ ratio: 1 })
    await expect(codes.getByRole('listitem').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.getByRole('heading')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(section).toContainText('10 of 10 left')
  })

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('#/auth')
  await logInOn(page, signedIn)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectComplaints(complaints, 'status of 401')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByText('No codes left?')).toContainText('npm run reset-second-factor')

  const { code, output } = await runOperator('reset-second-factor.ts', { DATA_DIR: taskdeck.folder }, signedIn.email)
  expect([code, output]).toEqual([0, expect.stringContaining(`One-time codes are off for ${signedIn.email}`)])

  await page.getByRole('button', { name: 'Back' }).click()
  await logInOn(page, signedIn)
  await expect(welcome(page, signedIn)).toBeVisible()
  await page.goto('#/settings/security')
  await expect(page.getByRole('list', { name: 'Recent events' })).toContainText('turned off by the operator')
  await turnOn()
})
