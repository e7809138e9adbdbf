import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
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
      await use({ origin, url: `${origin}/taskdeck/`, folder })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ taskdeck }, use) => use(taskdeck.url),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      listen(context, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  person: async ({ request }, use) => {
    const person = newPerson()
    await expect(await request.post('/auth/signup', { data: person })).toBeOK()
    await use(person)
  },
  signedIn: async ({ page }, use) => {
    const person = newPerson()
    await expect(await page.request.post('/auth/signup', { data: person })).toBeOK()
    await use(person)
  },
  otherDevice: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      listen(context, complaints)
      if (person) await logIn(context, person)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** Somebody nobody has heard of yet. */
export function newPerson(): Person {
  const id = randomUUID().slice(0, 8)
  return { username: `Ana ${id}`, email: `ana-${id}@example.com`, password: 'correct horse battery' }
}

/** Signs somebody in without a screen. */
export async function logIn({ request }: { request: Page['request'] }, { email, password }: Person) {
  await expect(await request.post('/auth/login', { data: { email, password } })).toBeOK()
}

function listen(context: BrowserContext, complaints: string[]) {
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

/** A page that hears of nothing by itself: its live stream never begins. For what must show with the next call, and not before. */
export async function withoutLive(page: Page): Promise<Page> {
  await page.route('**/tasks/events*', () => {})
  return page
}

/** Nothing on the page as it stands keeps a person out: axe finds no violation that it calls serious or critical. */
export async function expectAccessible(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** The page as it stands is accessible in both themes, on narrow and wide screens, and never scrolls sideways. */
export async function expectUsable(page: Page, look: (name: string) => Promise<void> = async () => {}) {
  for (const width of [390, 992, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
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
