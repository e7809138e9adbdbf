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
