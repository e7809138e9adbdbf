import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Locator,
  expect as matchers,
  type Page,
  type Route,
  type TestInfo,
} from '@playwright/test'
import type axe from 'axe-core'
import { startTaskdeck } from '../test/process.ts'
import { recordCode } from './coverage.ts'
import { fillAsTyped } from './fill-as-typed.ts'
import { isNarrow } from './touch.ts'

export interface Person {
  username: string
  email: string
  password: string
}

interface Worker {
  /** Additional settings of this worker's Taskdeck. */
  settings: Record<string, string>
  /** The Taskdeck process of this worker. */
  taskdeck: { origin: string; url: string; folder: string }
}

interface Test {
  /** Whether the browser asks to save data. The app then has no service worker, which would hide requests from `page.route`. */
  savesData: boolean
  /** The errors that the browser has logged. A test that expects some names them with `expectComplaints`. */
  complaints: string[]
  /** A user with an account who is not signed in. */
  person: Person
  /** A user with an account who is signed in on the page. */
  signedIn: Person
  /** A page in a separate browser, as on another device. A given user is signed in there. */
  otherDevice: (person?: Person, options?: BrowserContextOptions) => Promise<Page>
}

/** Playwright's test with a Taskdeck server. It fails if the browser logs an unexpected error. */
export const test = base.extend<Test, Worker>({
  settings: [{}, { scope: 'worker' }],
  taskdeck: [
    async ({ settings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'taskdeck-e2e-'))
      const { origin, stop } = await startServer(folder, settings)
      await use({ origin, url: `${origin}/taskdeck/`, folder })
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ taskdeck }, use) => use(taskdeck.url),
  page: async ({ page }, use, info) => {
    await slowDown(page)
    const recordedIn = process.env.RECORD_COVERAGE
    if (recordedIn) await recordCode(page, info, recordedIn, () => use(page))
    else await use(page)
  },
  savesData: [true, { option: true }],
  complaints: [
    async ({ context, savesData }, use, info) => {
      const complaints: string[] = []
      await prepare(context, complaints, savesData)
      await use(complaints)
      if (hasFailed(info) || complaints.length > 0) await photograph(context, info)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  person: async ({ request }, use) => {
    const person = newPerson()
    await expect(await request.post('/auth/signup', { data: { ...person, timeZone: 'UTC' } })).toBeOK()
    await use(person)
  },
  signedIn: async ({ page, timezoneId }, use) => {
    const person = newPerson()
    await expect(
      await page.request.post('/auth/signup', { data: { ...person, timeZone: timezoneId ?? 'UTC' } }),
    ).toBeOK()
    // Answers the offer of another start, which would stand above the tasks of the dashboard.
    await expect(await page.request.put('/auth/preferences', { data: { start: 'dashboard' } })).toBeOK()
    await use(person)
  },
  otherDevice: async ({ browser, complaints, savesData }, use, info) => {
    const contexts: BrowserContext[] = []
    await use(async (person, options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      await prepare(context, complaints, savesData)
      if (person) await logIn(context, person)
      return context.newPage()
    })
    for (const context of contexts) {
      if (hasFailed(info)) await photograph(context, info)
      await context.close()
    }
  },
})

/**
 * Playwright's own check of what is visible describes the whole page to itself each time that it looks too early, which takes a twentieth of the
 * time of a test. This one waits first, and leaves the words of a failure to that one.
 */
export const expect = matchers.extend({
  async toBeVisible(locator: Locator, options: { timeout?: number } = {}) {
    const [plain, timeout] = [matchers(locator), options.timeout ?? this.timeout]
    if (this.isNot) await plain.not.toBeVisible({ timeout })
    else await locator.waitFor({ timeout }).catch(() => plain.toBeVisible({ timeout: 1 }))
    return { pass: !this.isNot, message: () => '' }
  },
})

/** Starts Taskdeck on its own port. */
export async function startServer(folder: string, settings: Record<string, string> = {}) {
  const server = startTaskdeck({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SIGNUPS_PER_HOUR: '100000',
    // A machine that runs tests is busy, which must not count as overload.
    OVERLOAD_DELAY: '60000',
    ...settings,
  })
  const [, origin = ''] = await server.said(/ready at (http:\/\/[^/]+)/)
  return { origin, stop: server.stop }
}

/** The data of a new user without an account. */
export function newPerson(): Person {
  const id = randomUUID().slice(0, 8)
  return { username: `Ana ${id}`, email: `ana-${id}@example.com`, password: 'correct horse battery' }
}

/** Signs a user in without the sign-in screen. */
export async function logIn({ request }: { request: Page['request'] }, { email, password }: Person) {
  await expect(await request.post('/auth/login', { data: { email, password } })).toBeOK()
}

async function prepare(context: BrowserContext, complaints: string[], savesData: boolean) {
  await fillAsTyped(context)
  if (savesData) {
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  }
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    const { url } = message.location()
    // A visitor's session check is refused. The browser always logs that, and no page can prevent it.
    const visitor = url.endsWith('/auth/verify') && message.text().includes('status of 401')
    // The provider in place of Google has no icon.
    const icon = url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !visitor && !icon) complaints.push(message.text())
  })
}

const hasFailed = ({ status, expectedStatus }: TestInfo) => status !== expectedStatus

