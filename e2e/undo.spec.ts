import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

test('Ctrl+Z undoes the last changes one by one, and Ctrl+Shift+Z or Ctrl+Y redoes them', {
  tag: ['@core', '@firefox'],
}, async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(page, { title: 'Change me' })
  await beforeNextVisit()
  await page.goto('#/dashboard')
  await live(page)
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'In Progress' } })
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Completed' } })
  await expect(cards(page)).toContainText('Completed')
  const alert = page.getByRole('alert')
  await page.keyboard.press('Control+z')
  await expect(alert.filter({ hasText: 'Undid: #1 Change me: status back to In Progress.' })).toBeVisible()
  await expect(cards(page)).toContainText('In Progress')
  await page.keyboard.press('Control+z')
  await expect(alert.filter({ hasText: 'Undid: #1 Change me: status back to Pending.' })).toBeVisible()
  await expect(cards(page)).toContainText('Pending')
  // The task itself was added before the page was opened.
  const question = page.getByRole('dialog', { name: 'Undo a change from before this visit?' })
  await page.keyboard.press('Control+z')
  await expect(question).toContainText('#1 Change me: moved to the trash. You made this change just now')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(cards(page)).toContainText('Pending')
  await page.keyboard.press('Control+z')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  for (const [keys, status] of [
    ['Control+Shift+z', 'Pending'],
    ['Control+Shift+z', 'In Progress'],
    ['Control+y', 'Completed'],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(cards(page)).toContainText(status)
  }
})

test('Ctrl+Z applies to a form with unsaved changes, and changes no tasks on screens without tasks', async ({
  page,
  signedIn: _,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/tasks\/(undo|redo)/.test(request.url())) calls.push(`${request.method()} ${request.url()}`)
  })
  const press = async () => {
    for (const keys of ['Control+z', 'Control+y']) await page.keyboard.press(keys)
  }
  await page.goto('#/add-task')
  await live(page)
  await addTasks(page, { title: 'Untouched' })
  await page.getByLabel('Title').pressSequentially('typed')
  await page.keyboard.press('Control+z')
  await expect(page.getByLabel('Title')).not.toHaveValue('typed')
  await page.getByLabel('Title').fill('typed')
  await page.getByLabel('Priority').focus()
  await press()

  await page.goto('#/task/1')
  // The form of the previous screen has a status message too.
  await page.getByRole('heading', { name: 'Untouched' }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  // A title that cannot be saved.
  await page.getByLabel('Title').fill('')
  for (const focus of [
    page.getByRole('combobox', { name: 'Status' }),
    page.getByRole('button', { name: 'Delete Task' }),
  ]) {
    await focus.focus()
    await press()
  }
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByLabel('Title').fill('Untouched')
  await page.keyboard.press('Escape')

  for (const [address, heading] of [
    ['#/settings', 'Settings'],
    ['#/profile', 'Profile'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('heading', { name: heading, level: 1 }).click()
    await press()
  }
  expect(calls).toEqual([])

  // There are no unsaved changes any more.
  await page.goto('#/task/1')
  await page.getByRole('heading', { name: 'Untouched' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('alert')).toContainText('Undid: #1 Untouched: moved to the trash.')
})

test('every change offers an undo, and the undo offers a redo; the offer for the newest of many quick changes appears at once', async ({
  page,
  signedIn: _,
}) => {
  const alert = page.getByRole('alert')
  await page.goto('#/add-task')
  await page.getByLabel('Title').fill('Made by hand')
  await page.getByLabel('Description').fill('In the form.')
  await page.getByLabel('Due date', { exact: true }).fill('Nov 20, 2026')
  await page.getByLabel('Title').click()
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(cards(page)).toContainText('Made by hand')
  await alert.filter({ hasText: 'Added #1 Made by hand' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await alert.getByRole('button', { name: 'Redo' }).click()
  await expect(cards(page)).toContainText('Made by hand')

  await cards(page).click()
  await page.getByLabel('Priority', { exact: true }).selectOption('High')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toContainText('High')
  await alert.filter({ hasText: 'Task updated successfully!' }).getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toContainText('Medium')

  await cards(page).click()
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await alert.filter({ hasText: 'Task deleted successfully!' }).getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toContainText('Made by hand')

  await page.keyboard.press('q')
  for (const number of [2, 3, 4, 5, 6, 7]) {
    await page.getByLabel('New task').fill(`Task ${number}`)
    await page.keyboard.press('Enter')
    // An offer in a queue would appear when the first one ends, after ten seconds.
    await expect(page.getByRole('alert').filter({ hasText: `Added #${number} Task ${number}` })).toBeVisible({
      timeout: 8_000,
    })
  }
  // A replaced alert leaves the page only after its transition.
  await expect.poll(() => page.getByRole('alert').count()).toBeLessThanOrEqual(4)
})

test('reaching the end of undo or redo is not an error, and its message disappears by itself', async ({
  page,
  signedIn: _,
}) => {
  await page.clock.install()
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  for (const [keys, words] of [
    ['Control+z', 'There is nothing to undo.'],
    ['Control+Shift+z', 'There is nothing to redo.'],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(page.getByRole('alert')).toHaveText(words)
    await page.clock.runFor(7_000)
    await expect(page.getByRole('alert')).toBeHidden()
  }
})

test('a change can be undone from another device, and a conflict with a later change is reported', async ({
  page,
  signedIn,
  otherDevice,
  complaints,
}) => {
  const [task] = await addTasks(page, { title: 'Passed around' })
  const device = await otherDevice(signedIn)
  await page.goto(`#/task/${task?._id}`)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In Progress')
  await page.getByRole('button', { name: 'Update Task' }).click()
  const updated = page.getByRole('alert').filter({ hasText: 'Task updated successfully!' })
  const offer = updated.getByRole('button', { name: 'Undo' })
  await offer.waitFor()
  await device.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Completed' } })
  await expect(cards(page)).toContainText('Completed')
  await offer.click()
  await expect(page.getByText('Task #1 has been changed again since: status. Nothing was undone.')).toBeVisible()
  await expectComplaints(complaints, 'status of 409', 'Error undoing')
  await expect(cards(page)).toContainText('Completed')
  await beforeNextVisit()
  await device.goto('#/dashboard')
  await cards(device).waitFor()
  await device.keyboard.press('Control+z')
  const question = device.getByRole('dialog', { name: 'Undo a change from before this visit?' })
  await expect(question).toContainText('#1 Passed around: status back to In Progress.')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toContainText('In Progress')
})

test('the activity of a task shows the author of each change and the old and new values', async ({
  page,
  signedIn: _,
}) => {
  const [task] = await addTasks(page, { title: 'Watched' })
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { status: 'Completed', dueDate: '2026-12-24' } })
  await page.request.post('/tasks/undo')
  await page.goto(`#/task/${task?._id}`)
  const lines = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await expect(lines).toHaveText([
    /^You changed the due date from Dec 24, 2026 to Nov 20, 2026 and changed the status from Completed to Pending \(undo\) · just now$/,
    /^You changed the due date from Nov 20, 2026 to Dec 24, 2026 and changed the status from Pending to Completed · just now$/,
    /^You created this task · just now$/,
  ])
  await expectAccessible(page)
})

/** Browsers know the clock of the server to the second: a change of less than a second ago may belong to the visit that begins now. */
async function beforeNextVisit() {
  const changed = Date.now()
  await expect.poll(() => Date.now() - changed).toBeGreaterThan(1_000)
}
