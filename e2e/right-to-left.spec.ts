import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from './taskdeck.ts'
import { addTasks, cards } from './tasks.ts'

const hebrew = 'לתקן את הכניסה (v2)'
const arabic = 'مراجعة سجل الأخطاء #7'

const expectDirection = (element: Locator, direction: 'rtl' | 'ltr') =>
  expect(element.first()).toHaveCSS('direction', direction)

test('Hebrew and Arabic text is laid out from right to left on every screen, and English from left to right', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  const [task] = await addTasks(
    page,
    { title: hebrew, description: `${arabic}\n\n- [ ] ${hebrew}\n\nPlain English.`, labels: ['דחוף'] },
    { title: 'Fix login', description: 'They failed twice.' },
  )
  for (const address of ['#/dashboard', '#/list', '#/board', '#/next']) {
    await test.step(address, async () => {
      await page.goto(address)
      await expectDirection(cards(page).getByText(hebrew), 'rtl')
      await expectDirection(cards(page).getByText('Fix login'), 'ltr')
    })
  }
  await test.step('the palette', async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    await field.fill('לתקן')
    await expectDirection(field, 'rtl')
    await expectDirection(page.getByRole('option').getByText(hebrew), 'rtl')
    await page.keyboard.press('Escape')
  })
  await test.step('the task, its activity, dialogs and alerts', async () => {
    await page.goto(`#/task/${task?._id}`)
    await expectDirection(page.getByRole('heading', { name: hebrew }), 'rtl')
    await expectDirection(page.getByText(arabic), 'rtl')
    await expectDirection(page.getByRole('listitem').filter({ hasText: hebrew }), 'rtl')
    await expectDirection(page.getByText('Plain English.'), 'ltr')
    await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { title: arabic } })
    await expectDirection(page.getByRole('heading', { name: arabic }), 'rtl')
    // A sentence of Taskdeck stays English, and the title in it does not reorder the time after it.
    const entry = page.getByRole('listitem').filter({ hasText: 'changed the title' })
    await expectDirection(entry, 'ltr')
    await expectAccessible(page)
  })
  await test.step('the add form', async () => {
    await page.goto('#/add-task')
    await page.getByLabel('Title').fill(hebrew)
    await page.getByLabel('Description').fill(arabic)
    await page.getByRole('combobox', { name: 'Labels' }).fill('דחוף')
    const fields = [
      page.getByLabel('Title'),
      page.getByLabel('Description'),
      page.getByRole('combobox', { name: 'Labels' }),
    ]
    for (const field of fields) await expectDirection(field, 'rtl')
  })
})
