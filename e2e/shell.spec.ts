import { expect, expectAccessible, holdBack, test } from './taskdeck.ts'

test('the host alone redirects to the web app, where the keyboard focus is visible', async ({ page, taskdeck }) => {
  await page.goto(taskdeck.origin)
  await expect(page).toHaveURL(/\/taskdeck\/(#\/)?$/)
  await expect(page.getByRole('link', { name: 'Taskdeck' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-width', '2px')
})

test('the theme is right from the first frame, whether chosen or from the system, and follows the system', async ({
  page,
}) => {
  const [dark, light] = ['rgb(14, 14, 18)', 'rgb(247, 247, 249)']
  const root = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  for (const [system, chosen, colour] of [
    ['light', 'dark', dark],
    ['dark', 'light', light],
    ['light', null, light],
    ['dark', null, dark],
  ] as const) {
    await test.step(`a ${system} system with ${chosen ?? 'nothing'} chosen`, async () => {
      await page.emulateMedia({ colorScheme: system })
      await page.goto('favicon.svg')
      await page.evaluate((value) => {
        if (value) localStorage.setItem('taskdeck-theme', value)
        else localStorage.removeItem('taskdeck-theme')
      }, chosen)
      const release = await holdBack(page, '**/assets/index-*.js')
      await page.goto('./', { waitUntil: 'commit' })
      await expect.poll(root).toBe(colour)
      release()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(colour)
      await page.unrouteAll()
    })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('body')).toHaveCSS('background-color', light)
})

test('a screen that does not load offers a reload, which helps; an unknown address says so and links back', async ({
  page,
  complaints,
}) => {
  await page.route('**/assets/not-found-*.js', (route) => route.abort())
  await page.goto('#/no/such/page')
  await expect(page.getByRole('heading', { name: 'This screen is not loaded yet' })).toBeVisible()
  await page.unrouteAll()
  complaints.length = 0
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('There is nothing at /no/such/page.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
})

test('the API page lists the endpoints', async ({ page, taskdeck }) => {
  await page.goto(`${taskdeck.origin}/docs/`)
  // The page draws the calls that are in sight.
  await expect(page.getByText('/auth/verify', { exact: true })).toBeVisible()
})
