import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const executablePath = findBrowser()

/** What a narrow screen shows or does differently; everything else is looked at once, on a wide one. */
const bothWidths = /(accessible|add-task|auth|dashboard|landing|nav-bar|task-details|views|quick-add)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // Pages wait more than they work: three keep two cores busy.
  workers: 3,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    launchOptions: { args: [...quiet, ...asRoot], ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', testMatch: bothWidths, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
