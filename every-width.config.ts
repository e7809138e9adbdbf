import { defineConfig } from '@playwright/test'
import { everyWidth } from './e2e/every-width/projects.ts'
import base from './playwright.config.ts'

process.env.EVERY_WIDTH = 'yes'

/** The browser tests with the tags of `projects.ts`, at every width and in both themes: `npm run every-width`. */
export default defineConfig({ ...base, testIgnore: [], projects: everyWidth })
