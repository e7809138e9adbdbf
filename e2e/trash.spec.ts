import type { Task } from '../src/contract/schemas/tasks.ts'
import { breakCall, expect, expectComplaints, forgive, test } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

test('a deleted task is in the trash, where it can be restored or deleted for good; a removed file can be restored to its task', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  const [keep, drop] = await addTasks(page, { title: 'Bring me back' }, { title: 'Forget me' })
  for (const task of [keep, drop]) await page.request.delete(`/tasks/deleteTask/${task?._id}`)
  await page.goto('#/dashboard')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Deleted tasks' }).getByRole('listitem')
  await expect(rows).toHaveText([/Forget me/, /Bring me back/])

  await page.getByRole('button', { name: 'Restore Bring me back' }).click()
  await expect(page.getByRole('alert')).toContainText('Restored #1 Bring me back')
  await expect(rows).toHaveText([/Forget me/])

  await page.getByRole('button', { name: 'Delete Forget me for good' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Forget me” for good?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Forget me for good' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(cards(page)).toHaveText([/Bring me back/])

  const file = { name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('done') }
  await expect(await page.request.post('/tasks/task/1/upload', { multipart: { file } })).toBeOK()
  await page.goto('#/task/1')
  await page.getByRole('button', { name: 'Remove proof.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No files yet.')).toBeVisible()
  await page.goto('#/trash')
  await expect(page.getByRole('list', { name: 'Deleted files' })).toContainText('from #1 Bring me back')
  await page.getByRole('button', { name: 'Restore proof.txt' }).click()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto('#/task/1')
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('proof.txt')
})

test('a trash that cannot be loaded can be retried; a restore can be undone; the trash is emptied after a confirmation', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await addTasks(page, { title: 'To and fro' }, { title: 'Two' })
  for (const number of [1, 2]) await page.request.delete(`/tasks/deleteTask/${number}`)
  const mend = await breakCall(page, '**/tasks/trash', {
    status: 500,
    json: { message: 'Not now.', code: 'internal' },
  })
  await page.goto('#/trash')
  await expect(page.getByText('Not now.')).toBeVisible()
  await expectComplaints(complaints, 'status of 500')
  await mend()
  const rows = page.getByRole('list', { name: 'Deleted tasks' }).getByRole('listitem')
  // It may also load by itself.
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await expect(rows).toHaveCount(2, { timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Restore To and fro' }).click()
  await expect(rows).toHaveText([/Two/])
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Restore To and fro' })).toBeVisible()

  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Emptied the trash' })).toBeVisible()
  await expect(rows).toHaveCount(0)
  // The deck asks for the trash too, perhaps shortly before it was mended.
  forgive(complaints, 'status of 500')
})

test('several rows can be restored, deleted or unlinked by keyboard: the row in the place of the last one has the focus', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, ...['one', 'two', 'three', 'four', 'five', 'six'].map((title) => ({ title })))
  for (const number of [1, 2, 3, 4, 5]) await page.request.delete(`/tasks/deleteTask/${number}`)
  await page.goto('#/trash')
  const rows = page.getByRole('list', { name: 'Deleted tasks' }).getByRole('listitem')
  await expect(rows).toHaveText([/five/, /four/, /three/, /two/, /one/])
  const restore = (title: string) => page.getByRole('button', { name: `Restore ${title}` })
  await restore('four').press('Enter')
  await expect(restore('three')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(restore('two')).toBeFocused()
  // Below the last row there is none.
  await restore('one').press('Enter')
  await expect(restore('two')).toBeFocused()
  await page.getByRole('button', { name: 'Delete five for good' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).press('Enter')
  await expect(rows).toHaveText([/two/])
  await expect(page.getByRole('button', { name: 'Delete two for good' })).toBeFocused()

  const tasks = async (): Promise<Task[]> => (await (await page.request.get('/tasks/getTasks')).json()).tasks
  await expect.poll(async () => (await tasks()).length).toBe(4)
  const [six, ...others] = (await tasks()).toSorted((a, b) => b.number - a.number)
  for (const { _id } of others) {
    await page.request.post(`/tasks/task/${six?._id}/links`, { data: { kind: 'related', to: _id } })
  }
  await page.goto(`#/task/${six?._id}`)
  const unlink = page.getByRole('list', { name: 'Links' }).getByRole('button', { name: /^Remove the link/ })
  await expect(unlink).toHaveCount(3)
  await unlink.first().press('Enter')
  await expect(unlink).toHaveCount(2)
  await expect(unlink.first()).toBeFocused()
  await unlink.last().press('Enter')
  await expect(page.getByRole('button', { name: 'Link a task' })).toBeFocused()
})
