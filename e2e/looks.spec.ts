import { asOnPhone, expect, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

test('every field has the same focus ring; at a zoom of 200 %, the first task is visible on every view', async ({
  page,
  signedIn: _,
}) => {
  for (const [address, words] of [
    ['#/add-task', 'Generate 100 Tasks'],
    ['#/settings/preferences', 'Keep my tasks on this device'],
    ['#/profile', 'Change password'],
    ['#/dashboard', 'No tasks available.'],
  ] as const) {
    await page.goto(address)
    await page.getByText(words).first().waitFor()
    for (const isNarrow of [false, true]) {
      if (isNarrow) await asOnPhone(page)
      const fields = page.locator('input:not([type=radio], [type=checkbox], [type=file]), textarea, select')
      for (const field of await fields.filter({ visible: true }).all()) {
        await field.focus()
        const ring = await field.evaluate((element) => {
          const parent = element.parentElement
          return [element, parent, parent?.parentElement]
            .flatMap((one) => (one ? getComputedStyle(one) : []))
            .filter(({ outlineStyle }) => outlineStyle === 'solid')
            .map(({ outlineWidth, outlineOffset }) => `${outlineWidth} ${outlineOffset}`)
        })
        expect(ring, await field.evaluate((element) => element.outerHTML)).toEqual(['2px 2px'])
      }
      await page.locator(':focus').press('Escape')
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  await addTasks(page, { title: 'Above the fold' })
  await page.setViewportSize({ width: 720, height: 450 })
  for (const [address, heading] of [
    ['#/list', 'All tasks'],
    ['#/board', 'Board'],
    ['#/next', 'Next'],
    ['#/dashboard', /^Welcome/],
  ] as const) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor({ state: 'attached' })
    const title = page.getByText('Above the fold').first()
    await expect(title, address).toBeInViewport({ ratio: 1 })
    const isOnTop = await title.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + 4, top + height / 2)
      return Boolean(found && element.closest('li')?.contains(found))
    })
    expect(isOnTop, address).toBe(true)
  }
})

test('with forced colours, lines show what is chosen, selected and focused', async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Open' }, { title: 'Done', status: 'Completed' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  await live(page)
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return `${outlineStyle} ${outlineWidth}`
      })
  expect(await outlineOf('nav[aria-label="Views"] [aria-current="page"]')).toBe('solid 2px')
  expect(await outlineOf('nav[aria-label="Views"] a:not([aria-current])')).toMatch(/^none/)
  expect(await outlineOf('label:has([type=radio]:checked)')).toBe('solid 2px')
  expect(await outlineOf('label:has([type=radio]:not(:checked))')).toMatch(/^none/)
  await page.keyboard.press('j')
  await expect.poll(() => outlineOf('[data-task]:focus')).toBe('solid 3px')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  // The tick of the ring has the colour of the ground.
  const [tick, ground] = await page.evaluate(() => [
    getComputedStyle(document.querySelector('[data-status="Completed"] path') ?? document.body).stroke,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(tick).toBe(ground)
  if (process.env.PHOTOS) await page.screenshot({ path: 'test-results/photos/forced-colours.png' })

  await test.step('in the list of conditions, the line shows the active option', async () => {
    await page.keyboard.press('f')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(1)
    expect(await outlineOf('[role="option"][aria-selected="true"]')).toBe('solid 2px')
    expect(await outlineOf('[role="option"][aria-selected="false"]')).toMatch(/^none/)
    await page.keyboard.press('Escape')
  })
  await test.step('in a menu, the line shows the item with the focus', async () => {
    await page.getByRole('button', { name: /^Profile/ }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
    expect(await outlineOf('[role="menuitem"]:focus')).toBe('solid 2px')
  })
})
