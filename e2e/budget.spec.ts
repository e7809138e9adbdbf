import type { Page } from '@playwright/test'
import { expect, test } from './taskdeck.ts'

/** The transferred JavaScript and CSS, in compressed bytes. */
function weigh(page: Page) {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname))
      sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => {
    // A file from the cache has no body.
    const all = (await Promise.all(sizes)).filter(Boolean)
    return { files: all.length, kilobytes: all.reduce((sum, size) => sum + size, 0) / 1000 }
  }
}

/** Expects more than a minimum, to be sure that something was measured, and at most the budget. */
function expectWithin(weight: { files: number; kilobytes: number }, budget: { files: number; kilobytes: number }) {
  expect(weight.kilobytes).toBeGreaterThan(50)
  expect(weight.kilobytes).toBeLessThanOrEqual(budget.kilobytes)
  expect(weight.files).toBeLessThanOrEqual(budget.files)
}

test('the landing screen and the sign-in together need at most 200 kB of JavaScript and CSS, in at most 10 files', async ({
  page,
}) => {
  const weight = weigh(page)
  for (const [address, heading] of [
    ['./', 'Manage Your Tasks Efficiently'],
    ['#/auth', 'Log in'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  expectWithin(await weight(), { files: 10, kilobytes: 200 })
})

test('the dashboard loads at most 260 kB of JavaScript and CSS in at most 10 files, and a device that saves data loads no more', async ({
  page,
  signedIn: _,
}) => {
  const weight = weigh(page)
  await page.clock.install()
  await page.goto('#/dashboard')
  await expect(page.getByText('No tasks available.')).toBeVisible()
  expectWithin(await weight(), { files: 10, kilobytes: 260 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.runFor(10_000)
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([])
})
