import type { Page } from '@playwright/test'
import { test } from './gateway.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

/** A program of the user that asks questions. */
async function askerFor(page: Page) {
  const { token } = await (await page.request.post('/auth/tokens', { data: { name: 'codex', scope: 'write' } })).json()
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const asked = async (
    task: number,
    text: string,
    choices: string[] = [],
  ): Promise<{ _id: string; number: number }> => {
    const response = await page.request.post(`/tasks/task/${task}/questions`, { headers, data: { text, choices } })
    expect(response.status()).toBe(201)
    return (await response.json()).note
  }
  return {
    asked,
    ask: async (...question: Parameters<typeof asked>): Promise<number> => (await asked(...question)).number,
    /** Waits for the answer to a question of a task. */
    wait: async (task: number, note: number) =>
      (await page.request.post(`/tasks/task/${task}/notes/${note}/wait`, { headers, data: {} })).json(),
  }
}

/** Makes the browser note the number on the icon of the installed app, which no page can read. */
const noteBadge = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => Object.assign(window, { badge: count }),
      clearAppBadge: async () => Object.assign(window, { badge: 0 }),
    })
  })
const badge = (page: Page) => page.evaluate(() => (window as { badge?: number }).badge)

const row = (page: Page, text: string) => page.locator('[data-question]').filter({ hasText: text })
const count = (page: Page, number: number) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: `${number} need` })

test('a question is seen everywhere at once, and answered with one press or in words', {
  tag: ['@core', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Drop the old column' }, { title: 'Rotate the keys', priority: 'Critical' })
  await noteBadge(page)
  await page.goto('#/dashboard')
  await live(page)
  const codex = await askerFor(page)
  const first = await codex.ask(1, 'Drop it now?', ['Yes, drop it', 'Wait a week'])
  await expect(count(page, 1)).toHaveText(/^1/)
  await expect(page).toHaveTitle(/^\(1\) /)
  expect(await badge(page)).toBe(1)
  const waited = codex.wait(1, first)

  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible()
  await expect(row(page, 'Drop it now?')).toContainText('codex · #1 Drop the old column · asked just now')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Wait a week' }).click()
  await expect(page.getByRole('alert')).toContainText('Answered the question of #1')
  expect(await waited).toMatchObject({ state: 'answered', answer: 'Wait a week' })
  await expect(page.getByText('Nothing needs you.')).toBeVisible()
  await expect(page).toHaveTitle('Needs you · Taskdeck')
  expect(await badge(page)).toBe(0)

  await codex.ask(1, 'And the index?', ['Yes', 'No'])
  await codex.ask(2, 'Which key first?')
  await page.goto('#/next')
  const ranked = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
  await expect(ranked).toContainText(['Which key first?', 'And the index?'])
  await page.goto('#/task/1')
  const thread = page.getByRole('article', { name: 'Question by You via codex' })
  await expect(thread.filter({ hasText: 'Drop it now?' })).toContainText('Your answer: Wait a week')
  await expect(thread.filter({ hasText: 'Drop it now?' })).toContainText('codex has read it')
  await thread.filter({ hasText: 'And the index?' }).getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Answered the question of #1')
  await thread.filter({ hasText: 'And the index?' }).getByRole('button', { name: 'No', exact: true }).click()
  await expect(thread.filter({ hasText: 'And the index?' })).toContainText('Your answer: No')
  await codex.ask(1, 'And the view?')
  await page.goto('#/today')
  const card = page.getByRole('region', { name: '2 need you' })
  await row(page, 'Which key first?').getByRole('button', { name: 'Answer …' }).click()
  await page.getByLabel('Your answer').fill('The signing key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '1 needs you' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Answered the question of #2')
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Which key first?')
})

test('a link of a mail asks whether its answer is meant, and answers nothing by itself', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Drop the old column' })
  const codex = await askerFor(page)
  const { _id, number } = await codex.asked(1, 'Drop it now?', ['Yes', 'No'])
  const open = () => page.goto(`./#/needs-you?question=${_id}&answer=1`)
  await open()
  const dialog = page.getByRole('dialog', { name: 'Is this your answer?' })
  await expect(dialog).toContainText('codex · #1 Drop the old column')
  await expect(dialog).toContainText('Drop it now?')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Choose another answer' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Drop it now?')).toBeVisible()
  await page.goto('about:blank')
  await open()
  await dialog.getByRole('button', { name: 'Answer: No' }).click()
  expect(await codex.wait(1, number)).toMatchObject({ state: 'answered', answer: 'No' })
  await page.goto('about:blank')
  await open()
  await expect(page.getByRole('dialog', { name: 'This question is closed' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing needs you.')).toBeVisible()
})

test('on a phone, questions come one after the other, and an answer without the server waits', {
  tag: ['@phone-only', '@narrow'],
}, async ({ page, context, signedIn: _ }) => {
  await addTasks(page, { title: 'Drop the old column' })
  const codex = await askerFor(page)
  const older = await codex.ask(1, 'Drop it now?', ['Yes', 'No'])
  await codex.ask(1, 'Which name for the new one?')
  await page.goto('#/next')
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')).toContainText('Which name')
  // The round + in the middle has no text.
  await expect(page.getByRole('navigation', { name: 'Places' }).locator('a, button')).toContainText([
    ...['Today', 'Needs you', '', 'Calendar', 'Tasks'],
  ])
  await page.goto('#/today')
  const card = page.getByRole('region', { name: 'Needs you' })
  await expect(card).toContainText('Which name for the new one?')
  await expect(card).toContainText('1 of 2')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Next question' }).click()
  await expect(card).toContainText('Drop it now?')
  await live(page)
  await context.setOffline(true)
  await card.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(card).not.toContainText('Drop it now?')
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /Needs you/ })).toHaveText(
    /1$/,
  )
  await context.setOffline(false)
  expect(await codex.wait(1, older)).toMatchObject({ state: 'answered', answer: 'Yes' })
})
