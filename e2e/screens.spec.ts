import type { Page } from '@playwright/test'
import { expect, expectUsable, test } from './taskdeck.ts'
import { addTasks, dayFromNow } from './tasks.ts'

/** Every screen, and words that are there once it has loaded. */
const screens = {
  landing: ['#/', 'Manage Your Tasks Efficiently'],
  dashboard: ['#/dashboard', 'Rotate signing keys'],
  board: ['#/board', 'Drag cards, or focus one'],
  next: ['#/next', 'overdue 2 days · Critical'],
  overview: ['#/overview', 'Completed per day'],
  'add-task': ['#/add-task', 'Generate 100 Tasks'],
  'task-details': ['#/task/2', 'created this task'],
  trash: ['#/trash', 'Upgrade build image'],
  profile: ['#/profile', 'Change password'],
  settings: ['#/settings', 'This device'],
} as const

async function addSamples(page: Page) {
  const day = (days: number) => dayFromNow(page, days)
  await addTasks(
    page,
    {
      title: 'Rotate signing keys',
      description: 'Old keys leave the keyring after the second deploy; announce the window first.',
      priority: 'Critical',
      dueDate: await day(-2),
      status: 'In Progress',
      labels: ['auth', 'ops'],
    },
    {
      title: 'Fix flaky checkout test',
      description:
        'Retries hide a race. Reproduce with a slow network:\n\n```sh\nnpm test -- checkout --repeat 50\n```',
      priority: 'High',
      dueDate: await day(0),
      labels: ['tests'],
    },
    {
      title: 'Profile cold start',
      description: 'First request takes 900 ms.',
      priority: 'High',
      dueDate: await day(3),
    },
    { title: 'Document retry policy', description: 'Which calls are safe to repeat.', dueDate: await day(6) },
    { title: 'Remove legacy flags', description: 'On for everyone.', priority: 'Low', status: 'Completed' },
    { title: 'Upgrade build image', description: 'Two releases behind.', dueDate: await day(11), labels: ['ops'] },
  )
  await page.request.delete('/tasks/deleteTask/6')
}

for (const [name, [address, words]] of Object.entries(screens)) {
  test(`${name} is accessible and fits at every width, in both themes`, async ({ page, signedIn: _ }) => {
    await addSamples(page)
    await page.goto(address)
    await page.getByText(words).first().waitFor()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expectUsable(page, async (look) => {
      await page.screenshot({ path: `test-results/photos/${name}-${look}.png` })
    })
  })
}
