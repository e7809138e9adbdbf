// Finds the browser for the tests. Plain JavaScript without imports, because the setup script runs it before the
// installation.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { canUseApt, findProgram, installPackages } from './debian.mjs'

/** The browser without windows: the same engine in half the time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of an installed Chromium or Chrome, or of Playwright's own download; undefined when there is none. */
export function findBrowser() {
  const found = findProgram(...names)
  return [process.env.CHROMIUM_PATH, found, ...places, ...downloaded()].find((path) => path && existsSync(path))
}

/** Whether a browser is missing, or only the slow one is installed although the fast one is available. */
export function wantsBrowser() {
  const found = findBrowser()
  return !found || (canUseApt && !process.env.CHROMIUM_PATH && !found.endsWith(shell))
}

/** Debian's package if the user may install it, otherwise an installed browser, otherwise Playwright's own download. */
export function installBrowser() {
  if (canUseApt && (installPackages(shell) || installPackages('chromium'))) return true
  return findBrowser() !== undefined || downloadBrowser()
}

function downloadBrowser() {
  const installer = ['node_modules/playwright-core/cli.js', 'install', 'chromium']
  const { status } = spawnSync(process.execPath, installer, { stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0 && findBrowser() !== undefined
}

function downloaded() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    { darwin: join(homedir(), 'Library/Caches'), win32: process.env.LOCALAPPDATA ?? '' }[process.platform] ??
    join(homedir(), '.cache')
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ? cache : join(cache, 'ms-playwright')
  if (!existsSync(folder)) return []
  const inside = {
    darwin: [
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      'chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: ['chrome-win/chrome.exe', 'chrome-win64/chrome.exe'],
  }[process.platform] ?? ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-linux-arm64/chrome']
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium-'))
    .flatMap((name) => inside.map((path) => join(folder, name, path)))
}
