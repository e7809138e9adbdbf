import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Request } from '@playwright/test'
import { expect, newPerson, startServer, test } from './taskdeck.ts'
import { cards, live } from './tasks.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

test('on a page without https, eight tabs share one stream, and another takes over when the leading tab closes', async ({
  complaints,
}, { project }) => {
  // Browsers trust 127.0.0.1 without https, and no other name.
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-lan-'))
  const server = await startServer(folder, { PORT: String(port), PUBLIC_URL: `http://taskdeck.lan:${port}` })
  const { launchOptions } = project.use
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--host-resolver-rules=MAP taskdeck.lan 127.0.0.1'],
  })
  const context = await browser.newContext({ baseURL: `http://taskdeck.lan:${port}/taskdeck/` })
  const open = new Set<Request>()
  const streams = () => [...open].filter((request) => !request.frame().page().isClosed()).length
  context.on('request', (request) => request.url().includes('/tasks/events') && open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  const first = await context.newPage()
  await first.goto('#/auth')
  const person = newPerson()
  const status = await first.evaluate(
    async (data) =>
      (
        await fetch('/auth/signup', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...data, timeZone: 'UTC' }),
        })
      ).status,
    person,
  )
  expect(status).toBe(201)
  expect(await first.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false])
  await first.goto('#/dashboard')
  await first.reload()
  await live(first)
  const tabs = [first]
  for (let index = 1; index < 8; index++) {
    const tab = await context.newPage()
    await tab.goto('#/dashboard')
    await live(tab)
    tabs.push(tab)
  }
  expect(streams()).toBe(1)
  const [last = first] = tabs.slice(-1)
  await last.keyboard.press('q')
  await last.getByLabel('New task').fill('From the eighth tab')
  await last.getByRole('dialog').getByText('No date', { exact: true }).waitFor()
  await last.keyboard.press('Enter')
  for (const tab of tabs) await expect(cards(tab)).toContainText('#1')

  await first.close()
  await expect.poll(streams).toBe(1)
  await last.keyboard.press('Escape')
  await last.getByRole('button', { name: 'Complete #1' }).click()
  for (const tab of tabs.slice(1)) await expect(cards(tab)).toContainText('Completed')
  await expect.poll(streams).toBe(1)
  expect(complaints).toEqual([])
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
