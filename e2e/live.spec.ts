import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

const mark = (page: Page) => page.getByRole('status', { name: 'Connection' })

/** Opens a screen and waits until changes arrive by themselves. */
async function openLive(page: Page, address: string) {
  await page.goto(address)
  await expect(mark(page)).toHaveText('Live')
}

test('another tab sees a new, a changed and a deleted task at once', async ({ page, context, signedIn: _ }) => {
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

test('another device sees a hundred new tasks, and their undo, without asking for the list again', async ({
  page,
  signedIn,
  otherDevice,
}) => {
  await openLive(page, '#/add-task')
  const device = await otherDevice(signedIn)
  await openLive(device, '#/dashboard')
  await expect(device.getByText('No tasks available.')).toBeVisible()
  await device.waitForLoadState('networkidle').catch(() => {})
  const asked: string[] = []
  device.on('request', (request) => asked.push(request.url()))
  await page.getByRole('button', { name: 'Generate 100 Tasks' }).click()
  await expect(device.getByText('All 100')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(device.getByText('No tasks available.')).toBeVisible()
  expect(asked.filter((url) => url.includes('getTasks'))).toEqual([])
})

test('a filtered list gains and loses tasks as their status changes elsewhere', async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(page, { title: 'Move me' }, { title: 'Stay', status: 'In Progress' })
  await openLive(page, '#/dashboard?status=In+Progress')
  await expect(cards(page)).toHaveText([/Stay/])
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'In Progress' } })
  await expect(cards(page)).toHaveCount(2)
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Pending' } })
  await expect(cards(page)).toHaveText([/Stay/])
})

test('what is typed stays while other fields change elsewhere, and both are saved', async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(page, { title: 'Shared' })
  await openLive(page, `#/task/${task?._id}`)
  await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'In Progress' } })
  await expect(page.getByLabel('Status')).toHaveValue('In Progress')
  await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('Critical')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert')).toContainText('Task updated successfully!')
  await expect(cards(page)).toContainText('Critical')
  await expect(cards(page)).toContainText('In Progress')
})

test('a change that was missed while saving is merged without asking', async ({ page, signedIn: _, complaints }) => {
  await page.route('**/tasks/events*', (route) => route.abort())
  const [task] = await addTasks(page, { title: 'Shared' })
  await page.goto(`#/task/${task?._id}`)
  await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Completed' } })
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page.getByRole('alert')).toContainText('Task updated successfully!')
  await expect(cards(page)).toContainText('Critical')
  await expect(cards(page)).toContainText('Completed')
  await expectComplaints(complaints, 'status of 412', 'ERR_FAILED')
})

for (const [choice, kept] of [
  ['Yours', 'Completed'],
  ['Theirs', 'In Progress'],
] as const) {
  test(`two editors of one field are shown both, and choose: ${choice}`, async ({
    page,
    signedIn,
    otherDevice,
    complaints,
  }) => {
    const [task] = await addTasks(page, { title: 'Contested' })
    const device = await otherDevice(signedIn)
    await openLive(page, `#/task/${task?._id}`)
    await openLive(device, `#/task/${task?._id}`)
    await page.getByLabel('Status').selectOption('Completed')
    await device.getByLabel('Status').selectOption('In Progress')
    await device.getByLabel('Priority', { exact: true }).selectOption('Low')
    await device.getByRole('button', { name: 'Update Task' }).click()
    await expect(cards(device)).toContainText('In Progress')

    await page.getByRole('button', { name: 'Update Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'This task was changed elsewhere' })
    await expect(dialog.getByRole('radio', { name: /Completed Yours/ })).toBeChecked()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Status')).toHaveValue('Completed')
    await page.getByRole('button', { name: 'Update Task' }).click()
    await dialog.getByRole('radio', { name: new RegExp(choice) }).check()
    await dialog.getByRole('button', { name: 'Save my choice' }).click()
    await expect(page.getByRole('alert')).toContainText('Task updated successfully!')
    for (const screen of [page, device]) {
      await expect(cards(screen)).toContainText(kept)
      await expect(cards(screen)).toContainText('Low')
    }
    await expectComplaints(complaints, 'status of 412')
  })
}

test('a task that is deleted elsewhere says so, and can be taken back on the spot', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const [task] = await addTasks(page, { title: 'Fleeting' })
  await openLive(page, `#/task/${task?._id}`)
  await page.request.delete(`/tasks/deleteTask/${task?._id}`)
  await expect(page.getByText('This task was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Update Task' })).toBeVisible()
  await page.getByLabel('Status').selectOption('Completed')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toContainText('Completed')
  // The screen may just have been asking for the task when it was deleted.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('status of 404')))
})

test('offline shows, and what happened meanwhile is there when the network is back', async ({
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
})

test('a lost connection shows, and is made again from where it was', async ({ page, signedIn: _, complaints }) => {
  await openLive(page, '#/dashboard')
  await page.route('**/tasks/events*', (route) => route.abort())
  const asked = page.waitForRequest('**/tasks/events*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(mark(page)).toHaveText('Reconnecting…')
  await asked
  await addTasks(page, { title: 'Missed' })
  await expect(cards(page)).toHaveCount(0)
  const resumed = page.waitForRequest(/tasks\/events\?after=0$/)
  await page.unrouteAll()
  await resumed
  await expect(mark(page)).toHaveText('Live')
  await expect(cards(page)).toContainText('Missed')
  await expectComplaints(complaints, 'ERR_FAILED')
})

test('a session that ends elsewhere ends the live screen', async ({ page, signedIn, otherDevice, complaints }) => {
  await openLive(page, '#/dashboard')
  const device = await otherDevice(signedIn)
  await device.request.delete('/auth/sessions')
  await expect(page).toHaveURL(/#\/auth$/)
  await expectComplaints(complaints, 'status of 401')
})
