import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { firefoxProjects } from './e2e/firefox.ts'
import { webKitProjects } from './e2e/webkit.ts'
import { findBrowser } from './scripts/browser.mjs'
import { hasS3Server } from './scripts/test-programs.mjs'
import { quickPackages } from './test/packages.ts'

// The servers and the workers of the tests take their compiled code from here, as those of the server tests do.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')
process.env.QUICK_PACKAGES ??= quickPackages

const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
// A page lives for seconds here: what the optimizing compilers cost, it never gets back.
const unoptimized = ['--js-flags=--no-opt,--no-maglev']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const executablePath = findBrowser()
// Keys and answers that come too early or too late show on a slow processor and while something moves.
const slowness = Number(process.env.SLOW_PROCESSOR || 1)
const reducedMotion = process.env.MOTION ? 'no-preference' : 'reduce'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './test/packages.ts',
  testIgnore: ['every-width/**', ...(hasS3Server() ? [] : ['object-storage.spec.ts'])],
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // The server tests run at the same time.
  timeout: 180_000 * slowness,
  // Longer than the app ever waits before it tries again.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    timezoneId: 'UTC',
    launchOptions: { args: [...quiet, ...unoptimized, ...asRoot], ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    // Only features that look or work differently on a narrow screen. In the dark, so that every journey is made in both themes.
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' },
    },
    {
      name: 'desktop',
      grepInvert: /@phone-only|@firefox-only|@webkit-only/,
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion } },
    },
    ...firefoxProjects(),
    ...webKitProjects(),
  ],
})
