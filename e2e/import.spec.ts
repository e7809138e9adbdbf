import type { Page } from '@playwright/test'
import {
  asOnPhone,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  forgive,
  holdBack,
  newPerson,
  test,
} from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

const todoist = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'task,Renew the account @admin,,2,1,,,2026-11-21,en,',
  'task,Reply to the packager @docs,,3,1,,,2026-11-23 at 15:00,en,',
  'task,Collect the graphs,,4,2,,,,en,',
  'task,Pay the rent,,3,1,,,2026-12-01,en,',
  'task,,,3,1,,,,en,',
]

const importButton = (page: Page) => page.getByRole('button', { name: /^(Import|Update) \d/ })
const chooseFile = (page: Page, name: string, text: string | Buffer) =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
/** Lets workers hear nothing more until the returned function is called. */
async function holdWorkers(page: Page) {
  const hold = await page.evaluateHandle(() => {
    const { postMessage } = Worker.prototype
    const held: (() => void)[] = []
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      held.push(() => postMessage.call(this, message))
    }
    return { held, postMessage }
  })
  return () =>
    hold.evaluate(({ held, postMessage }) => {
      Worker.prototype.postMessage = postMessage
      for (const send of held) send()
    })
}
const rows = (page: Page) => page.getByRole('region', { name: 'As they will be' }).getByRole('listitem')

for (const device of ['desktop', 'phone'] as const)
  test(`on a ${device}, a file is shown as it will be, imported, found, taken back, and imported again`, {
    tag: device === 'phone' ? ['@phone', '@phone-only'] : [],
  }, async ({ page, signedIn: _ }) => {
    await addTasks(page, { title: 'Pay the rent', dueDate: '2026-12-01' })
    await page.goto('#/settings/data')
    await page.getByRole('link', { name: 'Import tasks' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import Step 1 of 3: choose a file')
    await expectAccessible(page)
    await chooseFile(page, 'Inbox.csv', todoist.join('\r\n'))

    await expect(importButton(page)).toHaveText('Import 3 tasks')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Recognised' })).toContainText('Todoist CSV')
    await expect(rows(page)).toHaveText([
      /Renew the account.*#admin.*High.*Nov 21/,
      /Reply to the packager.*0\/1.*#docs.*Medium.*Nov 23/,
      /Collect the graphs.*of Reply to the packager.*Low/,
    ])
    await expect(page.getByRole('region', { name: 'Lines with problems' })).toContainText('Line 6: It has no title.')
    await expect(page.getByRole('region', { name: 'Cannot be carried over' })).toContainText('1 time of day')
    const alike = page.getByRole('region', { name: '1 looks like a task you have' })
    await alike.getByRole('button', { name: 'Show them' }).click()
    await expect(alike.getByRole('listitem')).toHaveText('Pay the rent')
    await alike.getByText('Import anyway').click()
    await expect(importButton(page)).toHaveText('Import 4 tasks')
    await alike.getByText('Skip').click()
    await page.getByText('All or nothing').click()
    await expect(importButton(page)).toBeDisabled()
    await page.getByText('Go on without them').click()
    await expect(importButton(page)).toBeInViewport()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: device === 'phone' ? 'light' : 'dark' })
    await expectAccessible(page)

    await importButton(page).click()
    await expect(page.getByText('3 tasks imported.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show #from-todoist' }).click()
    await expect(page.locator('[data-task]')).toHaveCount(3)
    await page.goBack()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('The import was taken back.')).toBeVisible()
    expect((await (await page.request.get('/tasks/getTasks')).json()).tasks).toHaveLength(1)

    await page.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(page, 'Inbox.csv', todoist.slice(0, 5).join('\n'))
    const trash = page.getByRole('region', { name: '3 are in the trash' })
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await trash.getByText('Bring back').click()
    await expect(importButton(page)).toHaveText('Update 3 tasks')
    await importButton(page).click()
    await expect(page.getByText('3 tasks updated.')).toBeVisible()

    await page.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(
      page,
      'Inbox.csv',
      todoist.slice(0, 5).join('\n').replace('Collect the graphs,,4', 'Collect the graphs,,1'),
    )
    const known = page.getByRole('region', { name: '3 were imported before' })
    await expect(known).toContainText('1 has changed there since.')
    await expect(importButton(page)).toHaveText('Update 1 task')
    await known.getByText('Import anyway').click()
    await expect(importButton(page)).toHaveText('Import 3 tasks')
    await known.getByText('Skip').click()
    await expect(page.getByText('No task of the file is left to import.')).toBeVisible()
  })

