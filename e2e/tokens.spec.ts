import { logInOn } from './auth-card.ts'
import { makeProofsOld } from './proofs.ts'
import { breakCall, expect, expectComplaints, expectUsable, test } from './taskdeck.ts'

test('a token is made, shown once, used, and revoked; the activity and undo name it', async ({
  page,
  signedIn: person,
  playwright,
  taskdeck,
}) => {
  await page.goto('#/settings/access')
  const access = page.getByRole('region', { name: 'Access' })
  await expect(access.getByText('No program has access yet.')).toBeVisible()
  await expect(access.getByText(/^curl -fsSL .+\/cli\/taskdeck\.mjs -o /)).toBeVisible()
  await access.getByRole('button', { name: 'New token' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New token' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Please enter a name.')).toBeVisible()
  await form.getByLabel('Name').fill('laptop-cli')
  await form.getByLabel('Read and write').check()
  await form.getByLabel('Expires').selectOption('On a day')
  await form.getByLabel('Last day').fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(form.getByText('This day is over.')).toBeVisible()
  await form.getByLabel('Last day').fill('2099-01-31')
  makeProofsOld(taskdeck)
  await expectUsable(page)
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Token laptop-cli' })
  const token = await made.getByLabel('Token').inputValue()
  expect(token).toMatch(/^tdk_/)
  await expectUsable(page)
  await made.getByRole('button', { name: 'Copy token' }).click()
  await expect(made.getByRole('status')).toHaveText(/Copied|does not allow copying/)
  await made.getByRole('button', { name: 'Done' }).click()
  const row = access.getByRole('listitem')
  await expect(row).toContainText('laptop-cli')
  await expect(row).toContainText('never used')
  await expect(row).toContainText('expires Jan 31, 2099')
  await expect(page.getByText(token)).toHaveCount(0)

  const program = await playwright.request.newContext({
    baseURL: taskdeck.origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const created = await program.post('/tasks/createTask', { data: { title: 'From the terminal' } })
  const { task } = await created.json()
  await page.goto(`#/task/${task.number}`)
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('You via laptop-cli created this task')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('alert').filter({ hasText: 'made via laptop-cli' })).toBeVisible()

  await page.goto('#/settings/access')
  await expect(row).toContainText('last used just now from 127.0.0.1')
  await expectUsable(page)
  await row.getByRole('button', { name: 'Revoke laptop-cli' }).click()
  await page.getByRole('dialog', { name: 'Revoke laptop-cli?' }).getByRole('button', { name: 'Revoke token' }).click()
  await expect(access.getByText('No program has access yet.')).toBeVisible()
  expect((await program.get('/tasks/getTasks')).status()).toBe(401)
  await program.dispose()
})

test('tokens that cannot be loaded are asked for again', async ({ page, signedIn: _, complaints }) => {
  const mend = await breakCall(page, '**/auth/tokens', { status: 500, json: {} })
  await page.goto('#/settings/access')
  const access = page.getByRole('region', { name: 'Access' })
  await expect(access.getByRole('button', { name: 'Try again' })).toBeVisible()
  await mend()
  await access.getByRole('button', { name: 'Try again' }).click()
  await expect(access.getByText('No program has access yet.')).toBeVisible()
  await expectComplaints(complaints, 'status of 500')
})

test('a device is approved after signing in, or refused; a wrong code can be corrected', { tag: '@core' }, async ({
  page,
  person,
  request,
  complaints,
}) => {
  const ask = async (device_name: string) => {
    const answer = await request.post('/auth/device/code', { data: { client_id: 'taskdeck-cli', device_name } })
    return answer.json()
  }
  const poll = async ({ device_code }: { device_code: string }) => {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const answer = await request.post('/auth/device/token', { data: { grant_type, device_code } })
    return answer.json()
  }
  const [laptop, stranger] = [await ask('laptop'), await ask('stranger')]
  // The address that a device opens, for a visitor.
  await page.goto(`#/device?code=${laptop.user_code}`)
  await logInOn(page, person)
  await expect(page.getByRole('heading', { name: 'laptop wants to use your account' })).toBeVisible()
  for (const fact of [laptop.user_code, 'taskdeck-cli', '127.0.0.1 (that of this browser)', 'Read and write']) {
    await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible()
  }
  await expectUsable(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'laptop is signed in' })).toBeVisible()
  expect(await poll(laptop)).toMatchObject({ token_type: 'Bearer', scope: 'write', name: 'laptop' })

  await page.goto('#/device')
  await expect(page.getByRole('heading', { name: 'Sign in a device' })).toBeVisible()
  await page.getByLabel('Code').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code has eight letters')).toBeVisible()
  await page.getByLabel('Code').fill('BBBB-BBBB')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No device has this code.')).toBeVisible()
  await expectComplaints(complaints, 'status of 404')
  await expectUsable(page)
  await page.getByLabel('Code').fill(stranger.user_code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'stranger wants to use your account' })).toBeVisible()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('heading', { name: 'stranger was refused' })).toBeVisible()
  expect(await poll(stranger)).toMatchObject({ error: 'access_denied' })
})
