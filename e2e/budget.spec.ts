import type { Page } from '@playwright/test'
import { expect, test } from './taskdeck.ts'

/** JavaScript and CSS that came over the wire, as they came: compressed. */
function weigh(page: Page) {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname))
      sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
}

for (const [path, heading] of [
  ['./', 'Manage Your Tasks Efficiently'],
  ['#/auth', 'Log in'],
] as const) {
  test(`${path} is shown with at most 200 kB of JavaScript and CSS`, async ({ page }) => {
    const kilobytes = weigh(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    const weight = await kilobytes()
    expect(weight).toBeGreaterThan(50)
    expect(weight).toBeLessThanOrEqual(200)
  })
}

test('the dashboard is shown with at most 260 kB of JavaScript and CSS', async ({ page, signedIn: _ }) => {
  const kilobytes = weigh(page)
  await page.goto('#/dashboard')
  await expect(page.getByText('No tasks available.')).toBeVisible()
  const weight = await kilobytes()
  expect(weight).toBeGreaterThan(50)
  expect(weight).toBeLessThanOrEqual(260)
})
