import { asOnPhone, expect, expectAccessible, forgive, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, fiveTasks, focusedCard, live } from './tasks.ts'

test('the palette lists recent tasks first, then tasks, actions and saved views, with the first item selected', {
  tag: '@every-width',
}, async ({ page, signedIn: _ }) => {
  await fiveTasks(page)
  const id = '0b8f3a52-8a51-4f5e-9f5c-0d1f6f3c2a11'
  await page.request.post('/views', {
    data: { id, name: 'Thorny ones', address: '/list?priority=High', pinned: false },
  })
  const dialog = page.getByRole('dialog', { name: 'Command palette' })
  const first = dialog.getByRole('option').first()
  const open = async () => {
    await page.keyboard.press('Control+k')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.locator('[aria-selected="true"]')).toHaveCount(1)
  }
  await page.reload()
  await live(page)
  await open()
  await expect(dialog.getByRole('group', { name: 'Recent' })).toHaveCount(0)
  await page.keyboard.type('three')
  await expect(dialog.getByRole('group', { name: 'Tasks', exact: true }).getByRole('option')).toHaveText([/three.*#3/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'three' })).toBeVisible()
  await pressSequence(page, 'g', 'd')
  await cards(page).first().waitFor()
  await cards(page).filter({ hasText: 'five' }).click()
  await expect(page.getByRole('heading', { name: 'five' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'five' })).toBeVisible()
  await pressSequence(page, 'g', 'd')
  await cards(page).first().waitFor()

  await open()
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/five/, /three/])
  await expect(first).toContainText('five')
  await page.keyboard.type('t')
  await expect(dialog.getByRole('group').first()).toHaveAccessibleName('Recent')
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/three/, /five/])
  await expect(dialog.getByRole('group', { name: 'Tasks', exact: true }).getByRole('option')).toHaveCount(3)
  const view = dialog.getByRole('group', { name: 'Views' }).getByRole('option')
  await expect(view).toHaveText([/Thorny ones/])
  for (const option of await dialog.getByRole('option').all()) await expect(option.locator('svg')).toHaveCount(1)
  await expectAccessible(page)
  await view.click()
  await expect(page).toHaveURL(/#\/list\?priority=High$/)

  await asOnPhone(page)
  await open()
  await expect(first).toContainText('five')
  await expectAccessible(page)
  await page.keyboard.type('#3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'three' })).toBeVisible()
})

test('text typed right after a command was chosen goes into the panel that the command opens', async ({
  page,
  signedIn: _,
}) => {
  await fiveTasks(page, '#/list?group=none')
  await page.getByRole('link', { name: 'three' }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('labels')
  await expect(page.getByRole('option', { selected: true })).toContainText('labels')
  await pressSequence(page, 'Enter', 'b', 'u', 'g')
  await expect(page.getByLabel('Find or create a label')).toHaveValue('bug')
})

test('> shows actions only, also for the focused, selected or open task, the theme and signing out', async ({
  page,
  context,
  signedIn: _,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addTasks(page, { title: 'Water the plants' }, { title: 'Feed the cat' })
  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  await live(page)
  const dialog = page.getByRole('dialog', { name: 'Command palette' })
  const act = async (words: string, group?: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`>${words}`)
    await expect(dialog.getByRole('group', { name: 'Tasks', exact: true })).toHaveCount(0)
    const options = group ? dialog.getByRole('group', { name: group, exact: true }) : dialog
    await options.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>c')
  await expect(dialog.getByRole('option', { name: /Complete/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('j')
  await expect(focusedCard(page)).toContainText('Feed the cat')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>')
  await expect(dialog.getByRole('group').first().getByRole('option')).toContainText([
    'Complete or reopen',
    'Change the status',
    'Change the priority',
    'Change the due date',
    'Copy link',
    'Delete',
  ])
  await page.keyboard.press('Escape')
  await expect(focusedCard(page)).toContainText('Feed the cat')
  await act('complete')
  await expect(page.getByRole('alert').filter({ hasText: 'Completed #2 Feed the cat' })).toBeVisible()
  await act('priority')
  await page.getByRole('dialog', { name: 'Change the priority' }).getByRole('option', { name: 'Critical' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Set the priority of #2' })).toBeVisible()

  await page.keyboard.press('Control+a')
  await act('delete', 'Actions for 2 tasks')
  await page.getByRole('dialog', { name: 'delete these 2 tasks' }).getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')

  await cards(page).filter({ hasText: 'Feed the cat' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await act('copy')
  await expect(page.getByRole('alert').filter({ hasText: 'Copied the link' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#\/task\/2$/)

  const scheme = page.locator('html')
  await act('dark theme')
  await expect(scheme).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await act('light theme')
  await expect(scheme).toHaveAttribute('data-theme', 'light')
  await act('sign out')
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByRole('link', { name: 'Login / Signup' })).toBeVisible()
  // A change of the theme lets the page ask for the settings again, possibly after the session has ended.
  forgive(complaints, 'status of 401')
})
