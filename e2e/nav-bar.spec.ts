import { accountMenu, expect, expectComplaints, forgive, logIn, navItems, test, welcome } from './taskdeck.ts'

test('the nav bar links a visitor to the sign-in, the landing screen and the prices, also when it is collapsed', async ({
  page,
}) => {
  await page.goto('./')
  const nav = await navItems(page)
  const landing = page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })
  await expect(nav.getByRole('button', { name: 'Profile' })).toBeHidden()
  for (const item of ['Dashboard', 'Login / Signup']) {
    await nav.getByRole('link', { name: item }).click()
    await expect(page).toHaveURL(/#\/auth$/)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await nav.getByRole('link', { name: 'Taskdeck' }).click()
    await expect(page).toHaveURL(/#\/$/)
    await expect(landing).toBeVisible()
  }

  await nav.getByRole('link', { name: 'Login / Signup' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await nav.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeInViewport()

  await test.step('Pricing scrolls to the prices again after scrolling away', async () => {
    for (const _ of ['first', 'again']) {
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeInViewport()
      await nav.getByRole('link', { name: 'Pricing' }).click()
      await expect(page.getByRole('region', { name: 'Pricing' })).toBeInViewport({ ratio: 0.9 })
    }
  })

  await test.step('below 992 px the nav bar collapses, and it closes when a link is selected', async () => {
    const button = nav.getByRole('button', { name: 'Open the menu' })

    await page.setViewportSize({ width: 992, height: 800 })
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(button).toBeHidden()

    await page.setViewportSize({ width: 991, height: 800 })
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toBeHidden()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    const place = await button.boundingBox()
    await button.click()
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(nav.getByRole('button', { name: 'Close the menu' })).toHaveAttribute('aria-expanded', 'true')
    expect(await nav.getByRole('button', { name: 'Close the menu' }).boundingBox()).toEqual(place)
    await nav.getByRole('button', { name: 'Close the menu' }).click()
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toBeHidden()

    for (const item of ['Dashboard', 'Pricing', 'Login / Signup', 'Taskdeck']) {
      await button.click()
      await nav.getByRole('link', { name: item }).click()
      await expect(nav.getByRole('link', { name: 'Pricing' })).toBeHidden()
      await expect(button).toBeVisible()
    }
  })
})

test('the nav bar links a user to the dashboard, to the landing screen, and from every screen to the prices; #pricing in the address does the same', async ({
  page,
  signedIn,
}) => {
  await page.goto('#pricing')
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeInViewport()
  const nav = await navItems(page)
  await nav.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, signedIn)).toBeVisible()
  await nav.getByRole('link', { name: 'Taskdeck' }).click()
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()

  for (const screen of ['#/', '#/dashboard', '#/add-task', '#/profile', '#/settings', '#/no/such/page']) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await nav.getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { name: 'Pricing' })).toBeInViewport()
  }

  await page.goto('#/dashboard')
  await welcome(page, signedIn).waitFor()
  await page.evaluate(() => {
    window.location.hash = 'pricing'
  })
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/#\/dashboard$/)
})

test('an expanded nav bar on a narrow screen closes when an item of the account menu is selected, and stays open when the menu is closed', async ({
  page,
  signedIn,
}) => {
  await page.setViewportSize({ width: 991, height: 800 })
  await page.goto('#/dashboard')
  await welcome(page, signedIn).waitFor()
  const left = await accountMenu(page)
  await page.keyboard.press('Escape')
  await expect(left).toBeHidden()
  await expect(page.getByRole('button', { name: 'Profile' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Pricing' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the menu' }).click()

  for (const item of ['Profile', 'Settings', 'Logout']) {
    const menu = await accountMenu(page)
    await menu.getByRole('menuitem', { name: item }).click()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('link', { name: 'Pricing' })).toBeHidden()
  }
})

test('the title of the account menu is a user icon of 24 pixels, or the picture, labelled Profile', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('./')
  const nav = await navItems(page)
  const profile = nav.getByRole('button', { name: 'Profile' })
  await expect(profile.locator('svg')).toHaveAttribute('width', '24')
  await expect(profile.locator('svg')).toHaveAttribute('height', '24')
  await expect(profile.locator('img')).toHaveCount(0)
  await expect(nav.getByRole('link', { name: 'Login / Signup' })).toBeHidden()

  const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const answer = await page.request.put('/auth/picture', { data: { base64 } })
  const { user } = await answer.json()
  await page.reload()
  const picture = profile.getByAltText('Profile')
  await expect(picture).toHaveAttribute('src', user.image)
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
})

test('the account menu contains Profile, Settings, a divider and Logout, aligned to the end', {
  tag: '@phone',
}, async ({ page, signedIn }) => {
  await page.goto('#/dashboard')
  await welcome(page, signedIn).waitFor()
  const menu = await accountMenu(page)
  await expect(menu).toMatchAriaSnapshot(`
    - menu /^Profile/:
      - menuitem "Profile"
      - menuitem "Settings"
      - separator
      - menuitem "Logout"
  `)
  const end = async (box: Promise<{ x: number; width: number } | null>) => {
    const { x = 0, width = 0 } = (await box) ?? {}
    return Math.round(x + width)
  }
  const button = page.getByRole('button', { name: 'Profile' })
  // The menu is positioned after it has opened.
  await expect(async () => expect(await end(menu.boundingBox())).toBe(await end(button.boundingBox()))).toPass()

  await menu.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/#\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await (await accountMenu(page)).getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/#\/settings$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('Logout works on every kind of screen', async ({ page, signedIn, complaints }) => {
  for (const screen of ['#/', '#/dashboard', '#/settings']) {
    await test.step(`Logout on ${screen} ends the session and opens the landing screen`, async () => {
      await logIn(page, signedIn)
      await page.goto(screen)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const menu = await accountMenu(page)
      const answered = page.waitForResponse('**/auth/logout')
      await menu.getByRole('menuitem', { name: 'Logout' }).click()
      expect((await answered).request().method()).toBe('POST')
      await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
      await expect(page).toHaveURL(/#\/$/)
      await expect((await navItems(page)).getByRole('link', { name: 'Login / Signup' })).toBeVisible()
      expect((await page.request.get('/auth/verify')).status()).toBe(401)
      // The screen may still have been loading its data.
      forgive(complaints, 'status of 401', 'Error fetching tasks')
    })
  }
})

test('a Logout that does not reach the server says so, and still opens the landing screen', async ({
  page,
  signedIn,
  complaints,
}) => {
  await page.goto('#/dashboard')
  await welcome(page, signedIn).waitFor()
  await page.route('**/auth/logout', (route) => route.abort())
  await (await accountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('you are still signed in')
  await expect((await navItems(page)).getByRole('button', { name: 'Profile' })).toBeVisible()
  await expectComplaints(complaints, 'Logout error', 'net::ERR_FAILED')
})
