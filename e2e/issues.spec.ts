import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { startForge } from '../test/forge-server.ts'
import { expect, expectAccessible, expectComplaints, expectUsable, test } from './taskdeck.ts'

/** Saves screenshots in test-results/photos if PHOTOS is set. */
const photographer = (page: Page, name: string) =>
  process.env.PHOTOS
    ? async (look: string) => {
        await page.screenshot({ path: `test-results/photos/${name}-${look}.png` })
      }
    : undefined

test.use({ settings: [{ ALLOWED_HOOK_HOSTS: '127.0.0.1' }, { scope: 'worker' }] })

test('issues of a repository become tasks: it is connected, read, fails, is mended, closes issues there, is paused and disconnected', {
  tag: '@phone',
}, async ({ page, signedIn: _signedIn, complaints }) => {
  const forge = await startForge('gitea')
  forge.put(7, { title: 'Fix login timeout', labels: ['bug'], due: '2026-12-01' })
  forge.put(8, { title: 'Rotate keys' })
  await page.goto('#/settings/issues')
  const section = page.getByRole('region', { name: 'Repositories' })
  await expect(section).toContainText('No repository is connected yet.')
  await section.getByRole('button', { name: 'Connect a repository' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Repository')
  await expect(address).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Enter the address of a repository')
  await expect(dialog).toContainText('Please enter a token.')
  await address.fill('https://gitlab.com/acme/app')
  await expect(dialog.getByLabel('Forge')).toHaveValue('gitlab')
  await dialog.getByLabel('Forge').selectOption('Gitea or Forgejo')
  await dialog.getByLabel('Token').fill('wrong')
  await address.fill('http://10.1.2.3/acme/app')
  await expectUsable(page, photographer(page, 'issues-form'))
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toContainText('is not on the public internet')
  await expectComplaints(complaints, '400', 'Settings error')
  await address.fill(`${forge.url}/acme/app`)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(section).toContainText('does not accept the token')
  await expect(section).toContainText('Taskdeck tries again by itself.')
  await expectUsable(page, photographer(page, 'issues-failed'))

  await section.getByRole('button', { name: 'Edit acme/app' }).click()
  await dialog.getByLabel('New token').fill('writing')
  await dialog.getByLabel('Close and reopen issues there, too').check()
  await expect(dialog).toContainText('Taskdeck closes its issue at Gitea or Forgejo')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('assigned to ana · 2 open issues · read just now · closes issues there')
  await expect(section).not.toContainText('does not accept')
  await expectUsable(page, photographer(page, 'issues'))

  const task = await taskNamed(page, 'Fix login timeout')
  await page.goto(`#/task/${task.number}`)
  await expect(page.getByRole('link', { name: 'app#7' })).toHaveAttribute('href', `${forge.url}/acme/app/issues/7`)
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('You via Gitea acme/app created this task')
  await page.request.put(`/tasks/updateTask/${task.number}`, { data: { status: 'Completed' } })
  await expect.poll(() => forge.issues.get(7)?.isOpen).toBe(false)

  forge.put(8, { title: 'Rotate signing keys' })
  await page.goto('#/settings/issues')
  await expect(section).toContainText('1 open issue · 1 closed')
  await section.getByRole('button', { name: 'Sync now: acme/app' }).click()
  await expect.poll(async () => (await taskNamed(page, 'Rotate signing keys'))?.status).toBe('Pending')
  forge.put(8, { assignees: ['bo'] })
  await section.getByRole('button', { name: 'Sync now: acme/app' }).click()
  await expect(section).toContainText('1 issue is followed no more.')

  await section.getByRole('button', { name: 'Pause acme/app' }).click()
  await expect(section).toContainText('Paused just now.')
  await section.getByRole('button', { name: 'Resume acme/app' }).click()
  await expect(section).not.toContainText('Paused')
  await section.getByRole('button', { name: 'Disconnect acme/app' }).click()
  await expect(dialog).toContainText('Its tasks stay')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(section).toContainText('No repository is connected yet.')
  expect(await taskNamed(page, 'Rotate signing keys')).toBeDefined()
  forge.stop()
})

/** The task with a title, from the API. */
async function taskNamed(page: Page, title: string): Promise<Task> {
  const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
  return tasks.find((task: Task) => task.title === title)
}
