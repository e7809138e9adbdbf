import { newId } from '../src/contract/new-id.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, live, openDisplay } from './tasks.ts'

test('receipts say what is known, open their output, and go stale; agents need proof if the settings say so', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const [tests, restart] = [newId(), newId()]
  const doneWhen = [
    { id: tests, text: 'Limiter tests pass', command: 'npm test -- limiter', isMet: false },
    { id: restart, text: 'Limits survive a restart', isMet: false },
  ]
  await addTasks(page, { title: 'Switch the middleware', doneWhen })
  await page.goto('#/settings/access')
  const rule = page.getByLabel('Agents may complete a task only with proof')
  await expect(rule).toHaveValue('never')
  const saved = page.waitForResponse('**/auth/preferences')
  await rule.selectOption('If the task has criteria')
  expect((await saved).ok()).toBe(true)

  await page.goto('#/task/1')
  await live(page)
  const { token } = await (await page.request.post('/auth/tokens', { data: { name: 'codex', scope: 'write' } })).json()
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const complete = () => page.request.put('/tasks/updateTask/1', { headers, data: { status: 'Completed' } })
  const refused = await complete()
  expect([refused.status(), (await refused.json()).message]).toEqual([
    409,
    expect.stringContaining('shown by “npm test -- limiter”: run taskdeck prove 1 --for 1.'),
  ])
  const lines = Array.from({ length: 60 }, (_one, index) => `\u001b[32mline ${index + 1}\u001b[39m`)
  const file = { name: 'npm-test.log', mimeType: 'text/plain', buffer: Buffer.from(`${lines.join('\n')}\n`) }
  const uploaded = await page.request.post('/tasks/task/1/upload', { headers, multipart: { file } })
  const { _id: output } = (await uploaded.json()).file
  const prove = async (data: object) => {
    const run = { kind: 'run', command: 'npm test -- limiter', exitCode: 0, machine: 'laptop', ...data }
    expect((await page.request.post('/tasks/task/1/receipts', { headers, data: run })).status()).toBe(201)
  }
  const list = page.getByRole('list', { name: 'Proof' })
  const row = (text: string | RegExp) => list.getByRole('button').filter({ hasText: text })
  await prove({ criterion: tests, commit: 'c'.repeat(40), exitCode: 1, durationMs: 3_200 })
  await expect(row('Limiter tests pass')).toContainText('exit 1')
  await prove({ criterion: tests, commit: 'c'.repeat(40), output, branch: '1-limiter', isClean: false })
  await expect(row('exit 0')).toContainText('ccccccc')
  await prove({ kind: 'reported', summary: 'Old limits drain', command: undefined, exitCode: undefined })
  await expect(row('Old limits drain')).toContainText('Reported')

  await row('exit 0').click()
  await expect(list.locator('pre')).toContainText('line 60')
  await expect(list.locator('pre')).not.toContainText('line 20\n')
  await expect(list.locator('pre')).toHaveCSS('overflow-y', 'auto')
  await expect(list).toContainText('You via codex')
  await expect(list).toContainText('with uncommitted changes')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.request.post('/tasks/task/1/git', {
    headers,
    data: { commit: 'd'.repeat(40), title: 'Fix the limiter', effect: 'links' },
  })
  await expect(row('exit 0')).toContainText('1 commit behind')
  await prove({ criterion: tests, commit: 'd'.repeat(40), command: 'npm test -- limiter' })
  await expect(row('ddddddd')).toContainText('Run')
  expect((await complete()).status()).toBe(409)
  const done = await page.request.put('/tasks/updateTask/1', {
    data: { doneWhen: doneWhen.map((one) => ({ ...one, isMet: one.id === restart })) },
  })
  expect(done.status()).toBe(200)
  await expect(row('Limits survive a restart')).toContainText('Checked')
  expect((await complete()).status()).toBe(200)

  await page.goto('#/board')
  const mark = page.locator('[data-mark="proof"]')
  await expect(mark).toContainText('2/2')
  const display = await openDisplay(page)
  await display.getByRole('button', { name: 'Proof', exact: true }).click()
  await expect(mark).toBeHidden()
  await display.getByRole('button', { name: 'Reset' }).click()
  await expect(mark).toBeVisible()
})
