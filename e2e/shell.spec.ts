import { expect, expectAccessible, test } from './taskdeck.ts'

test('the host alone leads to the web app', async ({ page, taskdeck }) => {
  await page.goto(taskdeck.origin)
  await expect(page).toHaveURL(/\/taskdeck\/(#\/)?$/)
  await expect(page.getByRole('link', { name: 'Taskdeck' })).toBeVisible()
})

test('an unknown address says so and has a way back', async ({ page }) => {
  await page.goto('#/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('There is nothing at /no/such/page.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
})

for (const [system, chosen, colour] of [
  ['dark', null, 'rgb(15, 15, 19)'],
  ['light', null, 'rgb(247, 247, 249)'],
  ['light', 'dark', 'rgb(15, 15, 19)'],
  ['dark', 'light', 'rgb(247, 247, 249)'],
] as const) {
  test(`a ${system} system with ${chosen ?? 'nothing'} chosen is painted right from the first moment`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    if (chosen) await page.addInitScript((value) => localStorage.setItem('mantine-color-scheme-value', value), chosen)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/index-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('./', { waitUntil: 'commit' })
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await expect.poll(background).toBe(colour)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(colour)
  })
}

test('the theme follows the system while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('./')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 247, 249)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 15, 19)')
})

test('a screen that does not load offers a reload, and the reload mends it', async ({ page, complaints }) => {
  await page.route('**/assets/not-found-*.js', (route) => route.abort())
  await page.goto('#/no/such/page')
  await expect(page.getByRole('heading', { name: 'This screen is not loaded yet' })).toBeVisible()
  await page.unrouteAll()
  complaints.length = 0
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('keyboard focus can be seen', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus-visible')
  await expect(focused).toHaveCSS('outline-width', '2px')
})

test('the API page shows the calls', async ({ page, taskdeck }) => {
  await page.goto(`${taskdeck.origin}/docs/`)
  await expect(page.getByText('/health/ready')).toBeVisible()
})
