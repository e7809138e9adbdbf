import { expect, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

test('a description that cannot be rendered is shown as plain text, and a screen that cannot be rendered says so; the rest works', {
  tag: '@core',
}, async ({ page, signedIn: _, complaints }) => {
  await page.addInitScript(() => {
    // The Markdown parser decodes entities like this.
    const { set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML') ?? {}
    Object.defineProperty(Element.prototype, 'innerHTML', {
      set(value) {
        if (value === '&copy;') throw new Error('Broken on purpose')
        set?.call(this, value)
      },
    })
  })
  await page.route('**/assets/overview-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export function Overview() { throw new Error('Broken on purpose') }",
    }),
  )
  await addTasks(page, { title: 'Break me', description: '**Fine** until &copy; here' }, { title: 'Other' })
  await page.goto('#/task/1')
  await expect(page.getByRole('note')).toContainText('Shown as plain text')
  await expect(page.getByText('**Fine** until &copy; here')).toBeVisible()
  await expectComplaints(complaints, 'Broken on purpose')

  await live(page)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page).filter({ hasText: 'Break me' })).toContainText('Completed')
  await cards(page).filter({ hasText: 'Other' }).click()
  await expect(page.getByRole('heading', { name: 'Other', level: 1 })).toBeVisible()
  await expect(page.getByRole('note')).toBeHidden()

  await page.goto('#/overview')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('Broken on purpose')).toBeVisible()
  await expectComplaints(complaints, 'Broken on purpose')
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(cards(page)).toHaveText([/Other/, /Break me/])
})