test('the columns of an unknown table are chosen, and a pasted list becomes tasks with its headings', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/import')
  await chooseFile(page, 'plan.csv', 'What;When\nFirst;2026-11-20\n"Second, with a comma";2026-11-21\n')
  await expect(page.getByText('Which column is the title?')).toBeVisible()
  await expectAccessible(page)
  // The second column is chosen before the worker has read the file with the first one.
  const answer = await holdWorkers(page)
  await page.getByLabel('Title').selectOption('what')
  await page.getByLabel('Due date').selectOption('when')
  await answer()
  await expect(rows(page)).toHaveText([/First.*Nov 20/, /Second, with a comma.*Nov 21/])
  await page.getByLabel('Divided by').selectOption('Comma')
  await expect(page.getByText('Which column is the title?')).toBeVisible()
  await page.getByLabel('Divided by').selectOption('Semicolon')
  await page.getByRole('button', { name: 'Back' }).click()

  await page.getByRole('button', { name: 'Read the text' }).click()
  await expect(page.getByText('Paste a text first.')).toBeVisible()
  await page.getByLabel('Or paste a text').fill('# Release\n\nProse.\n\n- [ ] Write notes\n- [x] Tag it\n')
  await page.getByRole('button', { name: 'Read the text' }).click()
  await expect(rows(page)).toHaveText([/Write notes.*#release/, /Tag it.*#release/])
  await page.getByText('Parents').click()
  await expect(rows(page)).toHaveText([/Release.*1\/2/, /Write notes.*of Release/, /Tag it.*of Release/])
  await page.getByLabel('Import the completed task as well').uncheck()
  await expect(importButton(page)).toHaveText('Import 2 tasks')
  await page.getByLabel('Label for all of them').fill('')
  await page.getByLabel('Label for all of them').blur()
  await expect(importButton(page)).toBeEnabled()
  await importButton(page).click()
  await expect(page.getByText('2 tasks imported.')).toBeVisible()
})

test('a broken file is named with its reason, a format can be chosen, and nothing is lost without the server', async ({
  page,
  context,
  complaints,
  signedIn: _,
}) => {
  await page.goto('#/import')
  await live(page)
  await chooseFile(page, 'board.json', '{"cards": [')
  await expect(page.getByRole('alert')).toHaveText(
    'board.json cannot be read: This is JSON that is broken or cut off. Export it again.',
  )
  await chooseFile(page, 'prose.dat', 'Just prose.')
  await expect(page.getByText('The format is not recognised')).toBeVisible()
  await page.getByLabel('Format').selectOption('todo.txt')
  await expect(rows(page)).toHaveText([/Just prose\./])

  await expect(importButton(page)).toBeEnabled()
  await context.setOffline(true)
  await expect(page.getByText('An import needs the server')).toBeVisible()
  await importButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' }).first()).toBeVisible()
  await context.setOffline(false)
  await expect(importButton(page)).toBeEnabled()
  await importButton(page).click()
  await expect(page.getByText('1 task imported.')).toBeVisible()
  forgive(complaints, 'ERR_INTERNET_DISCONNECTED')
})

test('a running import goes on while the user looks elsewhere, and one that is cancelled leaves nothing', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/import')
  await live(page)
  const many = Array.from({ length: 400 }, (_, index) => `- Item ${index}`).join('\n')
  await chooseFile(page, 'many.md', many)
  await expect(importButton(page)).toBeEnabled()
  const release = await holdBack(page, '**/tasks/import/watched?*')
  await importButton(page).click()
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/#\/calendar/)
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel' }).click()
  release()
  await expect(page.getByText('The import was cancelled. Nothing was imported.')).toBeVisible()
  await expect(importButton(page)).toBeEnabled()
  expect((await (await page.request.get('/tasks/getTasks')).json()).tasks).toEqual([])
  await importButton(page).click()
  await expect(page.getByText('400 tasks imported.')).toBeVisible()
  await asOnPhone(page)
  await expectNoSidewaysScroll(page)
})

test('an archive of Taskdeck is imported with everything in it, once', async ({ page, signedIn: _ }) => {
  const [first] = await addTasks(page, { title: 'Write the notes', labels: ['docs'] }, { title: 'Tag the release' })
  await page.request.post(`/tasks/task/${first?._id}/notes`, { data: { text: 'Half of it is done.' } })
  const archive = await (await page.request.get('/archive')).body()
  await expect(await page.request.post('/auth/signup', { data: newPerson() })).toBeOK()
  await page.goto('#/import')
  await live(page)
  await chooseFile(page, 'taskdeck.zip', archive)
  await expect(page.getByRole('region', { name: 'Recognised' })).toContainText('Taskdeck archive')
  await expect(rows(page)).toHaveText([/Tag the release/, /Write the notes.*#docs/])
  await expect(page.getByRole('region', { name: 'It brings' })).toContainText('With 1 note')
  await expectAccessible(page)
  await importButton(page).click()
  await expect(page.getByText('2 tasks imported, with 1 note.')).toBeVisible()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, 'taskdeck.zip', archive)
  await expect(page.getByText('No task of the file is left to import.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await chooseFile(page, 'taskdeck.zip', archive.subarray(0, archive.length - 40))
  await expect(page.getByRole('alert')).toContainText('taskdeck.zip cannot be read: The ZIP is refused')
})
