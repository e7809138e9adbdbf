import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { cards } from './tasks.ts'

export const card = (page: Page, title: string) => cards(page).filter({ hasText: title })
/** The button that lists the changes which wait, for the width of a desktop. */
export const waiting = (page: Page) =>
  page.getByRole('button', { name: /changes? (waiting|needs? you)|need you/ }).last()
export const complete = (page: Page, number: number) =>
  page.getByRole('button', { name: `Complete #${number}` }).click()

/** The address of the server itself, on the host whose cookies the page has. */
export const direct = (origin: string) => origin.replace('localhost', '127.0.0.1')

/** The tasks that the server has, whatever happens to the connection of the page. */
export async function tasksOf(page: Page, origin: string): Promise<Task[]> {
  return (await (await page.request.get(`${direct(origin)}/tasks/getTasks`)).json()).tasks
}

export const statusesOf = async (page: Page, origin: string) =>
  (await tasksOf(page, origin)).map(({ status }) => status)
