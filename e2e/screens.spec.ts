import type { Page } from '@playwright/test'
import { logInOn, turnTo } from './auth-card.ts'
import { accountMenu, expect, expectComplaints, expectUsable, newPerson, test } from './taskdeck.ts'
import { addTasks, dayFromNow } from './tasks.ts'

/** A screen: its path, a text that is shown once it has loaded, and optional steps before it is checked. */
interface Screen {
  address: string
  words: string
  prepare?: (page: Page) => Promise<unknown>
}

const aroundTasks: Record<string, Screen> = {
  dashboard: { address: '#/dashboard', words: 'Rotate signing keys' },
  list: { address: '#/list', words: 'Rotate signing keys' },
  board: { address: '#/board', words: 'Drag cards, or focus one' },
  calendar: { address: '#/calendar', words: 'Drag a task onto a day' },
  next: { address: '#/next', words: '2 d overdue · started' },
  later: { address: '#/later', words: 'Document retry policy' },
  'needs-you': { address: '#/needs-you', words: 'Nothing needs you' },
  agents: { address: '#/agents', words: 'No agent has access yet.' },
  overview: { address: '#/overview', words: 'Completed per day' },
  'add-task': { address: '#/add-task', words: 'Generate 100 Tasks' },
  'task-details': { address: '#/task/2', words: 'created this task' },
  trash: { address: '#/trash', words: 'Upgrade build image' },
}

const openAccountMenu = async (page: Page) => (await accountMenu(page)).waitFor()

async function makeMistakes(page: Page) {
  await page.getByRole('textbox', { name: 'Username' }).fill('Bo')
  await page.getByRole('button', { name: 'Save username' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Please choose a password.').waitFor()
}

async function openDeleteAccount(page: Page) {
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
}

const aroundTheAccount: Record<string, Screen> = {
  landing: { address: '#/', words: 'Manage Your Tasks Efficiently' },
  'account-menu': { address: '#/', words: 'Manage Your Tasks Efficiently', prepare: openAccountMenu },
  profile: { address: '#/profile', words: 'Change password', prepare: makeMistakes },
  import: { address: '#/import', words: 'Drop a file here' },
  settings: { address: '#/settings', words: 'Keep my tasks on this device' },
  'settings-security': { address: '#/settings/security', words: 'This device' },
  'delete-account': { address: '#/settings/delete-account', words: 'Deletes your account', prepare: openDeleteAccount },
}

/** Saves screenshots of a screen in test-results/photos if PHOTOS is set. */
const photographer = (page: Page, name: string) =>
  process.env.PHOTOS
    ? async (look: string) => {
        await page.screenshot({ path: `test-results/photos/${name}-${look}.png` })
      }
    : undefined

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
    {
      title: 'Document retry policy',
      description: 'Which calls are safe to repeat.',
      dueDate: await day(6),
      startDate: await day(4),
    },
    { title: 'Remove legacy flags', description: 'On for everyone.', priority: 'Low', status: 'Completed' },
    { title: 'Upgrade build image', description: 'Two releases behind.', dueDate: await day(11), labels: ['ops'] },
  )
  await page.request.delete('/tasks/deleteTask/6')
}

async function lookAt(page: Page, screens: Record<string, Screen>) {
  await addSamples(page)
  for (const [name, { address, words, prepare }] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.goto(address)
      await page.getByText(words).first().waitFor()
      await prepare?.(page)
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await expectUsable(page, photographer(page, name))
    })
  }
}

test('the screens around tasks are accessible and fit at every width, in both themes', async ({
  page,
  signedIn: _,
}) => {
  await lookAt(page, aroundTasks)
})

test('the screens around the account are accessible and fit at every width, in both themes', async ({
  page,
  signedIn: _,
}) => {
  await lookAt(page, aroundTheAccount)
})

test('the sign-in screen is accessible on both sides, with errors and an alert', async ({ page, complaints }) => {
  await page.goto('#/auth')
  const front = await logInOn(page, newPerson())
  await page.getByRole('alert').waitFor()
  await expect(front.submit).toBeEnabled()
  await expectUsable(page, photographer(page, 'log-in'))
  await expectComplaints(complaints, 'status of 401')
  const { password, submit } = await turnTo(page, 'Sign up')
  await password.fill('short')
  await submit.click()
  await page.getByText('Please use at least 8 characters.').waitFor()
  await expectUsable(page, photographer(page, 'sign-up'))
})
