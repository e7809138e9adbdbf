import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Page, TestInfo } from '@playwright/test'
import { unzip } from '../test/unzip.ts'
import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

/** The page of an archive, opened from the disk without the network. */
async function openedArchive(page: Page, zip: Buffer, testInfo: TestInfo): Promise<Page> {
  const folder = testInfo.outputPath('archive')
  for (const [path, bytes] of await unzip(zip)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  // The app would report that it is offline.
  await page.goto('about:blank')
  await page.context().setOffline(true)
  const archive = await page.context().newPage()
  await archive.goto(pathToFileURL(join(folder, 'index.html')).href)
  return archive
}

test('everything is downloaded from the settings, and its page shows, searches and filters it without a server', async ({
  page,
  signedIn: _signedIn,
}, testInfo) => {
  await addTasks(
    page,
    { title: 'Write the release notes', description: 'For version 0.3', labels: ['docs'], priority: 'High' },
    { title: '</script><img src=x onerror="document.title = 1"> Rotate keys', description: '<b>bold</b>' },
    { title: 'Pay the rent', status: 'Completed' },
  )
  await page.goto('#/settings/data')
  const section = page.getByRole('region', { name: 'Your data' })
  await expect(section).toContainText(/3 tasks and 0 files, including the trash: about \d/)
  await expectAccessible(page)
  const started = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download everything' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^taskdeck-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByRole('alert')).toHaveText('Your data was downloaded.')

  const archive = await openedArchive(page, await buffer(await download.createReadStream()), testInfo)
  const tasks = archive.locator('#tasks details')
  await expect(archive.locator('#count')).toHaveText('3 tasks')
  await expect(tasks).toHaveCount(3)
  await expect(tasks.nth(1)).toContainText('</script><img src=x onerror="document.title = 1"> Rotate keys')
  await expect(archive.locator('img, b')).toHaveCount(0)
  await expectAccessible(archive)
  await tasks.nth(1).locator('summary').click()
  await expect(tasks.nth(1)).toContainText('<b>bold</b>')
  await expect(tasks.nth(1)).toContainText('created this task')
  await archive.getByLabel('Search').fill('VERSION 0.3')
  await expect(archive.locator('#count')).toHaveText('1 task')
  await expect(tasks).toContainText('Write the release notes')
  await archive.getByLabel('Search').fill('')
  await archive.getByLabel('Status').selectOption('Open')
  await expect(archive.locator('#count')).toHaveText('2 tasks')
  await archive.getByLabel('Label').selectOption('docs')
  await expect(tasks).toContainText('Write the release notes')
  await expect(archive).toHaveTitle(/^Taskdeck on \d/)
})

test('an export goes on while the user looks at another screen, which says that it is done or has failed', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'Pay the rent' })
  let answer: (fails: boolean) => void = () => {}
  await page.route('**/archive', async (route) => {
    const fails = await new Promise<boolean>((resolve) => {
      answer = resolve
    })
    await (fails ? route.abort() : route.continue())
  })
  const begin = async () => {
    await page.goto('#/settings/data')
    const asked = page.waitForRequest('**/archive')
    await page.getByRole('button', { name: 'Download everything' }).click()
    await asked
    await page.goto('#/list')
    await expect(page.getByText('Pay the rent')).toBeVisible()
  }
  await begin()
  await page.goto('#/settings/data')
  await expect(page.getByText('It goes on while you use other screens.')).toBeVisible()
  await page.goto('#/list')
  const started = page.waitForEvent('download')
  answer(false)
  expect((await started).suggestedFilename()).toMatch(/\.zip$/)
  await expect(page.getByRole('alert')).toHaveText('Your data was downloaded.')

  await begin()
  answer(true)
  await expect(page.getByRole('alert').filter({ hasText: 'The download of your data has failed.' })).toBeVisible()
  await expectComplaints(complaints, 'ERR_FAILED', 'Download error')
  await page.goto('#/settings/data')
  await expect(page.getByRole('button', { name: 'Download everything' })).toBeEnabled()
})

