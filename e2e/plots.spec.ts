import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { expect, expectUsable, test } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

const plot = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openOverview(page: Page, address = '#/overview') {
  await page.goto(address)
  await expect(plot(page, 'Age of open tasks')).toBeVisible()
}

test('every bar of the plots leads to its tasks, by mouse and by keyboard, within the filter and the search, and the plots are usable at every width, in both themes', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(
    page,
    { title: 'Open one', labels: ['ops'] },
    { title: 'Open two', labels: ['ops', 'api'] },
    { title: 'Done', status: 'Completed', labels: ['api'] },
    // A start date is no start of work.
    { title: 'Started', status: 'Completed', startDate: '2020-01-01' },
  )
  await openOverview(page)
  const week = plot(page, 'Completed and created per week')
  await expect(week.getByText('Completed 2')).toBeVisible()
  await expect(week.getByRole('link')).toHaveCount(24)
  await week.getByRole('link', { name: /^Completed in the week from .*: 2$/ }).click()
  await expect(page).toHaveURL(/#\/list\?.*q=completed%3A/)
  await expect(cards(page)).toHaveText([/Started/, /Done/])
  await page.goBack()
  await week.getByRole('link', { name: /^Created in the week from .*: 4$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(4)

  await openOverview(page)
  await plot(page, 'Age of open tasks').getByRole('link', { name: 'Less than a week: 2' }).click()
  await expect(cards(page)).toHaveText([/Open two/, /Open one/])
  await openOverview(page)
  await plot(page, 'Time from start to done').getByRole('link', { name: 'Same day: 2' }).click()
  await expect(cards(page)).toHaveText([/Started/, /Done/])
  await openOverview(page)
  await plot(page, 'Open by label').getByRole('link', { name: /ops 2/ }).click()
  await expect(cards(page)).toHaveText([/Open two/, /Open one/])
  await openOverview(page)
  await plot(page, 'Completed per day').getByRole('link', { name: /: 2$/ }).click()
  await expect(cards(page)).toHaveText([/Started/, /Done/])

  // The plots follow the filter and the search, and the bars keep them.
  await openOverview(page, '#/overview?label=api&q=done')
  await expect(week.getByText('Completed 1')).toBeVisible()
  await expect(plot(page, 'Age of open tasks')).toContainText('No task is open.')
  await expect(plot(page, 'Open by label')).toContainText('No open task has a label.')
  await plot(page, 'Time from start to done').getByRole('link', { name: 'Same day: 1' }).click()
  await expect(page).toHaveURL(/label=api/)
  await expect(cards(page)).toHaveText([/Done/])
  await page.goto(page.url().replace('#/list', '#/dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await expect(cards(page)).toHaveText([/Done/])

  await openOverview(page)
  await expectUsable(page)
})

test('the number of the last 28 days leads to these tasks only, and a priority to its open tasks', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(
    page,
    { title: 'Long ago', status: 'Completed' },
    { title: 'Recently', status: 'Completed', priority: 'High' },
    { title: 'Still open', priority: 'High' },
  )
  await page.route('**/tasks/getTasks*', async (route) => {
    const response = await route.fetch()
    const { tasks } = await response.json()
    const completedAt = new Date(Date.now() - 30 * 86_400_000).toISOString()
    const json = {
      tasks: tasks.map((task: Task) => (task.title === 'Long ago' ? { ...task, completedAt } : task)),
    }
    await route.fulfill({ response, json })
  })
  await openOverview(page)
  await page.getByRole('link', { name: '1 in the last 28 days' }).click()
  await expect(cards(page)).toHaveText([/Recently/])
  await openOverview(page)
  await plot(page, 'Open by priority')
    .getByRole('link', { name: /High 1/ })
    .click()
  await expect(cards(page)).toHaveText([/Still open/])
  await expect(page).toHaveURL(/status=Pending%2CIn\+Progress/)
})
