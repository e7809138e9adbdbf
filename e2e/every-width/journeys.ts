import type { Page, TestInfo } from '@playwright/test'
import { expect } from '../taskdeck.ts'
import { cards, live } from '../tasks.ts'
import { isNarrow } from '../touch.ts'

export const projectName = ({ project }: TestInfo) => project.name

/** Opens a screen whose main heading has this name. */
export async function openScreen(page: Page, address: string, heading: string | RegExp) {
  await page.goto(`#/${address}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await live(page)
}

/** The bar of places at the bottom of a phone, and beside a wide screen the rail. */
export const places = (page: Page) =>
  page.getByRole('navigation', { name: isNarrow(page) ? 'Places' : 'Places, views and labels' })

/** Opens the menu of the task whose page is shown. */
export async function openTaskMenu(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem').first().waitFor()
}

/** Chooses a command of the task whose page is shown. */
export async function chooseInTaskMenu(page: Page, name: string | RegExp) {
  await openTaskMenu(page)
  await page.getByRole('menuitem', { name }).click()
}

/** Opens quick add, by a tap on a phone and by its key elsewhere. Returns its field. */
export async function openCapture(page: Page) {
  if (isNarrow(page)) await page.getByRole('link', { name: 'Add a task' }).click()
  else await page.keyboard.press('q')
  const line = page.getByLabel('New task', { exact: true })
  await expect(line).toBeFocused()
  return line
}

/** Puts the caret into the search field. */
export async function openSearch(page: Page) {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Search', exact: true }).click()
  else await page.keyboard.press('/')
  const field = page.getByLabel('Search tasks')
  await expect(field).toBeFocused()
  return field
}

/** Opens a task beside the list that shows it. */
export async function peekAt(page: Page, title: string) {
  await cards(page).filter({ hasText: title }).first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('complementary', { name: 'Peek' }).getByRole('heading', { name: title })).toBeVisible()
}
