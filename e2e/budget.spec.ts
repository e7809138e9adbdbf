import type { Page } from '@playwright/test'
import { expect, test } from './taskdeck.ts'

/** The transferred JavaScript and CSS, in compressed bytes. A file that is asked for again comes from the cache. */
function weigh(page: Page) {
  const sizes = new Map<string, Promise<number>>()
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname) && !sizes.has(pathname))
      sizes.set(
        pathname,
        request.sizes().then((size) => size.responseBodySize),
      )
  })
  return async () => {
    const all = await Promise.all(sizes.values())
    return { files: all.length, kibibytes: all.reduce((sum, size) => sum + size, 0) / 1024 }
  }
}

/** Expects more than a minimum, to be sure that something was measured, and at most the budget. */
function expectWithin(weight: { files: number; kibibytes: number }, budget: { files: number; kibibytes: number }) {
  expect(weight.kibibytes).toBeGreaterThan(50)
  expect(weight.kibibytes).toBeLessThanOrEqual(budget.kibibytes)
  expect(weight.files).toBeLessThanOrEqual(budget.files)
}

test('the landing screen and the sign-in together need at most 128 KiB of JavaScript and CSS, in at most 10 files', {
  tag: '@core',
}, async ({ page }) => {
  const weight = weigh(page)
  for (const [address, heading] of [
    ['./', 'Manage Your Tasks Efficiently'],
    ['#/auth', 'Log in'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  expectWithin(await weight(), { files: 10, kibibytes: 128 })
})

test('the dashboard loads at most 200 KiB of JavaScript and CSS in at most 10 files, and a device that saves data loads no more', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  const weight = weigh(page)
  await page.clock.install()
  await page.goto('#/dashboard')
  await expect(page.getByText('No tasks available.')).toBeVisible()
  expectWithin(await weight(), { files: 10, kibibytes: 200 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.runFor(10_000)
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([])
})

test('the page of a shared link loads at most 90 KiB of JavaScript and CSS in at most 3 files', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  const { view } = await (await page.request.post('/views', { data: { name: 'All', address: '/list' } })).json()
  const { path } = await (await page.request.post('/shares', { data: { view: view.id } })).json()
  const weight = weigh(page)
  await page.goto(path)
  await expect(page.getByText('No tasks available.')).toBeVisible()
  expectWithin(await weight(), { files: 3, kibibytes: 90 })
})
