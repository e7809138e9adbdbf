import type { Page } from '@playwright/test'
import type { Criterion } from '../src/contract/done-when.ts'
import { test } from './gateway.ts'
import { expect, expectAccessible } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

const proof = (page: Page) => page.getByRole('region', { name: 'Proof' })
const list = (page: Page) => proof(page).getByRole('list', { name: 'Done when' })
const sentences = (page: Page) => list(page).getByRole('button', { name: /^(Say|Tests|Docs|It|All)/ })
const stored = async (page: Page): Promise<Criterion[]> =>
  (await (await page.request.get('/tasks/task/1')).json()).doneWhen ?? []
const texts = async (page: Page) => (await stored(page)).map(({ text }) => text)

test('criteria are added one after the other, ticked, edited, moved and removed, also without the server and in the peek panel, undone, and counted on cards and rows', {
  tag: ['@phone', '@every-width'],
}, async ({ page, context, signedIn: _ }) => {
  const isPhone = isNarrow(page)
  const proved = (count: string) => (isPhone ? count : `${count} proved`)
  const [task] = await addTasks(page, { title: 'Fix the limiter' })
  await page.goto(`#/task/${task?._id}`)
  const first = proof(page).getByRole('textbox', { name: 'Say when this is done' })
  await first.fill('Tests pass :: npm test -- limiter')
  await first.press('Enter')
  const field = proof(page).getByRole('textbox', { name: 'Add a criterion' })
  await expect(field).toBeFocused()
  await field.fill('Docs say so')
  await field.press('Enter')
  await expect(sentences(page)).toHaveText(['Tests pass', 'Docs say so'])
  await field.press('Enter')
  await expect(field).not.toBeFocused()
  await expect(proof(page)).toContainText(proved('0 of 2'))
  // A phone has no room for commands.
  const expectCommand = async (command: string) => {
    const shown = expect(list(page).getByTitle(command, { exact: true }))
    await (isPhone ? shown.toBeHidden() : shown.toBeVisible())
  }
  await expectCommand('npm test -- limiter')
  await expect.poll(() => texts(page)).toEqual(['Tests pass', 'Docs say so'])

  await list(page).getByRole('checkbox', { name: 'Docs say so' }).click()
  await expect(proof(page)).toContainText(proved('1 of 2'))
  await expect(list(page).getByText(isPhone ? /^Checked by you · just now$/ : 'Checked')).toBeVisible()
  await expect.poll(async () => (await stored(page)).map(({ isMet }) => isMet)).toEqual([false, true])

  await sentences(page).first().press('Enter')
  const form = list(page).getByRole('form', { name: 'Edit criterion' })
  await expect(form.getByRole('textbox', { name: 'Criterion' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Criterion' }).fill('All tests pass')
  await form.getByRole('textbox', { name: 'Command that shows it' }).fill('npm test')
  await form.getByRole('textbox', { name: 'Command that shows it' }).press('Enter')
  await expect(sentences(page).first()).toBeFocused()
  await expectCommand('npm test')
  await sentences(page).first().click()
  await form.getByRole('textbox', { name: 'Criterion' }).fill('Nothing')
  await page.keyboard.press('Escape')
  await expect(sentences(page)).toHaveText(['All tests pass', 'Docs say so'])

  if (!isPhone) {
    await list(page).getByRole('button', { name: 'Move “Docs say so”', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await expect(sentences(page)).toHaveText(['Docs say so', 'All tests pass'])
    await expect.poll(() => texts(page)).toEqual(['Docs say so', 'All tests pass'])
    const grip = list(page).getByRole('button', { name: 'Move “All tests pass”', exact: true })
    await grip.dragTo(sentences(page).first(), { steps: 10, targetPosition: { x: 20, y: 4 } })
    await expect.poll(() => texts(page)).toEqual(['All tests pass', 'Docs say so'])
  }
  await expectAccessible(page)

  await live(page)
  await context.setOffline(true)
  await list(page).getByRole('checkbox', { name: 'All tests pass' }).click()
  await expect(list(page).getByRole('checkbox', { name: 'All tests pass' })).toBeChecked()
  await field.fill('It survives a restart')
  await field.press('Enter')
  await expect(sentences(page)).toHaveText(['All tests pass', 'Docs say so', 'It survives a restart'])
  await expect(proof(page)).toContainText(proved('2 of 3'))
  await context.setOffline(false)
  await expect
    .poll(async () => (await stored(page)).map(({ text, isMet }) => `${text}: ${isMet}`))
    .toEqual(['All tests pass: true', 'Docs say so: true', 'It survives a restart: false'])

  await list(page).getByRole('button', { name: 'Remove “All tests pass”' }).click()
  await expect(sentences(page)).toHaveText(['Docs say so', 'It survives a restart'])
  const alert = page.getByRole('alert').filter({ hasText: 'Removed the criterion “All tests pass”' })
  await alert.getByRole('button', { name: 'Undo' }).click()
  await expect(sentences(page)).toHaveCount(3)
  await expect.poll(async () => (await texts(page)).length).toBe(3)
  if (isPhone) {
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '1 of 3 has no proof. Complete anyway?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
  for (const address of ['#/dashboard', '#/list', '#/board']) {
    await page.goto(address)
    const entry = page.locator(`[data-task="${task?._id}"]`)
    await expect(entry).toContainText('2 of 3 criteria met')
    await expect(entry).toContainText('2/3')
  }
  await page.goto('#/list')
  if (!isPhone) {
    await page.locator(`[data-task="${task?._id}"]`).focus()
    await page.keyboard.press('Space')
    const peek = page.getByRole('complementary', { name: 'Peek' })
    const last = peek.getByRole('checkbox', { name: 'It survives a restart' })
    await last.click()
    await expect(peek.getByRole('region', { name: 'Proof' })).toContainText('3 of 3')
    await expect(peek.getByText('Checked by you · just now')).toHaveCount(3)
    await last.click()
    await expect(peek.getByRole('region', { name: 'Proof' })).toContainText('2 of 3')
    await peek.getByRole('button', { name: 'Close' }).click()
    await expect(peek).toBeHidden()
  }
  await page.getByRole('button', { name: 'Complete' }).first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'Completed #' })).toContainText(
    '1 of 3 criteria has no proof.',
  )
})
