import { createHmac } from 'node:crypto'
import { makeProofsOld } from './proofs.ts'
import { breakCall, expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

const hash = 'a1b2c3d4e5'.repeat(4)

const push = (message: string) => ({
  ref: 'refs/heads/main',
  before: '0'.repeat(40),
  after: hash,
  deleted: false,
  repository: { full_name: 'ana/project', html_url: 'https://github.com/ana/project', default_branch: 'main' },
  commits: [
    {
      id: hash,
      message,
      url: `https://github.com/ana/project/commit/${hash}`,
      author: { name: 'Ana', email: 'ana@example.com' },
    },
  ],
})

test('a webhook is created and changed in the settings, its deliveries show on the task and in its log, and it can be revoked', async ({
  page,
  request,
  signedIn: _signedIn,
}) => {
  await addTasks(page, { title: 'Fix login timeout' })
  await page.goto('#/settings/webhooks')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  const section = page.getByRole('region', { name: 'From a forge' })
  await expect(section).toContainText('No forge reports to Taskdeck yet.')
  await section.getByRole('button', { name: 'New webhook from a forge' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter a name.')
  await page.keyboard.type('project')
  await expect(dialog).toContainText('a colleague’s “fixes #12” completes your task 12')
  await dialog.getByLabel('Only commits by (optional)').fill('ana@example.com, ana')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const address = await dialog.getByLabel('Address', { exact: true }).inputValue()
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
  expect(address).toMatch(/^http:\/\/[^/]+\/hooks\/git\/[0-9a-f-]{36}$/)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section).toContainText('nothing delivered yet · only commits by ana@example.com, ana')
  await expect(page.locator('body')).not.toContainText(secret)

  await section.getByRole('button', { name: 'Edit the webhook project' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('project')
  await dialog.getByLabel('Name').fill('')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter a name.')
  await dialog.getByLabel('Name').fill('website')
  await dialog.getByLabel('Only commits by (optional)').fill('ana@example.com')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(section).toContainText('website')
  await expect(section).toContainText('only commits by ana@example.com')

  const deliver = (key: string) => {
    const data = JSON.stringify(push('Retry the token\n\nCloses #1'))
    const signature = `sha256=${createHmac('sha256', key).update(data).digest('hex')}`
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': signature, 'content-type': 'application/json' }
    return request.post(address, { data, headers })
  }
  expect((await deliver('wrong')).status()).toBe(401)
  await expect(await deliver(secret)).toBeOK()
  await section.getByRole('button', { name: 'Deliveries to website' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Done.*push.*Completed #1\.$/,
    /^Refused.*signature is wrong/,
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto('#/task/1')
  await expect(page.getByRole('heading', { name: 'Fix login timeout' })).toBeVisible()
  const git = page.getByRole('region', { name: 'Git' })
  const link = git.getByRole('link', { name: 'a1b2c3d Retry the token' })
  await expect(link).toHaveAttribute('href', `https://github.com/ana/project/commit/${hash}`)
  await expect(link).toHaveAttribute('rel', 'noreferrer')
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText('You via GitHub push changed the status from Pending to Completed')
  await expect(activity).toContainText('linked commit a1b2c3d “Retry the token”')
  await expectAccessible(page)
  // One undo takes back the whole delivery, and the page follows.
  await page.request.post('/tasks/undo', { data: {} })
  await expect(git).toBeHidden()
  await expect(activity).toContainText('unlinked commit a1b2c3d (undo)')

  await page.goto('#/settings/webhooks')
  await section.getByRole('button', { name: 'Revoke website' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(section).toContainText('No forge reports to Taskdeck yet.')
  expect((await deliver(secret)).status()).toBe(401)
})

test('webhooks that cannot be loaded are offered again', async ({ page, complaints, signedIn: _signedIn }) => {
  const repair = await breakCall(page, '**/hooks', { status: 503, json: { message: 'Not now.', code: 'unavailable' } })
  await page.goto('#/settings/webhooks')
  const section = page.getByRole('region', { name: 'From a forge' })
  await expect(section.getByRole('button', { name: 'Try again' })).toBeVisible()
  await repair()
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(section).toContainText('No forge reports to Taskdeck yet.')
  await expectComplaints(complaints, '503')
})

test('a webhook that is refused keeps its form and gives the reason once, until it is tried again', async ({
  page,
  complaints,
  signedIn: _signedIn,
}) => {
  await page.goto('#/settings/webhooks')
  const section = page.getByRole('region', { name: 'From a forge' })
  await section.getByRole('button', { name: 'New webhook from a forge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('website')
  await page.route('**/hooks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'Not now.', code: 'unavailable' } })
      : route.continue(),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Not now.')
  await expect(dialog.getByLabel('Name')).toHaveValue('website')
  await expectComplaints(complaints, '503', 'Settings error')

  await page.unroute('**/hooks')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a sign-in of long ago asks for the password before a webhook is made or changed', async ({
  page,
  taskdeck,
  signedIn,
}) => {
  await page.goto('#/settings/webhooks')
  const section = page.getByRole('region', { name: 'From a forge' })
  await section.getByRole('button', { name: 'New webhook from a forge' }).click()
  await page.getByLabel('Name').fill('website')
  makeProofsOld(taskdeck)
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(proof).toContainText('A webhook works until you revoke it. Please enter your password first.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'New webhook from a forge' }).getByLabel('Name')).toHaveValue('website')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await proof.getByRole('textbox', { name: 'Password' }).fill(signedIn.password)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('dialog', { name: 'Webhook website' }).getByLabel('Secret', { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  makeProofsOld(taskdeck)
  await section.getByRole('button', { name: 'Edit the webhook website' }).click()
  await page.getByLabel('Name').fill('project')
  await page.keyboard.press('Enter')
  await proof.getByRole('textbox', { name: 'Password' }).fill(signedIn.password)
  await page.keyboard.press('Enter')
  await expect(section).toContainText('project')
})
