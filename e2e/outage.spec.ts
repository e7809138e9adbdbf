import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from './gateway.ts'
import { type Fault, startProxy } from './proxy.ts'
import { expect, newPerson, startServer, welcome } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

const mark = (page: Page) => page.getByRole('status', { name: 'Connection' })
const faults: Fault[] = [504, 'drop', 'a sign-in of its own']

test('no kind of outage discards a half-edited text, and it can be saved afterwards', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  const [task] = await addTasks(page, { title: 'Fix login tests' })
  await page.goto(`#/task/${task?._id}`)
  await live(page)
  await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
  await page.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('form', { name: 'Edit task' })
  await editor.getByLabel('Title').fill('Fix all login tests')

  for (const fault of faults) {
    gateway.fail(fault)
    await expect(mark(page), String(fault)).toHaveText('Reconnecting…')
    await gateway.failed(2)
    await expect(editor.getByLabel('Title'), String(fault)).toHaveValue('Fix all login tests')
    gateway.recover()
    await live(page)
  }

  // The text has saved itself. The next change waits for nothing else.
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Fix all login tests')
  gateway.fail(502)
  await editor.getByLabel('Title').fill('Fix all the login tests')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fix all the login tests' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 change waiting' }).last()).toBeVisible()
  gateway.recover()
  await live(page)
  await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('Critical')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(page)).toContainText(['Fix all the login tests'])
  await expect(cards(page)).toContainText(['Critical'])
})

test('quick add and the add form add their tasks during an outage, and they are sent afterwards; a form of the profile stays when the account cannot be loaded again', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  await page.goto('#/add-task')
  await live(page)
  await page.getByLabel('Title').fill('Rotate the keys')
  await page.getByLabel('Description').fill('All of them.')
  await page.getByLabel('Due date').fill('2026-11-20')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('q')
  const line = page.getByLabel('New task')
  await line.fill('Fix the build !high')
  // The outage also interrupts the loading of the code that parses the line.
  await page.getByRole('dialog').getByText('No date', { exact: true }).waitFor()

  gateway.fail('drop')
  await line.press('Enter')
  await expect(page.getByRole('alert')).toContainText(['Added Fix the build'])
  await expect(mark(page)).toHaveText('Reconnecting…')
  await expect(line).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Title')).toHaveValue('Rotate the keys')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(cards(page)).toHaveText([/Rotate the keys.*new/, /Fix the build.*new/])
  gateway.recover()
  await live(page)
  await expect(cards(page)).toHaveText([/Rotate the keys.*#2/, /Fix the build.*#1/])

  await page.goto('#/profile')
  await live(page)
  await page.getByLabel('New password').fill('not sent yet')
  gateway.fail(502)
  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/auth/account') && response.status() === 502,
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await asked
  await gateway.failed(2)
  await expect(page.getByLabel('New password')).toHaveValue('not sent yet')
})

test('a restart of the server loses no input', async ({ otherDevice }) => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-restart-'))
  let server = await startServer(folder)
  const proxy = await startProxy(() => server.origin)
  const tab = await otherDevice(undefined, { baseURL: `${proxy.origin}/taskdeck/` })
  await expect(await tab.request.post('/auth/signup', { data: newPerson() })).toBeOK()
  const [task] = await addTasks(tab, { title: 'Survive' })
  await tab.goto(`#/task/${task?._id}`)
  await live(tab)
  await tab.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await server.stop('SIGKILL')
  await expect(mark(tab)).toHaveText('Reconnecting…')
  server = await startServer(folder)
  await live(tab)
  await expect(tab.getByRole('combobox', { name: 'Status' })).toHaveValue('Completed')
  await tab.getByRole('button', { name: 'Update Task' }).click()
  await expect(cards(tab)).toContainText(['Completed'])
  await tab.close()
  await proxy.close()
  await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a screen that is opened during an outage appears by itself afterwards', async ({
  page,
  gateway,
  signedIn: _,
  complaints,
}) => {
  for (const fault of [502, 'captive portal', 'a sign-in of its own'] as const) {
    await test.step(String(fault), async () => {
      complaints.length = 0
      gateway.fail(fault)
      await page.goto('#/settings')
      await expect(page.getByRole('alert')).toContainText('Reconnecting…')
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect(page.getByText('You were signed out')).toBeHidden()
      await expect.poll(() => complaints.join()).toContain('Auth check failed')
      const email = page.getByLabel('Email').first()
      await email.fill('ana@example.com')
      await gateway.failed(1)
      await expect(email).toHaveValue('ana@example.com')
      gateway.recover()
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
      await expect(page.getByRole('alert')).toBeHidden()
      // The next visit is as the first one: the browser knows no session.
      await live(page)
      await page.evaluate(() => localStorage.clear())
      await page.goto('about:blank')
    })
  }
})

test('a screen that is entered during an outage shows the account, names the missing data, and loads it by itself', async ({
  page,
  gateway,
  signedIn,
}) => {
  await addTasks(page, { title: 'Late' })
  await page.goto('./')
  await page.getByRole('button', { name: 'Profile' }).waitFor()
  gateway.fail(504)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(welcome(page, signedIn)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Could not load your tasks' })).toBeVisible()
  gateway.recover()
  await expect(cards(page)).toContainText(['Late'])
})

test('a server that accepts requests and never responds is given up on, and used again when it responds', {
  tag: '@core',
}, async ({ page, gateway, signedIn }) => {
  await page.clock.install()
  gateway.fail('hang')
  const asked = gateway.failed(1)
  await page.goto('#/dashboard')
  await asked
  await page.clock.fastForward(11_000)
  await expect(page.getByRole('alert')).toContainText('Reconnecting…')
  gateway.recover()
  await page.clock.fastForward(16_000)
  await expect(welcome(page, signedIn)).toBeVisible()
  await live(page)

  const reconnecting = gateway.failed(1)
  gateway.fail('hang')
  await expect(mark(page)).toHaveText('Reconnecting…')
  await reconnecting
  const again = gateway.failed(1)
  await page.clock.fastForward(35_000)
  await again
  gateway.recover()
  await live(page)
})

test('while the server can only be read, the web app shows the tasks, keeps a change waiting with the reason, and sends it afterwards', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Fix login tests' })
  gateway.fail('reads only')
  await page.goto('#/dashboard')
  await live(page)
  await expect(cards(page)).toContainText(['Fix login tests'])
  await page.goto('#/add-task')
  await page.getByLabel('Title').fill('Rotate the keys')
  await page.getByLabel('Description').fill('All of them.')
  await page.getByLabel('Due date').fill('2026-11-20')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await page.getByRole('button', { name: '1 change waiting' }).last().click()
  await expect(page.getByText('The server can only be read at the moment')).toBeVisible()
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  gateway.recover()
  await expect(page.getByRole('button', { name: '1 change waiting' })).toHaveCount(0)
  await expect(cards(page).filter({ hasText: 'Rotate the keys' })).toBeVisible()
})
