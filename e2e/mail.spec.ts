import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { linkIn, startMailServer } from '../test/smtp.ts'
import { authCard, logInOn } from './auth-card.ts'
import { freePort } from './free-port.ts'
import { test as base, expect, expectComplaints, expectUsable, logIn, type Person, welcome } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** With a mail server. */
const test = base.extend<object, { mail: MailServer }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it must prepare
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mail }, use) => {
      const port = await freePort()
      const PUBLIC_URL = `http://127.0.0.1:${port}`
      await use({ PORT: port, SMTP_URL: mail.url, MAIL_FROM: 'Taskdeck <deck@example.org>', PUBLIC_URL })
    },
    { scope: 'worker' },
  ],
})

/** Saves photographs of a screen if PHOTOS is set. */
const photographer = (page: Page, name: string) =>
  process.env.PHOTOS
    ? async (look: string) => {
        await page.screenshot({ path: `test-results/photos/${name}-${look}.png` })
      }
    : undefined

/** The part of the link in the latest mail to an address that is after the host. */
async function mailedPath({ mails }: MailServer, to: string, path: string): Promise<string> {
  const find = () => mails.findLast((mail) => mail.envelope.to[0] === to && linkIn(mail, path))
  await expect.poll(find).toBeTruthy()
  return linkIn(find() ?? {}, path).replace(/^[^#]*/, '')
}

/** Adds a link as a digest contains it, and returns its token. */
function linkToStop({ folder }: { folder: string }, { email }: Person): string {
  const token = `of the digest for ${email}`
  const database = new DatabaseSync(join(folder, 'taskdeck.db'), { timeout: 5_000 })
  database
    .prepare("insert into mail_links select ?, id, 'unsubscribe', email, ?, ? from users where email = ?")
    .run(hash('sha256', token, 'base64url'), Date.now(), Date.now() + 60_000, email)
  database.close()
  return encodeURIComponent(token)
}

test('a forgotten password is set with the link in a mail, which works once', async ({
  page,
  person,
  mail,
  complaints,
}) => {
  await page.goto('#/auth')
  await authCard(page, 'Log in').email.fill(person.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expectUsable(page, photographer(page, 'forgot-password'))
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'a mail with a link is on its way' })).toBeVisible()

  const path = await mailedPath(mail, person.email, '#/reset-password')
  await page.goto(path)
  const field = page.getByLabel('New password', { exact: true })
  await expect(field).toBeFocused()
  await expectUsable(page, photographer(page, 'reset-password'))
  await field.fill('another battery staple')
  await field.press('Enter')
  await expect(page.getByText('Your new password is set.')).toBeVisible()
  await logInOn(page, { ...person, password: 'another battery staple' })
  await expect(welcome(page, person)).toBeVisible()

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectUsable(page, photographer(page, 'used-link'))
  await expectComplaints(complaints, '404')
})

test('the digest is switched on in the settings and stopped from a mail, and a new email is confirmed', async ({
  page,
  signedIn,
  mail,
  taskdeck,
}) => {
  await addTasks(page, { title: 'Rotate the keys', dueDate: '2026-01-02' })
  await page.goto('#/settings/reminders')
  const digest = page.getByRole('region', { name: 'Daily digest' })
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/auth/preferences') && answer.ok())
  const on = saved()
  await digest.getByLabel('Send a digest to').check()
  await on
  const days = saved()
  await digest.getByTitle('Saturday').click()
  await days
  await digest.getByLabel('At', { exact: true }).fill('07:15')
  const time = saved()
  await digest.getByLabel('At', { exact: true }).blur()
  await time
  await expectUsable(page, photographer(page, 'digest'))
  const kept = (await (await page.request.get('/auth/verify')).json()).preferences.digest
  expect(kept).toEqual({ isOn: true, at: '07:15', days: [1, 2, 3, 4, 5, 6] })

  await page.goto(`#/unsubscribe?token=${linkToStop(taskdeck, signedIn)}`)
  await page.getByRole('button', { name: 'Stop this mail' }).click()
  await expect(page.getByRole('heading', { name: 'The digest is stopped' })).toBeVisible()
  const stopped = (await (await page.request.get('/auth/verify')).json()).preferences.digest
  expect(stopped).toEqual({ ...kept, isOn: false })

  await page.goto('#/profile')
  await page.getByLabel('New email').fill(`new-${signedIn.email}`)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(/^Open the link in the mail to new-/)).toBeVisible()
  await expectUsable(page, photographer(page, 'email'))
  await page.goto(await mailedPath(mail, `new-${signedIn.email}`, '#/confirm-email'))
  await expectUsable(page, photographer(page, 'confirm-email'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await logIn(page, { ...signedIn, email: `new-${signedIn.email}` })
})