/** Attaches a picture of every open page. Playwright's own option takes them of passed tests as well, which costs 0.1 s each. */
async function photograph(context: BrowserContext, info: TestInfo) {
  for (const page of context.pages()) {
    const name = `page-${info.attachments.length + 1}`
    const path = info.outputPath(`${name}.png`)
    // A page that hangs must not hide the failure.
    if (await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)) {
      info.attachments.push({ name, path, contentType: 'image/png' })
    }
  }
}

/** Makes the processor of a page as many times slower as `SLOW_PROCESSOR` says. */
async function slowDown(page: Page) {
  const rate = Number(process.env.SLOW_PROCESSOR || 1)
  if (rate === 1) return
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Makes the browser keep no tasks and no session, so that every page asks the server first. */
export const keepNothing = (page: Page) =>
  page.addInitScript(() => {
    // An empty page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('taskdeck-keeps-tasks', 'no')
  })

/** Expects that the browser has logged these errors and no others. */
export async function expectComplaints(complaints: string[], ...words: string[]) {
  await expect.poll(() => words.filter((word) => !complaints.some((text) => text.includes(word)))).toEqual([])
  expect(complaints.filter((text) => !words.some((word) => text.includes(word)))).toEqual([])
  complaints.length = 0
}

/** Ignores errors that depend on the requests in progress at that moment. */
export function forgive(complaints: string[], ...words: string[]) {
  const others = complaints.filter((text) => !words.some((word) => text.includes(word)))
  complaints.splice(0, complaints.length, ...others)
}

/** A text that the dashboard shows to a signed-in user. */
export function welcome(page: Page, { username }: Pick<Person, 'username'>) {
  return page.getByRole('heading', { name: `Welcome to the Dashboard, ${username}!` })
}

/** The items of the nav bar, which are behind a button on a narrow screen. */
export async function navItems(page: Page) {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const button = nav.getByRole('button', { name: 'Open the menu' })
  if (isNarrow(page)) await button.click()
  return nav
}

/** The items of the account menu in the nav bar. */
export async function accountMenu(page: Page) {
  const nav = await navItems(page)
  await nav.getByRole('button', { name: 'Profile' }).click()
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem').first().waitFor()
  return menu
}

/** Waits until the service worker has stored the app and serves it. Needs `savesData: false`. */
export async function appStored(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Holds the responses of an endpoint until they are released. */
export async function holdBack(page: Page, url: string | RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/**
 * Prevents the live stream of a page from opening, so that changes made elsewhere appear only with the next request.
 */
export async function withoutLive(page: Page): Promise<Page> {
  await page.route('**/tasks/events*', () => {})
  return page
}

/**
 * Makes an endpoint fail until the returned function is called. The live stream stays closed in the meantime: when it
 * opens, the app repeats failed requests by itself, and there would be no "Try again" left to click.
 */
export async function breakCall(page: Page, url: string, answer: { status: number; json: unknown }) {
  await withoutLive(page)
  const refuse = (route: Route) => route.fulfill(answer)
  await page.route(url, refuse)
  return () => page.unroute(url, refuse)
}

/**
 * Lets the app repeat a broken call by itself until its next attempt is seconds away, so that a click on "Try again" comes first. Needs
 * `page.clock.install()`.
 */
export async function tireOut(page: Page, url: string) {
  for (let attempt = 0; attempt < 6; attempt++) {
    const refused = page.waitForResponse(url)
    await page.clock.fastForward(20_000)
    await refused
  }
}

/** Presses the keys of one command. They are sent together, because a first key expires after a second. */
export async function pressSequence(page: Page, ...keys: string[]) {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

const axeSource = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')
type WithAxe = { axe: typeof axe }

/** Expects that axe finds no violation of any level on the current page. */
export async function expectAccessible(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Something that is fading in or out has too little contrast.
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(passing.map(({ finished }) => finished)).then(() => {})
  })
  const found = await page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as WithAxe).axe.run({
      ...(runOnly && { runOnly }),
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, rules)
  expect(found).toEqual([])
}

/** Turns the open page into that of a phone in the dark, to repeat a journey by keyboard without another start of the app. */
export async function asOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Open the menu' }),
  ).toBeVisible()
}

/** Expects no horizontal overflow, once the page has its final width. */
export async function expectNoSidewaysScroll(page: Page) {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(tooWide).toBeLessThanOrEqual(0)
}

/**
 * Expects that the current page is accessible on a wide screen in the light and on a narrow one in the dark, and never scrolls sideways. The themes
 * differ only in colours, and test/colours.test.ts compares all of them in both.
 */
export async function expectUsable(page: Page, look?: (name: string) => Promise<void>) {
  // Each width and theme has a project of its own then.
  if (process.env.EVERY_WIDTH) {
    await expectNoSidewaysScroll(page)
    return expectAccessible(page)
  }
  for (const width of [390, 992, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    // 992 px has the layout of 1440 px with less space.
    const checkedIn = { 390: 'dark', 1440: 'light' }[width]
    for (const colorScheme of ['light', 'dark'] as const) {
      if (colorScheme !== checkedIn && !look) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (colorScheme === checkedIn) await expectAccessible(page)
      await look?.(`${width}-${colorScheme}`)
    }
  }
}
