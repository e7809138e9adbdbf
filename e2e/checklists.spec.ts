import type { Page } from '@playwright/test'
import { test } from './gateway.ts'
import { expect, expectAccessible } from './taskdeck.ts'
import { addTasks, cards, live, tick } from './tasks.ts'
import { isNarrow } from './touch.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const list = '- [ ] Rotate the keys\n- [ ] Tell ops\n- [x] Read the logs'

async function stored(page: Page, origin = ''): Promise<string> {
  return (await (await page.request.get(`${origin}/tasks/task/1`)).json()).description
}

test('a checklist is counted on every view, and ticked by keyboard on the page of its task and in the preview', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Ship it', description: list }, { title: 'Plain' })
  // On a phone, a row of Next has only its reasons.
  const isPhone = isNarrow(page)
  for (const view of ['dashboard', 'list', 'board', ...(isPhone ? [] : ['next'])]) {
    await page.goto(`#/${view}`)
    const card = cards(page).filter({ hasText: 'Ship it' })
    await expect(card).toContainText('1/3')
    await expect(card).toHaveAccessibleName(/1 of 3 checklist items done/)
    await expect(cards(page).filter({ hasText: 'Plain' })).not.toContainText('checklist')
  }
  await cards(page).filter({ hasText: 'Ship it' }).click()
  await box(page, 'Tell ops').focus()
  await page.keyboard.press('Space')
  await expect(box(page, 'Tell ops')).toBeChecked()
  await expect(page.getByText('Ticked “Tell ops” in #1 Ship it')).toBeVisible()
  await expect(box(page, 'Tell ops')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('ticked “Tell ops”')
  await page.keyboard.press('Control+z')
  await expect(box(page, 'Tell ops')).not.toBeChecked()
  await expect.poll(() => stored(page)).toBe(list)

  await page.keyboard.press('e')
  const editor = page.getByRole('form', { name: 'Edit task' })
  await editor.getByRole('button', { name: 'Preview' }).click()
  await box(page, 'Rotate the keys').focus()
  await page.keyboard.press('Space')
  await expect(box(page, 'Rotate the keys')).toBeChecked()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect.poll(() => stored(page)).toBe(list.replace('[ ] Rotate', '[x] Rotate'))
})

test('ticks without the server are merged with edits of other lines; the same line is asked about', {
  tag: '@every-width',
}, async ({ page, gateway, taskdeck, signedIn: _ }) => {
  await addTasks(page, { title: 'Ship it', description: list })
  await page.goto('#/task/1')
  await live(page)
  gateway.fail('drop')
  await tick(box(page, 'Rotate the keys'))
  await tick(box(page, 'Tell ops'))
  // Taken back, which the server must not take for no change.
  await tick(box(page, 'Rotate the keys'), false)
  await page
    .getByRole('button', { name: /3 changes waiting/ })
    .last()
    .click()
  await expect(page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem')).toContainText([
    'Ticked “Rotate the keys”',
    'Ticked “Tell ops”',
    'Unticked “Rotate the keys”',
  ])
  await page.keyboard.press('Escape')

  const direct = taskdeck.origin.replace('localhost', '127.0.0.1')
  const elsewhere = `Before the release:\n\n${list.replace('the logs', 'all logs')}\n- [ ] Celebrate`
  await page.request.put(`${direct}/tasks/updateTask/1`, { data: { description: elsewhere } })
  gateway.recover()
  await expect(box(page, 'Celebrate')).toBeVisible()
  const both = elsewhere.replace('[ ] Tell', '[x] Tell')
  await expect.poll(() => stored(page, direct)).toBe(both)
  await expect(box(page, 'Tell ops')).toBeChecked()
  await expect(box(page, 'Rotate the keys')).not.toBeChecked()

  await live(page)
  gateway.fail('drop')
  await tick(box(page, 'Celebrate'))
  const renamed = both.replace('Celebrate', 'Have a cake')
  await page.request.put(`${direct}/tasks/updateTask/1`, { data: { description: renamed } })
  gateway.recover()
  await expect(page.getByRole('button', { name: /1 change needs you/ }).last()).toBeVisible()
  expect(await stored(page, direct)).toBe(renamed)
})
