import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectComplaints, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

/** The address in the dialog that shows it once. */
async function madeLink(page: Page): Promise<string> {
  const field = page.getByRole('dialog').getByLabel('Link', { exact: true })
  await expect(field).toHaveValue(/\/taskdeck\/link\/#[\w-]{43}$/)
  const address = await field.inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  return address
}

const deadWords = 'This link no longer works.'

test(
  'a saved view is shared by a secret link, which is live, counted, changed and revoked',
  {
    tag: ['@core', '@phone'],
  },
  async ({ page, signedIn: ana, otherDevice, complaints }, { project }) => {
    const isPhone = project.name === 'phone'
    const [parent] = await addTasks(page, { title: 'Move the limits', labels: ['release'], dueDate: '2027-03-01' })
    const [secret] = await addTasks(page, { title: 'A secret plan', labels: [] })
    await addTasks(
      page,
      { title: 'Switch over', labels: ['release', 'api'], partOf: parent?._id ?? '', description: 'Hidden words' },
      { title: 'See #2', labels: ['release'], partOf: secret?._id ?? '', status: 'In Progress' },
    )
    await page.request.post('/views', { data: { name: 'Release', address: '/list?label=release' } })
    await page.goto('#/list?label=release')
    await live(page)
    if (isPhone) await page.getByRole('button', { name: 'Views and labels' }).click()
    await page.getByRole('button', { name: 'Change the view Release' }).click()
    await page.getByRole('option', { name: 'Share by a link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Release”' })
    await dialog.getByLabel('Name').fill('For the team')
    await dialog.getByLabel('Priority').uncheck()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const address = await madeLink(page)

    const options = { viewport: page.viewportSize() ?? undefined, colorScheme: isPhone ? 'dark' : 'light' } as const
    const reader = await otherDevice(undefined, { ...options, ...(isPhone ? { hasTouch: true } : {}) } as never)
    const asked: string[] = []
    reader.on('request', (request) => asked.push(request.url()))
    const loaded = await reader.goto(address)
    expect(loaded?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
    })
    await expect(reader.getByRole('heading', { level: 1, name: 'Release' })).toBeVisible()
    await expect(reader).toHaveTitle('Release')
    await expect(reader.getByText(`Shared by ${ana.username} · changed just now`)).toBeVisible()
    await expect(reader.getByRole('region', { name: 'Progress', exact: true })).toContainText('0 of 3 done0%')
    await expect(reader.getByRole('region', { name: 'Pending' }).getByRole('listitem')).toHaveCount(2)
    await expect(reader.getByText('↳ of Move the limits')).toBeVisible()
    await expect(
      reader.getByText('Titles, status, dates, labels and parents are shown. Descriptions, notes and files'),
    ).toBeVisible()
    for (const hidden of ['A secret plan', 'Hidden words', 'Medium', 'For the team'])
      await expect(reader.locator('body')).not.toContainText(hidden)
    await expectAccessible(reader)
    await expectNoSidewaysScroll(reader)
    // Nothing of the app, and the secret is in no address.
    expect(
      asked.filter((url) => /taskdeck\/(assets|start)|auth/.test(url) || url.includes(address.slice(-43))),
    ).toEqual([])

    await test.step('a change of the owner is seen at once', async () => {
      await page.request.put(`/tasks/updateTask/${parent?._id}`, { data: { status: 'Completed' } })
      await expect(reader.getByRole('region', { name: 'Progress', exact: true })).toContainText('1 of 3 done33%')
      await reader.locator('summary').click()
      await expect(reader.getByRole('listitem').filter({ hasText: 'Move the limits, Completed' })).toBeVisible()
    })

    await page.goto('#/settings/shares')
    const row = page.getByRole('region', { name: 'Shared links' }).getByRole('listitem')
    await expect(row).toContainText('view Release · shows titles, status, dates, labels, parents in the view')
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText('1 visit, last just now', { timeout: 2_000 })
    }).toPass()
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Change For the team' }).click()
    await page.getByRole('dialog').getByLabel('Dates').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Link changed.')
    await expect(reader.getByText('Mar 1')).toHaveCount(0)

    await row.getByRole('button', { name: 'Revoke For the team' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('You share nothing yet.')).toBeVisible()
    await expect(reader.locator('body')).toHaveText(deadWords)
    const refusal = () => reader.waitForEvent('console', (message) => message.text().includes('404'))
    await Promise.all([refusal(), reader.reload()])
    await expect(reader.locator('body')).toHaveText(deadWords)
    await expectAccessible(reader)
    // The page shows the same words already.
    await Promise.all([refusal(), reader.goto(`${address.slice(0, -1)}-`)])
    await expect(reader.locator('body')).toHaveText(deadWords)
    await expectComplaints(complaints, '404')
  },
)

