import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { runOperator } from '../test/operator.ts'
import { startPostgres } from '../test/postgres.ts'
import { test } from './gateway.ts'
import { startProxy } from './proxy.ts'
import { expect, newPerson, startServer } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

/** Adds a task with the keyboard. */
async function quickAdd(page: Page, title: string) {
  await page.keyboard.press('q')
  await page.getByLabel('New task').fill(title)
  await page.getByLabel('New task').press('Enter')
  await expect(page.getByLabel('New task')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(cards(page).filter({ hasText: title })).toHaveCount(1)
}

/** How many changes this browser has stored, and how many of them the server has answered. */
const storedChanges = (page: Page) =>
  page.evaluate(async () => {
    const [found] = await indexedDB.databases()
    const opened = indexedDB.open(found?.name ?? '')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const asked = opened.result.transaction('changes').objectStore('changes').getAll()
    await new Promise((resolve) => asked.addEventListener('success', resolve))
    opened.result.close()
    return { all: asked.result.length, answered: asked.result.filter(({ done }) => done).length }
  })

/** Settings of two machines: the one that is backed up, and the one on which it is restored. */
const engines: Record<string, () => Promise<{ settings: Record<string, string>[]; stop: () => Promise<void> }>> = {
  SQLite: async () => ({ settings: [{}, {}], stop: async () => {} }),
  PostgreSQL: async () => {
    const postgres = await startPostgres()
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const settings: Record<string, string>[] = []
    for (const name of ['before', 'after']) {
      await client.query(`create database ${name}`)
      settings.push({ DATABASE_URL: postgres.url.replace(/\/postgres$/, `/${name}`) })
    }
    await client.end()
    return { settings, stop: postgres.stop }
  },
}

for (const [engine, start] of Object.entries(engines)) {
  test(`${engine}: a browser that is opened after a restore shows the restored tasks, and makes its changes again`, async ({
    otherDevice,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-restore-'))
    const databases = await start()
    const [before, after] = [
      { DATA_DIR: join(folder, 'before'), ...databases.settings[0] },
      { DATA_DIR: join(folder, 'after'), ...databases.settings[1] },
    ]
    let server = await startServer(before.DATA_DIR, before)
    const proxy = await startProxy(() => server.origin)
    const page = await otherDevice(undefined, { baseURL: `${proxy.origin}/taskdeck/` })
    await expect(await page.request.post('/auth/signup', { data: newPerson() })).toBeOK()
    await addTasks(page, { title: 'Kept' })
    const backup = await runOperator('backup.ts', before, join(folder, 'backups'))
    expect(backup).toMatchObject({ code: 0 })
    await addTasks(page, { title: 'Lost A' }, { title: 'Lost B' })
    await page.goto('#/dashboard')
    await live(page)
    await expect(cards(page)).toHaveCount(3)

    // The server answers a change, and the log does not arrive. Another change does not reach the server at all.
    for (const path of ['events', 'getTasks']) await page.route(`**/tasks/${path}*`, (route) => route.abort())
    proxy.fail('drop')
    await expect(page.getByRole('status', { name: 'Connection' })).not.toHaveText('Live')
    proxy.recover()
    await quickAdd(page, 'Answered')
    await expect.poll(() => storedChanges(page)).toEqual({ all: 1, answered: 1 })
    proxy.fail('drop')
    await quickAdd(page, 'Unsent')
    await expect.poll(() => storedChanges(page)).toEqual({ all: 2, answered: 1 })
    await page.close()

    await server.stop()
    expect(await runOperator('restore.ts', after, join(folder, 'backups'))).toMatchObject({ code: 0 })
    server = await startServer(after.DATA_DIR, after)
    proxy.recover()
    const again = await page.context().newPage()
    // The log is longer than the one that the browser has seen.
    await addTasks(again, ...['V', 'W', 'X', 'Y'].map((title) => ({ title: `New ${title}` })))
    await again.goto('#/dashboard')
    await live(again)
    const titles = ['Kept', 'New V', 'New W', 'New X', 'New Y', 'Answered', 'Unsent']
    await expect(cards(again)).toHaveCount(titles.length)
    for (const title of titles) await expect(cards(again).filter({ hasText: title })).toHaveCount(1)
    await expect.poll(() => storedChanges(again)).toEqual({ all: 0, answered: 0 })
    await again.reload()
    await live(again)
    await expect(cards(again)).toHaveCount(titles.length)
    await again.close()
    await proxy.close()
    await server.stop()
    await databases.stop()
    await rm(folder, { recursive: true, force: true })
  })
}
