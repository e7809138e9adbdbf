import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectComplaints, forgive, test, withoutLive } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

const mark = (page: Page) => page.getByRole('status', { name: 'Connection' })

/** Opens a screen and waits until its live stream is connected. */
async function openLive(page: Page, address: string) {
  await page.goto(address)
  await expect(mark(page)).toHaveText('Live')
}

test('another tab shows a new, a changed and a deleted task at once', { tag: ['@core', '@firefox'] }, async ({
  page,
  context,
  signedIn: _,
}) => {
  await openLive(page, '#/dashboard')
  const other = await context.newPage()
  await openLive(other, '#/dashboard')
  const [task] = await addTasks(page, { title: 'Write it down' })
  for (const tab of [page, other]) await expect(cards(tab)).toContainText('Write it down')
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Completed' } })
  for (const tab of [page, other]) {
    await expect(cards(tab)).toContainText('Completed')
    await expect(tab.getByText('Completed 1')).toBeVisible()
  }
  await page.request.delete(`/tasks/deleteTask/${task?._id}`)
  for (const tab of [page, other]) await expect(tab.getByText('No tasks available.')).toBeVisible()
})

test('another device shows a hundred new tasks, and their undo, without requesting the list again', async ({
  page,
  signedIn,
  otherDevice,
}) => {
  await openLive(page, '#/add-task')
  const device = await otherDevice(signedIn)
  await openLive(device, '#/dashboard')
  await expect(device.getByText('No tasks available.')).toBeVisible()
  const asked: string[] = []
  device.on('request', (request) => request.url().includes('getTasks') && asked.push(request.url()))
  // A stream that has just opened requests once the changes that it may have missed.
  await expect(async () => {
    asked.length = 0
    const [first] = await addTasks(page, { title: 'First' })
    await expect(cards(device)).toContainText('First')
    await page.request.delete(`/tasks/deleteTask/${first?._id}`)
    await expect(device.getByText('No tasks available.')).toBeVisible()
    expect(asked).toEqual([])
  }).toPass()
  await page.getByRole('button', { name: 'Generate 100 Tasks' }).click()
  await expect(device.getByText('All 100')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(device.getByText('No tasks available.')).toBeVisible()
  expect(asked).toEqual([])
})

test('a filtered list gains and loses tasks as their status changes elsewhere; input is kept while other fields change, and both are saved; a screen whose task is deleted elsewhere offers to restore it', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const [task, fleeting] = await addTasks(page, { title: 'Move me' }, { title: 'Stay', status: 'In Progress' })
  await openLive(page, '#/dashboard?status=In+Progress')
  await expect(cards(page)).toHaveText([/Stay/])
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'In Progress' } })
  await expect(cards(page)).toHaveCount(2)
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Pending' } })
  await expect(cards(page)).toHaveText([/Stay/])

  await openLive(page, `#/task/${task?._id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('Move me on')
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'In Progress', description: 'Theirs' } })
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('In Progress')
  await expect(page.getByLabel('Description')).toHaveValue('Theirs')
  await expect(page.getByLabel('Title')).toHaveValue('Move me on')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert')).toContainText('Task updated successfully!')
  // The dashboard returns with its last filter.
  const saved = cards(page).filter({ hasText: 'Move me on' })
  await expect(saved).toContainText('Theirs')
  await expect(saved).toContainText('In Progress')

  await openLive(page, `#/task/${fleeting?._id}`)
  await page.getByRole('heading', { level: 1, name: 'Stay' }).waitFor()
  await page.request.delete(`/tasks/deleteTask/${fleeting?._id}`)
  await expect(page.getByText('This task was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Update Task' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toHaveText([/Move me on/])
  await page.goto('#/dashboard?status=Completed')
  await expect(cards(page)).toHaveText([/Stay.*Completed/])
  // The screen may have been requesting the task when it was deleted.
  forgive(complaints, 'status of 404')
})

test('a change that was missed while saving is merged without a question', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await page.route('**/tasks/events*', (route) => route.abort())
  const [task] = await addTasks(page, { title: 'Shared' })
  await page.goto(`#/task/${task?._id}`)
  await page.getByRole('heading', { name: 'Shared' }).waitFor()
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Completed' } })
  await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Task updated successfully!' })).toBeVisible()
  await expect(cards(page)).toContainText('Critical')
  await expect(cards(page)).toContainText('Completed')
  await expectComplaints(complaints, 'ERR_FAILED')
})

test('a user whose field was changed elsewhere meanwhile sees both values and chooses one', { tag: '@core' }, async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await withoutLive(page)
  const tasks = await addTasks(page, { title: 'Contested' }, { title: 'Contested too' })
  for (const [index, choice, kept] of [
    [0, 'Yours', 'Completed'],
    [1, 'From elsewhere', 'In Progress'],
  ] as const) {
    await test.step(choice, async () => {
      const task = tasks[index]
      await page.goto(`#/task/${task?._id}`)
      await page.getByRole('heading', { level: 1, name: task?.title ?? '', exact: true }).waitFor()
      const elsewhere = { data: { status: 'In Progress', priority: 'Low' } }
      await page.request.put(`/tasks/updateTask/${task?._id}`, elsewhere)
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
      const dialog = page.getByRole('dialog', { name: 'This task was changed elsewhere' })
      await expect(dialog.getByRole('radio', { name: /Completed Yours/ })).toBeChecked()
      if (index === 0) await expectAccessible(page)
      await dialog.getByRole('radio', { name: new RegExp(choice) }).check()
      await dialog.getByRole('button', { name: 'Save my choice' }).click()
      await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue(kept)
      await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('Low')
      await expect
        .poll(async () => (await (await page.request.get(`/tasks/task/${task?._id}`)).json()).status)
        .toBe(kept)
      // Unless the log was read between the two changes: then the browser found the conflict itself.
      forgive(complaints, 'status of 412')
    })
  }
})

test('the offline state is shown, and missed changes appear when the network is back; a session that ends elsewhere ends the live screen', async ({
  page,
  context,
  signedIn,
  otherDevice,
  complaints,
}) => {
  await openLive(page, '#/dashboard')
  const device = await otherDevice(signedIn)
  await context.setOffline(true)
  await expect(mark(page)).toHaveText('Offline')
  await addTasks(device, { title: 'Made meanwhile' })
  await expect(cards(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(mark(page)).toHaveText('Live')
  await expect(cards(page)).toContainText('Made meanwhile')
  complaints.length = 0

  await device.request.delete('/auth/sessions')
  await expect(page).toHaveURL(/#\/auth$/)
  // A request for the list may have been in progress.
  forgive(complaints, 'Error fetching tasks')
  await expectComplaints(complaints, 'status of 401')
})

test('a lost connection is shown, and the new one resumes at the last position', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await openLive(page, '#/dashboard')
  await addTasks(page, { title: 'Seen' })
  await expect(cards(page)).toHaveCount(1)
  await page.route('**/tasks/events*', (route) => route.abort())
  const asked = page.waitForRequest('**/tasks/events*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await asked
  // Calls are still answered.
  await expect(mark(page)).toHaveText('Not live')
  await addTasks(page, { title: 'Missed' })
  await expect(cards(page)).toHaveCount(1)
  const resumed = page.waitForRequest(/tasks\/events\?after=1&/)
  await page.unrouteAll()
  await resumed
  await expect(mark(page)).toHaveText('Live')
  await expect(cards(page)).toContainText(['Missed', 'Seen'])
  await expectComplaints(complaints, 'ERR_FAILED')
})
