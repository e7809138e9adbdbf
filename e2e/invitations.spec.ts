import { join } from 'node:path'
import { startProcess } from '../test/process.ts'
import { authCard, turnTo } from './auth-card.ts'
import { expect, expectAccessible, expectComplaints, newPerson, test, welcome } from './taskdeck.ts'

/** Runs `npm run invite` beside the server. Returns the printed link with the address of the server. */
async function invite(folder: string, url: string) {
  const program = join(import.meta.dirname, '../src/server/operator/invite.ts')
  const command = startProcess(process.execPath, [program], { env: { DATA_DIR: folder, SIGNUPS: 'invite' } })
  const [, code = ''] = await command.said(/#\/auth\?invite=([\w-]+)/)
  return `${url}#/auth?invite=${code}`
}

test.use({ settings: { SIGNUPS: 'invite' } })

test('the first user can always sign up, and others with an invitation link; without a valid one the form says what is missing', async ({
  page,
  taskdeck,
  request,
  complaints,
}) => {
  const person = newPerson()
  const fillIn = async (card: ReturnType<typeof authCard>) => {
    await card.username.fill(person.username)
    await card.email.fill(person.email)
    await card.password.fill(person.password)
    await card.submit.click()
  }

  await page.goto('#/auth')
  const first = await turnTo(page, 'Sign up')
  await expect(first.form.getByLabel('Username')).toBeVisible()
  await expect(page.getByLabel('Invitation code')).toHaveCount(0)
  await expect(await request.post('/auth/signup', { data: newPerson() })).toBeOK()

  await test.step('without a valid invitation', async () => {
    await page.reload()
    await fillIn(await turnTo(page, 'Sign up'))
    await expect(page.getByText('Please enter your invitation code.')).toBeVisible()
    await page.getByLabel('Invitation code').fill('made up')
    await authCard(page, 'Sign up').submit.click()
    await expect(page.getByText('You need a valid invitation to sign up here.')).toBeVisible()
    await expectComplaints(complaints, 'status of 403')
  })

  await test.step('with an invitation link', async () => {
    const link = await invite(taskdeck.folder, taskdeck.url)
    await page.goto('about:blank')
    await page.goto(link)
    const card = authCard(page, 'Sign up')
    await expect(card.heading).toBeVisible()
    await expect(page.getByLabel('Invitation code')).toHaveValue(/^[\w-]{32}$/)
    await expectAccessible(page)
    await fillIn(card)
    await expect(welcome(page, person)).toBeVisible()
  })
})
