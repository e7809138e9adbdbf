// Finds the browser for the tests. Plain JavaScript without imports, because the setup script runs it before the
// installation.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

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
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...onPath, ...places, ...downloaded()].find((path) => path && existsSync(path))
}

const canUseApt = process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')

/** Whether a browser is missing, or only the slow one is installed although the fast one is available. */
export function wantsBrowser() {
  const found = findBrowser()
  return !found || (canUseApt && !process.env.CHROMIUM_PATH && !found.endsWith(shell))
}

/** Debian's package if the user may install it, otherwise an installed browser, otherwise Playwright's own download. */
export function installBrowser() {
  const apt = (args) => run('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' })
  const install = (name) => apt(['install', '-y', '-qq', '--no-install-recommends', name])
  if (canUseApt && apt(['update', '-qq']) && (install(shell) || install('chromium'))) return true
  return findBrowser() !== undefined || downloadBrowser()
}

function downloadBrowser() {
  return (
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']) && findBrowser() !== undefined
  )
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

function run(command, args, env = {}) {
  const result = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
  return result.status === 0
}
