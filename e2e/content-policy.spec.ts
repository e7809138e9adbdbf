import { expect, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow } from './tasks.ts'

/** Reports every violation as an error of the page, which fails the test. */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, lineNumber }) =>
    console.error(`Content policy: ${effectiveDirective} at ${sourceFile}:${lineNumber}`),
  )

const screens = [
  ...['dashboard', 'list', 'board', 'calendar', 'next', 'overview', 'trash', 'add-task', 'task/1'],
  ...['settings', 'profile', 'device', 'auth', '', 'no-such-screen'],
]

test('no screen needs an inline style or anything else that the content security policy forbids', async ({
  page,
  signedIn: _,
  taskdeck,
  complaints,
}) => {
  await page.addInitScript(reportViolations)
  const dueDate = await dayFromNow(page, 1)
  await addTasks(page, {
    description: '| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n```ts\nlet a = 1\n```',
    dueDate,
    labels: ['auth'],
  })
  for (const screen of screens) {
    await page.goto(`#/${screen}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  }
  await test.step('the picture of the last screen', async () => {
    await page.goto('#/dashboard')
    await cards(page).first().waitFor()
    await page.goto('about:blank')
    await page.goto('#/dashboard')
    await cards(page).first().waitFor()
  })
  await test.step('the API page', async () => {
    await page.goto(`${taskdeck.origin}/docs/`)
    // The page draws the calls that are in sight.
    await expect(page.getByText('/auth/verify', { exact: true })).toBeVisible()
  })
  expect(complaints).toEqual([])
  await test.step('a style in HTML has no effect, and is reported', async () => {
    await page.goto('#/dashboard')
    const colour = await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p style="color: rgb(1, 2, 3)">red</p>')
      return getComputedStyle(document.body.lastElementChild as Element).color
    })
    expect(colour).not.toBe('rgb(1, 2, 3)')
    await expectComplaints(complaints, 'Content policy: style-src-attr', 'inline style')
  })
})
