import type { Page } from '@playwright/test'
import type { Criterion } from '../src/contract/done-when.ts'
import { expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

const proof = (page: Page) => page.getByRole('region', { name: 'Proof' })
const list = (page: Page) => proof(page).getByRole('list', { name: 'Done when' })
const sentences = (page: Page) => list(page).getByRole('button', { name: /^(Say|Tests|Docs|It|All)/ })
const stored = async (page: Page): Promise<Criterion[]> =>
  (await (await page.request.get('/tasks/task/1')).json()).doneWhen ?? []
const texts = async (page: Page) => (await stored(page)).map(({ text }) => text)

test(
  'criteria are added one after the other, ticked, edited, moved and removed by keyboard, undone, and counted on cards and rows',
  {
    tag: ['@phone'],
  },
  async ({ page, signedIn: _ }, { project }) => {
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
    await expect(proof(page)).toContainText('0 of 2 proved')
    await expect(list(page).getByTitle('npm test -- limiter')).toBeVisible()
    await expect.poll(() => texts(page)).toEqual(['Tests pass', 'Docs say so'])

    await list(page).getByRole('checkbox', { name: 'Docs say so' }).check()
    await expect(proof(page)).toContainText('1 of 2 proved')
    await expect(list(page).getByText('Checked')).toBeVisible()
    await expect.poll(async () => (await stored(page)).map(({ isMet }) => isMet)).toEqual([false, true])

    await sentences(page).first().press('Enter')
    const form = list(page).getByRole('form', { name: 'Edit criterion' })
    await expect(form.getByRole('textbox', { name: 'Criterion' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Criterion' }).fill('All tests pass')
    await form.getByRole('textbox', { name: 'Command that shows it' }).fill('npm test')
    await form.getByRole('textbox', { name: 'Command that shows it' }).press('Enter')
    await expect(sentences(page).first()).toBeFocused()
    await expect(list(page).getByRole('button', { name: 'Copy npm test' })).toBeVisible()
    await sentences(page).first().click()
    await form.getByRole('textbox', { name: 'Criterion' }).fill('Nothing')
    await page.keyboard.press('Escape')
    await expect(sentences(page)).toHaveText(['All tests pass', 'Docs say so'])

    if (project.name === 'desktop') {
      await list(page).getByRole('button', { name: 'Move “Docs say so”', exact: true }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Space')
      await expect(sentences(page)).toHaveText(['Docs say so', 'All tests pass'])
      await expect.poll(() => texts(page)).toEqual(['Docs say so', 'All tests pass'])
    }
    await expectAccessible(page)

    await list(page).getByRole('button', { name: 'Remove “All tests pass”' }).click()
    await expect(sentences(page)).toHaveText(['Docs say so'])
    const alert = page.getByRole('alert').filter({ hasText: 'Removed the criterion “All tests pass”' })
    await alert.getByRole('button', { name: 'Undo' }).click()
    await expect(sentences(page)).toHaveCount(2)
    await expect.poll(async () => (await texts(page)).length).toBe(2)
    for (const address of ['#/dashboard', '#/list', '#/board']) {
      await page.goto(address)
      const entry = page.locator(`[data-task="${task?._id}"]`)
      await expect(entry).toContainText('1 of 2 criteria met')
      await expect(entry).toContainText('1/2')
    }
    await page.goto('#/list')
    await page.getByRole('button', { name: 'Complete' }).first().click()
    await expect(page.getByRole('alert').filter({ hasText: 'Completed #' })).toContainText(
      '1 of 2 criteria has no proof.',
    )
  },
)
