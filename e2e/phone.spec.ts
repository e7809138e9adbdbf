import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, cards, dayFromNow, live } from './tasks.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/**
 * Returns the visible controls, in the topmost layer if one is open, that are smaller than a finger needs, and the fields with text so small
 * that phones zoom into them. The size of a control is the area in which a tap reaches it. Links inside sentences and the bars of charts are
 * left out.
 */
const smallControls = (page: Page) =>
  page.evaluate(() => {
    const small: string[] = []
    const layer = document.querySelector('[data-popup]') ?? document.querySelector('[data-panel]')
    const controls = 'a[href], button, input, select, textarea, [role="option"]'
    // Less than half of 44, because neighbours share the pixel between them.
    const half = 21
    for (const control of (layer ?? document).querySelectorAll(controls)) {
      const isField = control.matches('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')
      const target = control.closest(isField ? 'label, [data-field-box]' : 'label') ?? control
      const isHidden = !control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')
      const isInText = control.matches('a') && ['inline', 'flow'].includes(getComputedStyle(control).display)
      if (isHidden || isInText || control.closest('svg, [class*="_days"], .visually-hidden')) continue
      target.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = target.getBoundingClientRect()
      // Skipped to by keyboard, or drawn by another element.
      if (width < 2 || height < 2 || top + height < 0) continue
      const reaches = (x: number, y: number) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
        return Boolean(hit && (target.contains(hit) || hit.contains(target)))
      }
      const isTall = height >= 44 || (reaches(0, -half) && reaches(0, half))
      const isWide = width >= 44 || (reaches(-half, 0) && reaches(half, 0))
      const name = `${control.getAttribute('aria-label') || control.textContent?.trim() || control.outerHTML}`.slice(
        0,
        60,
      )
      if (!isTall || !isWide) small.push(`${name}: ${Math.round(width)} x ${Math.round(height)}`)
      if (isField && Number.parseFloat(getComputedStyle(control).fontSize) < 16) small.push(`${name}: small text`)
    }
    return small
  })

test('every control is large enough for a finger, and every field has text of 16 px', {
  tag: ['@core', '@narrow'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(
    page,
    {
      title: 'Rotate signing keys',
      description: '- [ ] announce\n- [x] rotate\n\n```sh\nnpm test\n```',
      dueDate: await dayFromNow(page, -2),
      labels: ['auth'],
    },
    { title: 'Fix flaky test', dueDate: await dayFromNow(page, 1), status: 'Completed' },
    { title: 'Learn Rust', dueDate: null, description: '' },
  )
  const expectLarge = async (name: string) => {
    await expectNoSidewaysScroll(page)
    expect(await smallControls(page), name).toEqual([])
  }
  for (const [name, heading] of [
    ['today', 'Today'],
    ['today?tab=agenda', 'Today'],
    ['dashboard?label=auth', /^Welcome/],
    ['list', 'All tasks'],
    ['board', 'Board'],
    ['calendar', 'Calendar'],
    ['next', 'Next'],
    ['overview', 'Overview'],
    ['add-task', 'Add a New Task'],
    ['settings', 'Settings'],
    ['settings/preferences', 'Preferences'],
    ['profile', 'Profile'],
    ['trash', 'Trash'],
    ['task/1', 'Rotate signing keys'],
  ] as const) {
    await page.goto(`#/${name}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expectLarge(name)
  }
  await test.step('the menu of the task, and the editor of its text', async () => {
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Edit title and description' }).waitFor()
    await expectLarge('menu')
    await page.getByRole('menuitem', { name: 'Edit title and description' }).tap()
    await page.getByRole('form', { name: 'Edit task' }).waitFor()
    await expectLarge('editor')
    await page.keyboard.press('Escape')
  })
  await page.goto('#/list')
  await page.getByRole('heading', { level: 1, name: 'All tasks' }).waitFor()
  await live(page)
  await test.step('the sheet for the due date and its calendar, which fits and has no red days', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await page.getByLabel('Another day').tap()
    await page.getByRole('button', { name: 'Next month' }).waitFor()
    await expectLarge('calendar')
    const box = await page.locator('[data-popup]').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    const colours = await page
      .locator('[data-popup] td button')
      .evaluateAll((days) => [...new Set(days.map((day) => getComputedStyle(day).color))])
    expect(colours).toEqual(['rgb(24, 24, 31)'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })
  await test.step('the bar of selected tasks and a message', async () => {
    await page.keyboard.press('x')
    await page.keyboard.press('c')
    await page.getByRole('alert').filter({ hasText: 'Completed #1' }).waitFor()
    await expectLarge('selection')
    await page.keyboard.press('Escape')
  })
  await test.step('the labels', async () => {
    await page.keyboard.press('l')
    await page.getByRole('option', { name: '#auth' }).waitFor()
    await expectLarge('labels')
  })
})

test('the header row stays at its place on every view, above the first task; bars keep clear of the safe area', {
  tag: '@narrow',
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, ...Array.from({ length: 30 }, (_none, index) => ({ title: `Task ${index}` })))
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34, left: 20, right: 20 } })
  const row = page.getByRole('search', { name: 'Tasks' })
  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  const first = await row.boundingBox()
  for (const [address, heading, isGrouped] of [
    ['dashboard', /^Welcome/, false],
    ['dashboard?group=due', /^Welcome/, true],
    ['list', 'All tasks', true],
    ['list?group=none', 'All tasks', false],
    ['board', 'Board', true],
    ['next', 'Next', false],
  ] as const) {
    await page.goto(`#/${address}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    // The heading of the first group or column is above the first task, too.
    const headings = page.getByRole('heading', { level: 2 })
    await (isGrouped ? expect(headings.first()).toBeVisible() : expect(headings).toHaveCount(0))
    await expect.poll(() => row.boundingBox(), address).toEqual(first)
    await expect.poll(async () => (await cards(page).first().boundingBox())?.y ?? 999, address).toBeLessThan(170)
  }
  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  await page.evaluate(() => window.scrollTo(0, 600))
  // Directly below the navigation bar.
  await expect.poll(async () => Math.round((await row.boundingBox())?.y ?? 0)).toBe(49)
  const bar = page.getByRole('navigation', { name: 'Places' })
  for (const control of await bar.getByRole('link').all()) {
    const box = await control.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844 - 34)
    expect(box?.x).toBeGreaterThanOrEqual(20)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390 - 20)
  }
  expect((await cards(page).first().boundingBox())?.x).toBeGreaterThanOrEqual(20)
})

