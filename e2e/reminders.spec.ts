import { expect, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow } from './tasks.ts'

test('a task is added with a reminder, which is changed on its page and by key, and is shown once when it is due', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('#/dashboard')
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await page.keyboard.press('q')
  await page.getByLabel('New task').fill('Call Ana tomorrow remind 15:00')
  await expect(page.getByRole('button', { name: /^Remind on the due day at 15:00/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await cards(page).first().click()
  const field = page.getByLabel('Reminders', { exact: true })
  await expect(field).toHaveText('On the due day at 15:00')
  await field.click()
  const panel = page.getByRole('dialog', { name: 'Set reminders' })
  await panel.getByLabel('In words').fill('soon')
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('That is not a time.')
  await panel.getByLabel('In words').fill('2 days before')
  await page.keyboard.press('Enter')
  await expect(field).toHaveText('On the due day at 15:00 and 2 days before at 09:00')
  await page.keyboard.press('i')
  await panel.getByRole('button', { name: 'Remove On the due day at 15:00' }).click()
  await expect(field).toHaveText('2 days before at 09:00')
  await expect(page.getByRole('alert')).toContainText('Set the reminders of #1 Call Ana')

  // The time is not awaited here: the server says that it has come.
  await addTasks(page, { title: 'Write', dueDate: await dayFromNow(page, 0) })
  const tasks = (await (await page.request.get('/tasks/getTasks')).json()).tasks as { _id: string; number: number }[]
  const due = tasks.map(({ _id, number }) => ({ task: _id, number, title: `Task ${number}`, at: '2026-11-20T15:00' }))
  let waiting: typeof due = []
  await page.route('**/reminders/due', (route) => route.fulfill({ json: { count: waiting.length } }))
  await page.route('**/reminders/take', (route) => {
    const reminders = waiting.splice(0)
    return route.fulfill({ json: { reminders, count: reminders.length } })
  })
  /** Opens a page when these are due. A page that is open already may ask at any time, so it is left first. */
  const openWith = async (reminders: typeof due) => {
    await page.goto('about:blank')
    waiting = reminders
    await page.goto('#/dashboard')
  }
  await openWith([...due])
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(/2 reminders: #\d Task \d, #\d Task \d/)
  await alert.getByRole('button', { name: 'Close' }).click()
  await openWith(due.filter(({ number }) => number === 1))
  await expect(alert).toContainText('Reminder: #1 Task 1')
  const sent = page.waitForRequest('**/tasks/bulkUpdateTasks')
  await alert.getByRole('button', { name: 'Tomorrow' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ change: { startDate: await dayFromNow(page, 1) } })
  await expect(alert).toContainText('Snoozed #1 Call Ana until')
})
