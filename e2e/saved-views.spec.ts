import type { Locator } from '@playwright/test'
import { asOnPhone, expect, expectAccessible, pressSequence, test } from './taskdeck.ts'
import { addCondition, addTasks, cards, condition, live } from './tasks.ts'

/** The saved views of the rail, without the places and labels. */
const savedIn = (rail: Locator) => rail.locator('li:has(button[aria-label^="Change the view"]) > a')

test('the current view is saved under a name, counted, pinned, reordered, renamed, replaced and deleted, on every device', {
  tag: '@wide',
}, async ({ page, otherDevice, signedIn }) => {
  await addTasks(
    page,
    { title: 'a', labels: ['auth'] },
    { title: 'b', labels: ['auth'] },
    { title: 'c', priority: 'High' },
  )
  const rail = page.getByRole('navigation', { name: 'Places, views and labels' })
  const names = savedIn(rail)
  const save = async (address: string, heading: string, name: string) => {
    await page.goto(address)
    // The rail of the view before is still there for a moment.
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await rail.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Please name the view.')).toBeVisible()
    await page.getByLabel('Name of the view').fill(name)
    await page.keyboard.press('Enter')
    await expect(rail.getByRole('link', { name })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto('#/list')
  await live(page)
  await save('#/list?label=auth', 'All tasks', 'Security')
  // The first saved view adds commands to those of every screen, but the keys of this screen still are its own.
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search tasks')).toBeFocused()
  await expect(page).toHaveURL(/#\/list\?label=auth$/)
  await page.keyboard.press('Escape')
  await save('#/board?priority=High', 'Board', 'Urgent')
  await expect(names).toHaveText([/Security\s*2/, /Urgent\s*1/])
  await expectAccessible(page)

  const other = await otherDevice(signedIn)
  await other.goto('#/dashboard')
  await live(other)
  const otherNames = savedIn(other.getByRole('navigation', { name: 'Places, views and labels' }))
  await expect(otherNames).toHaveText([/Security/, /Urgent/])

  const choose = async (view: string, action: string) => {
    await rail.getByRole('button', { name: `Change the view ${view}` }).press('Enter')
    await page.getByRole('option', { name: action }).click()
  }
  await choose('Urgent', 'Pin to the top')
  await expect(names).toHaveText([/Urgent/, /Security/])
  await choose('Urgent', 'Unpin')
  await choose('Urgent', 'Move up')
  await expect(names).toHaveText([/Urgent/, /Security/])
  await expect(otherNames).toHaveText([/Urgent/, /Security/])
  await choose('Urgent', 'Rename')
  await expect(page.getByLabel('Name of the view')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rail.getByRole('button', { name: 'Change the view Urgent' })).toBeFocused()
  await choose('Urgent', 'Rename')
  await page.getByLabel('Name of the view').fill('Now')
  await page.keyboard.press('Enter')
  await expect(names).toHaveText([/Now/, /Security/])

  await page.goto('#/dashboard')
  await cards(page).first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/#\/list\?label=auth$/)
  await expect(rail.getByRole('link', { name: /Security/ })).toHaveAttribute('aria-current', 'page')
  await expect(cards(page)).toHaveCount(2)
  await choose('Now', 'Save the current view here')
  await expect(names).toHaveText([/Now\s*2/, /Security\s*2/])
  await choose('Security', 'Delete')
  await expect(names).toHaveText([/Now/])
  await expect(rail.getByRole('button', { name: 'Change the view Now' })).toBeFocused()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(names).toHaveText([/Now/, /Security/])
  await expect(otherNames).toHaveText([/Now/, /Security/])

  await asOnPhone(page)
  await pressSequence(page, 'g', 'd')
  await page.getByRole('heading', { name: /^Welcome/, level: 1 }).waitFor()
  await pressSequence(page, 'g', '2')
  await expect(page).toHaveURL(/#\/list\?label=auth$/)
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Views' })
  await expect(sheet.getByRole('link', { name: /Security\s*2/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Change the view Security' }).press('Enter')
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(savedIn(sheet)).toHaveText([/Security/, /Now/])
})

test('a changed view says so beside its name, and is saved by a button or Ctrl S, saved as a new one, or reset', {
  tag: ['@core', '@wide'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'a', labels: ['auth'] }, { title: 'b', labels: ['auth'], priority: 'High' })
  const views = [
    { name: 'Security', address: '/list?label=auth' },
    { name: 'Dates', address: '/calendar' },
  ]
  for (const data of views) await expect(await page.request.post('/views', { data })).toBeOK()
  await page.goto('#/dashboard')
  await live(page)
  const rail = page.getByRole('navigation', { name: 'Places, views and labels' })
  const changed = page.getByRole('region', { name: 'Changed view' })
  await rail.getByRole('link', { name: /^Security/ }).click()
  await expect(condition(page, 'label:auth')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  await expect(changed).toBeHidden()
  await addCondition(page, 'priority:high')
  await expect(cards(page)).toHaveText([/b/])
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await expect(changed).toContainText('View changed')
  await expect(rail.getByRole('link', { name: /^Security/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await changed.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/#\/list\?label=auth$/)
  await expect(changed).toBeHidden()
  await expect(condition(page, 'priority:high')).toBeHidden()

  await addCondition(page, 'priority:high')
  await expect(changed).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(changed).toBeHidden()
  await expect(savedIn(rail)).toHaveText([/Security\s*1/, /Dates/])
  await addCondition(page, 'priority:low')
  await changed.getByRole('button', { name: 'Save as new …' }).click()
  await page.getByLabel('Name of the view').fill('Both')
  await page.keyboard.press('Enter')
  await expect(savedIn(rail)).toHaveText([/Security/, /Dates/, /Both/])
  await expect(changed).toBeHidden()
  await expect(rail.getByRole('link', { name: /^Both/ })).toHaveAttribute('aria-current', 'page')

  // Another place is no change, nor is another month.
  await addCondition(page, 'priority:medium')
  await rail.getByRole('link', { name: /^All tasks/ }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/, level: 1 })).toBeVisible()
  await expect(changed).toBeHidden()
  await rail.getByRole('link', { name: /^Dates/ }).click()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page).toHaveURL(/on=/)
  await expect(changed).toBeHidden()

  await asOnPhone(page)
  await page.goto('#/list?label=auth&priority=High')
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(changed).toBeVisible()
  await expectAccessible(page)
})