test('a view is saved, opened, renamed and deleted in the sheet; menus close after navigation, and by the back button', {
  tag: ['@core', '@narrow'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'a', labels: ['auth'] }, { title: 'b' })
  await page.goto('#/dashboard?label=auth')
  await cards(page).first().waitFor()
  await live(page)
  const views = page.getByRole('button', { name: 'Views' })
  const sheet = page.getByRole('dialog', { name: 'Views' })
  await views.tap()
  // The keyboard works inside it from the start.
  await expect(sheet.getByRole('link', { name: 'Cards', exact: true })).toBeFocused()
  await sheet.getByRole('button', { name: 'Save this view' }).tap()
  await page.getByLabel('Name of the view').fill('Security')
  await page.getByRole('button', { name: 'Save', exact: true }).tap()
  const saved = sheet.getByRole('link', { name: /Security\s*1/ })
  await expect(saved).toBeVisible()
  await sheet.getByRole('button', { name: 'Change the view Security' }).tap()
  await page.getByRole('option', { name: 'Rename' }).tap()
  await page.getByLabel('Name of the view').fill('Safety')
  await page.getByRole('button', { name: 'Rename', exact: true }).tap()
  await expect(sheet.getByRole('link', { name: /Safety/ })).toBeVisible()

  await sheet.getByRole('link', { name: 'List', exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: 'All tasks' }).waitFor()
  await expect(sheet).toBeHidden()
  await views.tap()
  await sheet.getByRole('link', { name: /Safety/ }).tap()
  // The address changes before the screen.
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  await expect(page).toHaveURL(/#\/dashboard\?label=auth$/)
  await expect(sheet).toBeHidden()
  await expect(cards(page)).toHaveText([/a/])

  await page.getByRole('button', { name: 'Filter, Label: #auth' }).tap()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await expect(filters.getByRole('button', { name: 'Close' })).toBeFocused()
  await filters.getByRole('button', { name: 'High' }).tap()
  await expect(page).toHaveURL(/priority=High/)
  // One step closes the sheet, the next one takes the filter back.
  await page.goBack()
  await expect(filters).toBeHidden()
  await expect(page).toHaveURL(/priority=High/)
  await page.goBack()
  await expect(page).toHaveURL(/#\/dashboard\?label=auth$/)

  await views.tap()
  await sheet.getByRole('button', { name: 'Change the view Safety' }).tap()
  await page.getByRole('option', { name: 'Delete' }).tap()
  await expect(sheet.getByRole('link', { name: /Safety/ })).toBeHidden()
})