test('the page of an archive shows all of a task, with the words of the app, and finds it by any of them and by its dates', async ({
  page,
  signedIn: _,
}, testInfo) => {
  const evil = '</script><img src=x onerror="document.title = 1">'
  await addTasks(
    page,
    { title: 'Write the release notes', status: 'Completed', dueDate: null },
    {
      title: 'Rotate keys',
      description: 'For the first time',
      dueDate: '2027-02-01',
      startDate: '2027-01-20',
      estimate: 4,
      labels: ['ops'],
      repeat: { rule: 'FREQ=WEEKLY;BYDAY=MO', from: 'due' },
      reminders: ['due-1T09:00'],
      doneWhen: [{ id: randomUUID(), text: 'Tests pass', command: 'npm test', isMet: false }],
    },
  )
  const { request } = page
  const { token } = await (await request.post('/auth/tokens', { data: { name: 'codex', scope: 'write' } })).json()
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const { _id, doneWhen } = await (await request.get('/tasks/task/2')).json()
  const send = async (method: string, path: string, data: object) => {
    const response = await request.fetch(`/tasks/${path}`, { method, headers, data })
    expect([path, response.ok(), await response.text()]).toEqual([path, true, expect.any(String)])
    return response.json()
  }
  await send('PUT', `updateTask/${_id}`, { description: evil, priority: 'High' })
  const { note } = await send('POST', `task/${_id}/notes`, { text: 'First words' })
  await send('PUT', `task/${_id}/notes/${note._id}`, { text: 'Better words' })
  await send('POST', `task/${_id}/receipts`, {
    ...{
      kind: 'run',
      criterion: doneWhen[0].id,
      command: 'npm test',
      exitCode: 1,
      startedAt: '2026-11-18T12:00:00.000Z',
    },
    ...{ durationMs: 1500, machine: 'laptop', commit: 'b'.repeat(40), ancestors: [], isClean: false },
  })
  const commit = { commit: 'd'.repeat(40), title: 'Rotate them', repository: 'acme/app', effect: 'links' }
  await send('POST', `task/${_id}/git`, commit)
  const archive = await openedArchive(page, await (await request.get('/archive')).body(), testInfo)
  const task = archive.locator('#tasks details').filter({ hasText: 'Rotate keys' })
  await task.locator('summary').click()
  for (const words of [
    ...['PriorityHigh', 'Due dateFeb 1, 2027', 'Start dateJan 20, 2027', 'Estimate4 h', 'every week on Monday'],
    ...['1 day before at 09:00', '☐ Tests pass npm test', 'Labels#ops', 'Created20', 'Changed20'],
    ...['You via codex', 'edited 20', 'Better words', 'Before: First words', 'Before: For the first time'],
    ...['changed the priority from Medium to High', evil],
    ...['npm test · Run, failed · 2026-11-18 12:00 · exit code 1 · took 1.5 s', 'b'.repeat(40), 'Shows: Tests pass'],
    ...['with uncommitted changes', 'on laptop', 'commit ddddddd · Rotate them', 'acme/app'],
  ])
    await expect(task).toContainText(words)
  await expect(archive.locator('img, [href^="javascript"]')).toHaveCount(0)
  await expectAccessible(archive)
  await archive.setViewportSize({ width: 390, height: 800 })
  expect(await archive.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await archive.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(archive)

  const count = archive.locator('#count')
  for (const words of ['laptop', 'acme/app', 'first words', 'from medium to high', 'monday', 'npm test']) {
    await archive.getByLabel('Search').fill(words)
    await expect(count).toHaveText('1 task')
  }
  await archive.getByLabel('Search').fill('')
  await archive.getByLabel('Date').selectOption('Due')
  await expect(count).toHaveText('1 task')
  await archive.getByLabel('from').fill('2027-02-02')
  await expect(count).toHaveText('0 tasks')
  await archive.getByLabel('from').fill('2027-01-01')
  await archive.getByLabel('to', { exact: true }).fill('2027-02-01')
  await expect(count).toHaveText('1 task')
  await archive.getByLabel('Date').selectOption('Starts')
  await archive.getByLabel('to', { exact: true }).fill('2027-01-19')
  await expect(count).toHaveText('0 tasks')
  await archive.getByLabel('Date').selectOption('Any date')
  await expect(count).toHaveText('2 tasks')
  await expect(archive).toHaveTitle(/^Taskdeck on \d/)
})
