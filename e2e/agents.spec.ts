import type { Page } from '@playwright/test'
import { test } from './gateway.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

/** A program of the user. */
async function programFor(page: Page, name: string) {
  const { token } = await (await page.request.post('/auth/tokens', { data: { name, scope: 'write' } })).json()
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const send = async (method: string, path: string, data: object, status: number) => {
    const response = await page.request.fetch(path, { method, headers, data })
    expect(response.status()).toBe(status)
  }
  return {
    claim: (task: number) => send('POST', '/tasks/claim', { task: String(task) }, 200),
    note: (task: number, text: string) => send('POST', `/tasks/task/${task}/notes`, { text }, 201),
    ask: (task: number, text: string, choices: string[]) =>
      send('POST', `/tasks/task/${task}/questions`, { text, choices }, 201),
    add: (title: string) => send('POST', '/tasks/createTask', { title }, 201),
    prove: (task: number) =>
      send('POST', `/tasks/task/${task}/receipts`, { kind: 'run', command: 'npm test', exitCode: 0 }, 201),
    update: (task: number, values: object) => send('PUT', `/tasks/updateTask/${task}`, values, 200),
    fail: () => send('PUT', '/tasks/updateTask/99', { title: 'x' }, 404),
  }
}

const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Agents', exact: true }).locator('> li').filter({ hasText: name })

test('the agents are seen at work, and the work of one is undone after its list was shown', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(
    page,
    { title: 'Switch the middleware' },
    { title: 'Announce the window', dueDate: '2026-11-21' },
    { title: 'Sign the image' },
  )
  await page.goto('#/dashboard')
  await live(page)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await expect(page.getByText('No agent has access yet.')).toBeVisible()

  const codex = await programFor(page, 'codex')
  const bot = await programFor(page, 'release-bot')
  await codex.claim(1)
  await codex.note(1, 'Half of it is done.')
  await codex.update(2, { dueDate: '2026-11-24', priority: 'High' })
  await codex.update(3, { status: 'Completed' })
  await codex.add('Read the limit')
  await bot.update(2, { priority: 'Low' })
  // The rail counts the agents that hold a task.
  await expect(page.getByRole('link', { name: /^Agents 1$/ })).toBeVisible()
  await expect(line(page, 'codex')).toContainText(/codexworking.*#1 Switch the middleware30 min left/)
  await expect(line(page, 'codex')).toContainText('Created this task')
  await expect(line(page, 'codex')).toContainText('11 not')
  await expect(line(page, 'release-bot')).toContainText(/idle.*Nothing.*Changed the priority from High to Low/)
  await codex.ask(1, 'One limit per address?', ['One limit', 'Refuse'])
  await expect(line(page, 'codex')).toContainText('asks you')
  await expectAccessible(page)
  await line(page, 'codex').getByRole('button', { name: 'One limit' }).click()
  await expect(line(page, 'codex')).toContainText('working')
  const changes = page.getByRole('list', { name: 'Changes of agents today' }).getByRole('listitem')
  await expect(changes.first()).toContainText('codex')
  await page.getByRole('group', { name: 'Changes by' }).getByText('release-bot').click()
  await expect(changes).toHaveCount(1)

  await line(page, 'codex').getByRole('button', { name: 'Undo what it did … codex' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo what codex did' })
  await expect(dialog).toContainText('5 changes on 4 tasks.')
  await expect(dialog).toContainText('Added by codex → Trash')
  await expect(dialog).toContainText('Due date Nov 24, 2026 → Nov 21, 2026')
  await expect(dialog).toContainText('Completed → Pending')
  await expect(dialog).toContainText(/#2 Priority: release-bot set it to Low at \d\d:\d\d/)
  await expect(dialog).toContainText(/#1 you answered “One limit” to “One limit per address\?”/)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'Sign the image' }).uncheck()
  await dialog.getByRole('button', { name: 'Undo 4 changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Undid 4 changes by codex.')
  await expect(dialog).toBeHidden()
  await expect(line(page, 'codex')).toContainText('Nothing')
  const task = async (number: number) => (await page.request.get(`/tasks/task/${number}`)).json()
  expect(await task(2)).toMatchObject({ dueDate: '2026-11-21T00:00:00.000Z', priority: 'Low' })
  expect(await task(3)).toMatchObject({ status: 'Completed' })
  expect((await task(4)).code).toBe('not_found')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line(page, 'codex')).toContainText('#1 Switch the middleware')
  await expect.poll(async () => (await task(4)).title).toBe('Read the limit')

  await line(page, 'codex').getByRole('link', { name: 'Changes of codex' }).click()
  await expect(page.getByText('Changes by codex only.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'via release-bot' })).toHaveCount(0)
})

test('on a phone, each agent is a card with its last error, and without the server nothing can be undone', {
  tag: ['@phone-only', '@narrow'],
}, async ({ page, context, signedIn: _ }) => {
  await addTasks(page, { title: 'Switch the middleware' }, { title: 'Sign the image' })
  const codex = await programFor(page, 'codex')
  await codex.claim(1)
  await codex.prove(2)
  await codex.update(2, { status: 'Completed' })
  await codex.fail()
  await page.goto('#/list')
  await page.getByRole('button', { name: 'Views and labels' }).click()
  await page.getByRole('link', { name: /^Agents/ }).click()
  await expect(line(page, 'codex')).toContainText('working')
  await expect(line(page, 'codex')).toContainText(/Error just now: /)
  await expect(line(page, 'codex')).toContainText('11 provedRun 1')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await line(page, 'codex').getByRole('button', { name: 'Undo what it did … codex' }).click()
  await expect(page.getByRole('button', { name: 'Undo 3 changes', exact: true })).toBeEnabled()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await expect(line(page, 'codex').getByRole('button', { name: 'Undo what it did … codex' })).toBeDisabled()
  await expect(line(page, 'codex')).toContainText('#1 Switch the middleware')
})
