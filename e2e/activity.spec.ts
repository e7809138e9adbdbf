import { expect, expectUsable, test } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

test('the activity of all tasks lists every change by day, is filtered, and undoes any of them', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await page.goto('#/activity')
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible()
  const [first, second, third] = await addTasks(page, { title: 'Fix login' }, { title: 'Docs' }, { title: 'Old notes' })
  const ids = [first?._id, second?._id]
  const bulk = await page.request.post('/tasks/bulkUpdateTasks', { data: { ids, change: { priority: 'High' } } })
  await expect(bulk).toBeOK()
  await expect(await page.request.delete(`/tasks/deleteTask/${third?._id}`)).toBeOK()
  await page.goto('#/dashboard')
  await live(page)
  await page.goto('#/activity')
  const rows = page.getByRole('list', { name: 'Changes of Today' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /Old notes.*You moved it to the trash/,
    /and 1 more.*You changed the priority from Medium to High/,
    /created this task/,
  ])
  await expectUsable(page)

  await page.getByLabel('Kind of change').selectOption('Moved to the trash')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/kind=trashed/)
  await page.getByLabel('Made by').selectOption('Agents')
  await expect(page.getByText('No change matches.')).toBeVisible()
  await page.getByLabel('Made by').selectOption('Everyone')
  await page.getByLabel('Kind of change').selectOption('All changes')

  await rows.nth(1).getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('alert')).toContainText('Undid: 2 tasks with their former priority')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText('changed the priority from High to Medium (undo)')
  await expect(rows.nth(2)).toContainText('Undone')
})