test(
  'a shared task asks a question, and the answer of a stranger needs its owner',
  { tag: '@phone' },
  async ({ page, signedIn: ana, otherDevice }, { project }) => {
    const isPhone = project.name === 'phone'
    await addTasks(page, { title: 'Dinner', description: 'At **Casa**. See #1.' })
    await page.request.post('/tasks/task/1/notes', { data: { text: 'Only for me' } })
    await page.goto('#/task/1')
    await expect(page.getByRole('heading', { level: 1, name: 'Dinner' })).toBeVisible()
    await live(page)
    if (isPhone) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Share by a link' }).click()
    } else await page.keyboard.press('Shift+S')
    const dialog = page.getByRole('dialog', { name: 'Share “Dinner”' })
    await expect(dialog.getByLabel('Notes')).not.toBeChecked()
    await expect(dialog.getByLabel('Files')).not.toBeChecked()
    await dialog.getByLabel('Name').fill('Bo')
    await dialog.getByLabel('Ask readers a question').check()
    await dialog.getByRole('button', { name: 'Make link' }).click()
    await expect(dialog).toContainText('Please enter a question.')
    await dialog.getByLabel('Question', { exact: true }).fill('Which of these days?')
    await dialog.getByLabel('Answers to choose from').fill('Mon\nTue\nWed')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const address = await madeLink(page)

    const options = { viewport: page.viewportSize() ?? undefined, colorScheme: isPhone ? 'dark' : 'light' } as const
    const reader = await otherDevice(undefined, { ...options, ...(isPhone ? { hasTouch: true } : {}) } as never)
    await reader.goto(address)
    await expect(reader.getByText('At Casa. See #1.')).toBeVisible()
    await expect(reader.locator('body')).not.toContainText('Only for me')
    const form = reader.getByRole('region', { name: 'Which of these days?' })
    await form.getByRole('button', { name: 'Send answer' }).click()
    await expect(form.getByRole('alert')).toHaveText('Choose an answer.')
    await form.getByLabel('Tue').check()
    await expectAccessible(reader)
    await expectNoSidewaysScroll(reader)
    await form.getByRole('button', { name: 'Send answer' }).click()
    await expect(form).toContainText(`Answered: Tue. It can be changed until ${ana.username} has read it.`)

    await page.goto('#/needs-you')
    const question = page.locator('[data-question]')
    await expect(question).toContainText('Which of these days? Tue')
    await expect(question).toContainText('Someone with the link “Bo” · #1 Dinner · answered just now')
    await form.getByLabel('Wed').check()
    await form.getByRole('button', { name: 'Change answer' }).click()
    await expect(question).toContainText('Which of these days? Wed')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Got it' }).click()
    await expect(page.getByText('Nothing needs you.')).toBeVisible()
    await expect(form).toContainText('Answered: Wed')
    await expect(form).toContainText(`${ana.username} has read it.`)
    await expect(form.getByRole('button')).toHaveCount(0)
    await page.goto('#/task/1')
    await expect(page.getByRole('article', { name: 'Answer by Someone with the link “Bo”' })).toContainText('Wed')
  },
)
