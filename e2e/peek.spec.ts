import { expect, expectAccessible, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, cards, fiveTasks, focusedCard, live } from './tasks.ts'

test('Space opens the whole task beside a list, J and K move on at once, texts and fields are edited there, and it stays open between visits', {
  tag: ['@core', '@widest'],
}, async ({ page, signedIn: _ }) => {
  const tasks = await fiveTasks(page, '#/list?group=none&sort=title&order=asc')
  const peek = page.getByRole('complementary', { name: 'Peek' })
  const title = peek.getByRole('heading', { level: 2 }).first()
  await cards(page).first().focus()
  const before = await cards(page).nth(2).boundingBox()
  await page.keyboard.press('Space')
  await expect(title).toHaveText('five')
  await expect(peek).toContainText('1 of 5')
  // The list keeps its place and its focus.
  expect((await cards(page).nth(2).boundingBox())?.y).toBe(before?.y)
  expect((await cards(page).nth(2).boundingBox())?.x).toBe(before?.x)
  await expect(focusedCard(page)).toContainText('five')
  for (const [key, name] of [
    ['j', 'four'],
    ['j', 'one'],
    ['k', 'four'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(title).toHaveText(name)
  }
  await expectNoSidewaysScroll(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  // A field and the text, in place. The keys of the list go on from there.
  await peek.getByLabel('Priority').selectOption('Critical')
  await expect(cards(page).nth(1).locator('xpath=..')).toContainText('Critical')
  await title.click()
  await peek.getByLabel('Title').fill('four of five')
  await page.keyboard.press('Control+Enter')
  await expect(title).toHaveText('four of five')
  await expect(cards(page).nth(1)).toContainText('four of five')
  await page.keyboard.press('c')
  await expect(peek.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(title).toHaveText('one')
  await expect(focusedCard(page)).toContainText('one')
  await expect
    .poll(async () => (await page.request.get(`/tasks/task/${tasks[1]?._id}`)).json())
    .toMatchObject({ title: 'four of five', priority: 'Critical', status: 'Completed' })

  await page.keyboard.press('x')
  await page.keyboard.press('Shift+K')
  await expect(peek.getByRole('heading', { name: '2 tasks selected' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title).toHaveText('four of five')

  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'four of five', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(title).toHaveText('four of five')
  await page.reload()
  await live(page)
  await expect(peek).toBeVisible()

  // Over the list where there is no room beside it, and not at all on a phone.
  await page.setViewportSize({ width: 1000, height: 800 })
  // It covers no tasks before one of them is chosen.
  await expect(peek).toBeHidden()
  await page.keyboard.press('j')
  await expect(title).toHaveText('five')
  expect((await peek.boundingBox())?.width).toBe(420)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(peek).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect((await peek.boundingBox())?.width).toBe(460)
  await cards(page).first().focus()
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()
  await expect(focusedCard(page)).toContainText('five')

  // Beside Today, the agenda is below Now, so that titles have room.
  await page.keyboard.press('Space')
  await page.goto('#/today')
  await expect(peek).toBeVisible()
  const placeOf = async (name: string) => page.getByRole('region', { name }).boundingBox()
  await expect.poll(async () => (await placeOf('Now'))?.width ?? 0).toBeGreaterThan(600)
  expect((await placeOf('Agenda'))?.y).toBeGreaterThan((await placeOf('Now'))?.y ?? 0)
  expect((await peek.boundingBox())?.x).toBeGreaterThan(((await placeOf('Now'))?.x ?? 0) + 600)
})

test('cards and Next peek with Space, the board with Shift and Space, where Space lifts a card; a button in the panel keeps Enter and Space', {
  tag: '@wide',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Peek at me' })
  const peek = page.getByRole('complementary', { name: 'Peek' })
  for (const [address, heading] of [
    ['dashboard', /./],
    ['next', 'Next'],
    ['board', 'Board'],
  ] as const) {
    await page.goto(`#/${address}`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await live(page)
    await cards(page).first().focus()
    await page.keyboard.press(address === 'board' ? 'Shift+Space' : 'Space')
    await expect(peek.getByRole('heading', { name: 'Peek at me' })).toBeVisible()
    await peek.getByRole('button', { name: 'Complete' }).focus()
    await page.keyboard.press('Space')
    await expect(peek.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(peek.getByRole('button', { name: 'Complete' })).toBeVisible()
    const close = peek.getByRole('button', { name: 'Close' })
    await expect(close).toHaveText(address === 'board' ? 'Close Shift Space' : 'Close Space')
    await close.click()
    await expect(peek).toBeHidden()
    await expect(focusedCard(page)).toContainText('Peek at me')
  }
  await page.keyboard.press('Space')
  await expect(peek).toBeHidden()
  await expect(page.getByText('You have lifted')).toBeAttached()
  await page.keyboard.press('Escape')
})
