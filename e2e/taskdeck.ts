import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Route,
} from '@playwright/test'
import type axe from 'axe-core'
import { startTaskdeck } from '../test/process.ts'

export interface Person {
  username: string
  email: string
  password: string
}

interface Worker {
  /** Settings of this worker's Taskdeck besides the usual ones. */
  settings: Record<string, string>
  /** A running Taskdeck of this worker's own. */
  taskdeck: { origin: string; url: string; folder: string }
}

interface Test {
  /** Whether the browser asks to save data. The app then loads no part before it is needed, which no test has to wait for. */
  savesData: boolean
  /** What the browser complained about; a test that expects complaints names them with `expectComplaints`. */
  complaints: string[]
  /** Somebody who has an account; nobody is signed in. */
  person: Person
  /** Somebody who has an account, and is signed in on the page. */
  signedIn: Person
  /** A page in a browser of its own, as on another device; somebody is signed in there when they are named. */
  otherDevice: (person?: Person, options?: BrowserContextOptions) => Promise<Page>
}

/** Playwright's test, with a Taskdeck to talk to; it fails when the browser logs an error that nobody expected. */
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
  savesData: [true, { option: true }],
  complaints: [
    async ({ context, savesData }, use) => {
      const complaints: string[] = []
      await prepare(context, complaints, savesData)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  person: async ({ request }, use) => {
    const person = newPerson()
    await expect(await request.post('/auth/signup', { data: { ...person, timeZone: 'UTC' } })).toBeOK()
    await use(person)
  },
  signedIn: async ({ page }, use) => {
    const person = newPerson()
    await expect(await page.request.post('/auth/signup', { data: { ...person, timeZone: 'UTC' } })).toBeOK()
    await use(person)
  },
  otherDevice: async ({ browser, complaints, savesData }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      await prepare(context, complaints, savesData)
      if (person) await logIn(context, person)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** Starts a Taskdeck on a port of its own. */
export async function startServer(folder: string, settings: Record<string, string> = {}) {
  const server = startTaskdeck({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SIGNUPS_PER_HOUR: '100000',
    // A machine that runs tests is busy, not overloaded.
    OVERLOAD_DELAY: '60000',
    ...settings,
  })
  const [, origin = ''] = await server.said(/ready at (http:\/\/[^/]+)/)
  return { origin, stop: server.stop }
}

/** Somebody nobody has heard of yet. */
export function newPerson(): Person {
  const id = randomUUID().slice(0, 8)
  return { username: `Ana ${id}`, email: `ana-${id}@example.com`, password: 'correct horse battery' }
}

/** Signs somebody in without a screen. */
export async function logIn({ request }: { request: Page['request'] }, { email, password }: Person) {
  await expect(await request.post('/auth/login', { data: { email, password } })).toBeOK()
}

async function prepare(context: BrowserContext, complaints: string[], savesData: boolean) {
  if (savesData) {
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  }
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    const { url } = message.location()
    // A visitor's session check is refused; the browser reports that, and no page can keep it from doing so.
    const visitor = url.endsWith('/auth/verify') && message.text().includes('status of 401')
    // What stands in for Google has no icon.
    const icon = url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !visitor && !icon) complaints.push(message.text())
  })
}

/** The browser has complained in these words, and about nothing else. */
export async function expectComplaints(complaints: string[], ...words: string[]) {
  await expect.poll(() => words.filter((word) => !complaints.some((text) => text.includes(word)))).toEqual([])
  expect(complaints.filter((text) => !words.some((word) => text.includes(word)))).toEqual([])
  complaints.length = 0
}

/** Drops complaints that depend on what was on its way at that moment. */
export function forgive(complaints: string[], ...words: string[]) {
  const others = complaints.filter((text) => !words.some((word) => text.includes(word)))
  complaints.splice(0, complaints.length, ...others)
}

/** What the dashboard says when somebody is on it. */
export function welcome(page: Page, { username }: Pick<Person, 'username'>) {
  return page.getByRole('heading', { name: `Welcome to the Dashboard, ${username}!` })
}

/** The items of the nav bar, which a narrow screen keeps behind a button. */
export async function navItems(page: Page) {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const button = nav.getByRole('button', { name: 'Open the menu' })
  if ((page.viewportSize()?.width ?? 0) < 992) await button.click()
  return nav
}

/** The items of the account's own menu in the nav bar. */
export async function accountMenu(page: Page) {
  const nav = await navItems(page)
  await nav.getByRole('button', { name: 'Profile' }).click()
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem').first().waitFor()
  return menu
}

/** Holds the answers of a call back until they are released. */
export async function holdBack(page: Page, url: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Keeps the live stream of a page from opening: what happens elsewhere shows with the next call, and not before. */
export async function withoutLive(page: Page): Promise<Page> {
  await page.route('**/tasks/events*', () => {})
  return page
}

/**
 * Makes a call fail until the returned function is called. The live stream stays closed meanwhile: when it opens, the app repeats by
 * itself what has failed, and there would be no "Try again" left to click.
 */
export async function breakCall(page: Page, url: string, answer: { status: number; json: unknown }) {
  await withoutLive(page)
  const refuse = (route: Route) => route.fulfill(answer)
  await page.route(url, refuse)
  return () => page.unroute(url, refuse)
}

/** Presses keys that make one command. They are sent together, because the first one is forgotten after a second. */
export async function pressSequence(page: Page, ...keys: string[]) {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

const axeSource = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')
type WithAxe = { axe: typeof axe }

/** Nothing on the page as it stands keeps a person out: axe finds no violation that it calls serious or critical. */
export async function expectAccessible(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const grave = await page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as WithAxe).axe.run({
      ...(runOnly && { runOnly }),
      resultTypes: ['violations'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, rules)
  expect(grave).toEqual([])
}

/** Nothing sticks out sideways, once the page has taken up its width. */
export async function expectNoSidewaysScroll(page: Page) {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(tooWide).toBeLessThanOrEqual(0)
}

/** The page as it stands is accessible in both themes, on narrow and wide screens, and never scrolls sideways. */
export async function expectUsable(page: Page, look: (name: string) => Promise<void> = async () => {}) {
  for (const width of [390, 992, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    // 992 px has the layout of 1440 px, with less room.
    const hasOwnLayout = width !== 992
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    if (hasOwnLayout) await expectAccessible(page)
    await look(`${width}-light`)
    // Themes differ in colours only.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    if (hasOwnLayout) await expectAccessible(page, ['color-contrast'])
    await look(`${width}-dark`)
  }
}
