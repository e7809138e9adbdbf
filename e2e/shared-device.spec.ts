import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { test } from './gateway.ts'
import { accountMenu, expect, type Person, welcome } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'
import { complete, direct, statusesOf, waiting } from './waiting.ts'

const decks = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).length)
async function logInAs(page: Page, origin: string, { email, password }: Person) {
  await expect(await page.request.post(`${direct(origin)}/auth/login`, { data: { email, password } })).toBeOK()
}

/** The first user makes a change without the server. Then the session ends, and the second user is at the dashboard. */
async function leaveChange(
  page: Page,
  gateway: { fail: (fault: 'drop') => void; recover: () => void },
  log: () => Promise<void>,
) {
  await addTasks(page, { title: 'Of the first user' })
  await page.goto('#/dashboard')
  await live(page)
  gateway.fail('drop')
  await complete(page, 1)
  await expect(waiting(page)).toHaveText('1 change waiting')
  await log()
  gateway.recover()
}

test('Logout deletes only what belongs to the user who signs out: unsent changes and drafts of another user stay', async ({
  page,
  gateway,
  taskdeck,
  signedIn,
  person,
}) => {
  await leaveChange(page, gateway, () => logInAs(page, taskdeck.origin, person))
  await expect(welcome(page, person)).toBeVisible()
  await live(page)
  await expect.poll(() => decks(page)).toBe(2)
  await page.evaluate(() => sessionStorage.setItem('taskdeck-saved-somebody-draft', '"Half a thought"'))
  await (await accountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login / Signup' })).toBeVisible()
  await expect.poll(() => decks(page)).toBe(1)
  expect(await page.evaluate(() => sessionStorage.getItem('taskdeck-saved-somebody-draft'))).toBe('"Half a thought"')

  await logInAs(page, taskdeck.origin, signedIn)
  await page.goto('#/dashboard')
  await page.reload()
  await expect(cards(page)).toContainText('Completed')
  await expect.poll(() => statusesOf(page, taskdeck.origin)).toEqual(['Completed'])
})

test('switching off "Keep my tasks" leaves the unsent changes of another user, says so, and sends them when that user signs in', async ({
  page,
  gateway,
  taskdeck,
  signedIn,
  person,
}) => {
  await leaveChange(page, gateway, () => logInAs(page, taskdeck.origin, person))
  await expect(welcome(page, person)).toBeVisible()
  await page.goto('#/settings/preferences')
  await live(page)
  await expect.poll(() => decks(page)).toBe(2)
  await page.getByLabel('Keep my tasks on this device').uncheck()
  await expect(page.getByRole('alert')).toContainText('One unsent change of another user stays')
  expect(await decks(page)).toBe(1)

  await logInAs(page, taskdeck.origin, signedIn)
  await page.goto('#/dashboard')
  await page.reload()
  await expect(welcome(page, signedIn)).toBeVisible()
  await expect(cards(page)).toContainText('Completed')
  await expect.poll(() => statusesOf(page, taskdeck.origin)).toEqual(['Completed'])
  await expect.poll(() => decks(page)).toBe(0)
})

test('the tasks of an account that no longer exists are offered as a file, with unsent changes, and deleted when the user says so', {
  tag: '@phone-only',
}, async ({ page, gateway, taskdeck, signedIn, person }) => {
  const removeAccount = async () =>
    expect(
      await page.request.post(`${direct(taskdeck.origin)}/auth/delete`, { data: { password: signedIn.password } }),
    ).toBeOK()
  await leaveChange(page, gateway, removeAccount)
  const offer = page.getByRole('region', { name: 'Tasks without an account' })
  await expect(offer).toContainText(`1 task and 1 unsent change of ${signedIn.username} (${signedIn.email})`)
  const textOf = async (kind: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      offer.getByRole('button', { name: `Download ${kind}` }).click(),
    ])
    return readFile(await file.path(), 'utf8')
  }
  const markdown = await textOf('Markdown')
  expect(markdown).toContain('- [x] #1 Of the first user · Medium · due 2026-11-20\n\n  They failed twice.')
  expect(markdown).toMatch(
    /## Unsent changes\n\nThe tasks above contain them\.\n\n- .* · #1 Of the first user · Pending → Completed/,
  )
  expect(JSON.parse(await textOf('JSON'))).toMatchObject({
    user: { email: signedIn.email },
    tasks: [{ title: 'Of the first user', status: 'Completed' }],
    unsentChanges: [{ kind: 'updateMany', change: { status: 'Completed' }, effect: 'Pending → Completed' }],
  })

  // Another user sees the same offer. The tasks of accounts that exist are not offered.
  await logInAs(page, taskdeck.origin, person)
  await page.goto('#/settings/preferences')
  await page.reload()
  await live(page)
  await expect.poll(() => decks(page)).toBe(2)
  await offer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(offer).toBeHidden()
  await expect.poll(() => decks(page)).toBe(1)
})
