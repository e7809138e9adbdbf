import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { startTaskdeck } from '../test/process.ts'

interface Worker {
  /** A running Taskdeck of this worker's own. */
  taskdeck: { origin: string; url: string }
}

interface Test {
  /** What the browser complained about; a test that expects complaints empties it. */
  complaints: string[]
}

/** Playwright's test, with a Taskdeck to talk to; it fails when the browser logs an error that nobody expected. */
export const test = base.extend<Test, Worker>({
  taskdeck: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it must prepare
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'taskdeck-e2e-'))
      const server = startTaskdeck({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' })
      const [, origin = ''] = await server.said(/ready at (http:\/\/[^/]+)/)
      await use({ origin, url: `${origin}/taskdeck/` })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ taskdeck }, use) => use(taskdeck.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Nothing that keeps a person out: no violation that axe calls serious or critical. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
