import type { Page } from '@playwright/test'
import { newId } from '../../src/contract/new-id.ts'
import { test } from '../gateway.ts'
import { expect, expectNoSidewaysScroll } from '../taskdeck.ts'
import { addTasks, cards } from '../tasks.ts'
import { isNarrow } from '../touch.ts'
import { chooseInTaskMenu, openScreen, openSearch, places } from './journeys.ts'
import { programFor } from './real-deck.ts'

const notes = (page: Page) => page.getByRole('region', { name: 'Activity' }).getByRole('article')
const question = (page: Page, text: string) => page.locator('[data-question]').filter({ hasText: text })

test('a note is written, shows its author, is edited and deleted, counted on cards and found by its words', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Move the limits' }, { title: 'Drain the queue' })
  const codex = await programFor(page, 'codex')
  await openScreen(page, 'task/1', 'Move the limits')
  await page.getByRole('textbox', { name: 'Write a note' }).fill('Old limits **drain**')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(notes(page)).toContainText(/^You·.*Old limits drain/)
  await codex.note(1, 'The queue is empty')
  await expect(notes(page).filter({ hasText: 'The queue is empty' })).toContainText(/^You via codex·/)
  const own = notes(page).filter({ hasText: 'Old limits' })
  await own.hover()
  await own.getByRole('button', { name: 'Edit note' }).click()
  await page.getByRole('textbox', { name: 'Edit note' }).fill('Old limits drain in an hour')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(own).toContainText('edited')
  const theirs = notes(page).filter({ hasText: 'The queue is empty' })
  await theirs.hover()
  await theirs.getByRole('button', { name: 'Delete note' }).click()
  await expect(theirs).toHaveCount(0)
  await page
    .getByRole('alert')
    .filter({ hasText: 'Deleted a note of #1' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(theirs).toHaveCount(1)
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.getByRole('button', { name: /^Notes/ }).click()
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  await openScreen(page, 'dashboard', /^Welcome/)
  await expect(cards(page).filter({ hasText: 'Move the limits' }).getByTitle('2 notes', { exact: true })).toBeVisible()
  await openScreen(page, 'list', 'All tasks')
  const field = await openSearch(page)
  await field.fill('empty')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('In a note')
  await expectNoSidewaysScroll(page)
})

test('a claim shows its holder on cards, rows, the board and the page of the task, and tasks are filtered and grouped by it', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Rotate the keys' }, { title: 'Write the notes' })
  const codex = await programFor(page, 'codex')
  await codex.claim(1)
  for (const [address, heading] of [
    ['dashboard', /^Welcome/],
    ['list', 'All tasks'],
    ['board', 'Board'],
  ] as const) {
    await openScreen(page, address, heading)
    await expect(cards(page).filter({ hasText: 'Rotate the keys' })).toContainText(/codex/)
    await expectNoSidewaysScroll(page)
  }
  await openScreen(page, 'list?group=claimed', 'All tasks')
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('heading')).toHaveText([/codex\s*1/, /Not held\s*1/])
  await openScreen(page, 'list?claimed=any', 'All tasks')
  await expect(cards(page)).toHaveText([/Rotate the keys/])
  await openScreen(page, 'list?group=none', 'All tasks')
  await cards(page).first().focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor()
  await page.keyboard.press('Shift+H')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await openScreen(page, 'task/1', 'Rotate the keys')
  await chooseInTaskMenu(page, /Hold, hand over or release/)
  await page.getByRole('option', { name: /Release/ }).click()
  await expect(page.locator('[data-claim]')).toBeHidden()
  await openScreen(page, 'list?group=claimed', 'All tasks')
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('heading')).toHaveText([/Not held\s*2/])
})

test('a question is counted beside the name, in the title and among the places, is on top of Next, and is answered where it is shown', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Drop the old column', priority: 'Low' }, { title: 'Rotate', priority: 'Critical' })
  const codex = await programFor(page, 'codex')
  await openScreen(page, 'dashboard', /^Welcome/)
  const first = await codex.ask(1, 'Drop it now?', ['Yes, drop it', 'Wait a week'])
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: '1 need' })).toHaveText(/^1/)
  await expect(places(page).getByRole('link', { name: /^Needs you/ })).toContainText('1')
  await openScreen(page, 'next', 'Next')
  const ranked = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
  await expect(ranked.first()).toContainText('Drop it now?')
  await places(page)
    .getByRole('link', { name: /^Needs you/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible()
  await question(page, 'Drop it now?').getByRole('button', { name: 'Wait a week' }).click()
  await expect(page.getByText('Nothing needs you.')).toBeVisible()
  expect(await codex.answerTo(1, first)).toMatchObject({ state: 'answered', answer: 'Wait a week' })
  await expect(page).toHaveTitle('Needs you · Taskdeck')

  const second = await codex.ask(2, 'Which key first?')
  await question(page, 'Which key first?').getByRole('button', { name: 'Answer …' }).click()
  await page.getByLabel('Your answer').fill('The signing key')
  await page
    .getByRole('button', { name: 'Send', exact: true })
    .or(page.getByRole('button', { name: 'Answer', exact: true }))
    .first()
    .click()
  await expect(page.getByText('Nothing needs you.')).toBeVisible()
  expect(await codex.answerTo(2, second)).toMatchObject({ state: 'answered', answer: 'The signing key' })
})

test('proof says which is which, and a task with open criteria is completed after a warning', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  const [tests, other] = [newId(), newId()]
  await addTasks(page, {
    title: 'Switch the middleware',
    doneWhen: [
      { id: tests, text: 'Limiter tests pass', command: 'npm test', isMet: false },
      { id: other, text: 'The page says so', isMet: false },
    ],
  })
  const codex = await programFor(page, 'codex')
  const commit = 'c'.repeat(40)
  await codex.prove(1, { criterion: tests, command: 'npm test', exitCode: 1, commit })
  await openScreen(page, 'task/1', 'Switch the middleware')
  const region = page.getByRole('region', { name: 'Proof' })
  await expect(region).toContainText('0 of 2')
  await codex.prove(1, { criterion: tests, command: 'npm test', exitCode: 0, commit })
  await expect(region).toContainText('1 of 2')
  await codex.prove(1, { kind: 'reported', summary: 'It is all fine', commit })
  await expect(region).toContainText('Reported')
  await codex.link(1, 'd'.repeat(40), 'One more')
  await expect(region).toContainText(/stale|1 commit behind/i)
  await region.getByRole('checkbox', { name: 'The page says so' }).click()
  await expect(region).toContainText('Checked')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Complete', exact: true }).first().click()
  if (isNarrow(page)) await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Completed #1' })).toBeVisible()
  await openScreen(page, 'overview', 'Overview')
  await expect(page.getByText(/proof/i).first()).toBeVisible()
})
