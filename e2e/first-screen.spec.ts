import type { Page } from '@playwright/test'
import { accountMenu, expect, forgive, holdBack, keepNothing, test } from './taskdeck.ts'
import { addTasks, cards, fiveTasks, live } from './tasks.ts'

const picture = (page: Page) => page.locator('#first-screen')
const appFile = '**/assets/index-*.js'

/** Leaves the page, as when a tab is closed. */
const leave = (page: Page) => page.goto('about:blank')

/** Stops the time: on a busy machine, the styles of the picture may take longer than the page waits for them. */
async function stopTime(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('the tasks of the last visit are visible before the app has started, and the app takes their place', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page)
  await leave(page)
  await addTasks(page, { title: 'added elsewhere' })
  const release = await holdBack(page, appFile)
  await stopTime(page)
  await page.goto('#/dashboard', { waitUntil: 'commit' })
  await expect(picture(page).locator('a[data-task]')).toHaveCount(5)
  await expect(picture(page).getByText('three')).toBeInViewport()
  // Nothing in it can be used, or is announced.
  await expect(picture(page)).toHaveAttribute('inert')
  await expect(page.getByRole('link', { name: 'three' })).toHaveCount(0)
  await page.clock.resume()
  release()
  await expect(page.getByRole('link', { name: 'added elsewhere' })).toBeVisible()
  await expect(picture(page)).toHaveCount(0)
  await expect(cards(page)).toHaveCount(6)
})

test('the picture of the last visit is not shown at another address or width, and not if the app never starts', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page)
  await leave(page)
  const release = await holdBack(page, appFile)
  const open = async (address: string) => {
    await page.goto(address, { waitUntil: 'commit' })
    // The app is asked for after the decision about the picture.
    await page.locator('script[type="module"]').waitFor({ state: 'attached' })
  }
  await open('#/dashboard?status=Completed')
  await expect(picture(page)).toHaveCount(0)
  await leave(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await open('#/dashboard')
  await expect(picture(page)).toHaveCount(0)
  await leave(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await stopTime(page)
  await page.goto('#/dashboard', { waitUntil: 'commit' })
  await expect(picture(page)).toHaveCount(1)
  await page.clock.runFor(10_000)
  await expect(picture(page)).toHaveCount(0)
  release()
})

test('no picture is kept after Logout, and none if the user keeps no tasks on this device', async ({
  page,
  otherDevice,
  signedIn,
  complaints,
}) => {
  const stored = (some: Page) =>
    some.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('first-screen')))
  await fiveTasks(page)
  await page.reload()
  await live(page)
  expect(await stored(page)).toHaveLength(1)
  const menu = await accountMenu(page)
  await menu.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  // A request that was on its way may have come after the end of the session.
  forgive(complaints, 'status of 401')
  await page.reload()
  expect(await stored(page)).toEqual([])

  const other = await otherDevice(signedIn)
  await keepNothing(other)
  await other.goto('#/dashboard')
  await live(other)
  await other.reload()
  await live(other)
  expect(await stored(other)).toEqual([])
})
