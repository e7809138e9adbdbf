import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { unzip } from '../test/unzip.ts'
import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

test('everything is downloaded from the settings, and its page shows, searches and filters it without a server', async ({
  page,
  context,
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

  const folder = testInfo.outputPath('archive')
  for (const [path, bytes] of await unzip(await buffer(await download.createReadStream()))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  // The app would report that it is offline.
  await page.goto('about:blank')
  await context.setOffline(true)
  const archive = await context.newPage()
  await archive.goto(pathToFileURL(join(folder, 'index.html')).href)
  const tasks = archive.locator('#tasks details')
  await expect(archive.locator('#count')).toHaveText('3 tasks')
  await expect(tasks).toHaveCount(3)
  await expect(tasks.nth(1)).toContainText('</script><img src=x onerror="document.title = 1"> Rotate keys')
  await expect(archive.locator('img, b')).toHaveCount(0)
  await expectAccessible(archive)
  await tasks.nth(1).locator('summary').click()
  await expect(tasks.nth(1)).toContainText('<b>bold</b>')
  await expect(tasks.nth(1)).toContainText('created')
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
