import { expect, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow } from './tasks.ts'

for (const timezoneId of ['Pacific/Auckland', 'Asia/Kolkata', 'UTC', 'America/Los_Angeles']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test('the picked day is shown on every screen, and today and overdue follow the local clock', async ({
      page,
      signedIn: _,
    }) => {
      await page.goto('#/add-task')
      await page.getByLabel('Title').fill('Travel')
      await page.getByLabel('Description').fill('Far away.')
      const sent = page.waitForRequest('**/tasks/createTask')
      await page.getByLabel('Due date', { exact: true }).click()
      await page.getByRole('button', { name: /^15 \w+ \d{4}$/ }).click()
      const [year, month] = (await dayFromNow(page, 0)).split('-')
      await page.getByRole('button', { name: 'Add Task' }).click()
      expect((await sent).postDataJSON().dueDate).toBe(`${year}-${month}-15`)
      await expect(cards(page)).toContainText(/15\s*(?:today|tomorrow|in|\d+ d overdue)/)
      await cards(page).first().click()
      await expect(page.getByLabel('Due date', { exact: true })).toHaveValue(new RegExp(` 15, ${year}`))

      await addTasks(
        page,
        { title: 'now', dueDate: await dayFromNow(page, 0) },
        { title: 'late', dueDate: await dayFromNow(page, -1) },
      )
      await page.goto('#/dashboard')
      await expect(cards(page).filter({ hasText: 'now' })).toContainText('today')
      await expect(cards(page).filter({ hasText: 'late' })).toContainText('1 d overdue')
    })
  })
}
