import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { logInOn } from './auth-card.ts'
import { type Override, startProxy } from './proxy.ts'
import { appStored, test as base, expect, expectUsable, newPerson, startServer, welcome } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

interface Gateway {
  origin: string
  /** Publishes another version of the app: its worker differs, and may be changed further. */
  publish: (version: string, change?: (script: string) => string) => Promise<void>
  /** The server no longer has a worker. */
  withdraw: () => void
  close: () => Promise<void>
}

/** All requests pass a proxy, which can publish new versions and go away. Errors that the browser logs about that are expected. */
const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ taskdeck }, use) => {
    let worker: ReturnType<Override>
    const proxy = await startProxy(
      () => taskdeck.origin,
      (path) => (path === '/taskdeck/sw.js' ? worker : undefined),
    )
    let isClosed = false
    const close = async () => {
      if (!isClosed) await proxy.close()
      isClosed = true
    }
    await use({
      origin: proxy.origin,
      publish: async (version, change = (script) => script) => {
        const script = await readFile(join(import.meta.dirname, '../dist/sw.js'), 'utf8')
        const body = change(script.replace(/(?<="version":")[^"]+/, version))
        worker = { status: 200, type: 'text/javascript', body }
      },
      withdraw: () => {
        worker = { status: 404, type: 'application/json', body: '{}' }
      },
      close,
    })
    await close()
  },
  baseURL: async ({ gateway }, use) => use(`${gateway.origin}/taskdeck/`),
  savesData: false,
})
test.afterEach(async ({ page, complaints }) => {
  // An open page keeps looking for the server.
  await page.close()
  complaints.length = 0
})

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'A new version is ready:' })
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update().catch(() => {})))

/** Checks until a new version is offered: a check that coincides with one of the app does not see what was published in between. */
const findUpdate = (page: Page) =>
  expect(async () => {
    await checkForUpdate(page)
    await expect(notice(page)).toBeVisible({ timeout: 3_000 })
  }).toPass()

/** Marks a page. A reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''))
const marked = (page: Page) => page.locator('body[data-marked]')

/** The paths of all responses in the browser's caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    }
    return paths
  })

/** Expects that the caches hold nothing but files of the app. */
async function expectOnlyFilesStored(page: Page, base: string) {
  const paths = await cachedPaths(page)
  expect(paths.length).toBeGreaterThan(20)
  const isFile = (path: string) => /^(|start\.js|favicon\.svg|assets\/[^/]+\.(js|css|woff2))$/.test(path)
  expect(paths.filter((path) => !path.startsWith(base) || !isFile(path.slice(base.length)))).toEqual([])
}

/** Fetches these addresses in the page, and tells which of them were answered. */
const answered = (page: Page, ...urls: string[]) =>
  page.evaluate(async (all) => {
    const results = await Promise.all(all.map((url) => fetch(url).then(Boolean, () => false)))
    return all.filter((_, index) => results[index])
  }, urls)

test('the manifest is valid, the app can be installed, and its icons have the stated sizes', async ({ page }) => {
  await page.goto('./')
  const client = await page.context().newCDPSession(page)
  const { url, errors, data = '', manifest: parsed } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect((await client.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  expect([parsed.id, parsed.scope]).toEqual([new URL('./', page.url()).href, new URL('./', page.url()).href])
  const manifest = JSON.parse(data)
  expect(new URL(manifest.start_url, url).href).toBe(new URL('./#/start', page.url()).href)
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
  const sizes = await page.evaluate(
    (sources: string[]) =>
      Promise.all(
        sources.map(async (source) => {
          const { width, height } = await createImageBitmap(await (await fetch(source)).blob())
          return `${width}x${height}`
        }),
      ),
    manifest.icons.map(({ src }: { src: string }) => src),
  )
  expect(sizes).toEqual(manifest.icons.map(({ sizes }: { sizes: string }) => sizes))
})

test('only files of the app are stored; with them it starts with its tasks while the server is gone, says so, and adds a task that is sent later', async ({
  page,
  gateway,
  signedIn,
}) => {
  const [task] = await addTasks(page, { title: 'On the train' })
  await page.goto('#/dashboard')
  await live(page)
  await appStored(page)
  await page.reload()
  await expect(welcome(page, signedIn)).toBeVisible()
  await live(page)
  await cards(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'On the train' })).toBeVisible()
  await expectOnlyFilesStored(page, '/taskdeck/')
  await gateway.close()
  const calls = ['/tasks/getTasks', `/tasks/task/${task?._id}`, '/auth/verify']
  expect(await answered(page, ...calls, './sw.js', './manifest.webmanifest')).toEqual([])

  await page.goto('#/dashboard')
  await page.reload()
  await expect(welcome(page, signedIn)).toBeVisible()
  await expect(cards(page)).toContainText('On the train')
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('Reconnecting…')
  await page.goto('./?share-text=Offline#/')
  await expect(page.getByLabel('New task')).toHaveValue('Offline')
  await page.getByLabel('New task').press('Enter')
  await page.keyboard.press('Escape')
  await page.goto('#/dashboard')
  await expect(cards(page)).toContainText(['On the train', 'Offline'])
})

test('a visitor and a device that saves data do not download the whole app', async ({ page, otherDevice }) => {
  const registrations = (tab: Page) =>
    tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.clock.install()
  await page.goto('#/auth')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.clock.runFor(10_000)
  expect(await registrations(page)).toBe(0)
  const saving = await otherDevice()
  await saving.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await expect(await saving.request.post('/auth/signup', { data: newPerson() })).toBeOK()
  await saving.clock.install()
  await saving.goto('#/dashboard')
  await saving.getByText('No tasks available.').waitFor()
  await saving.clock.runFor(10_000)
  expect(await registrations(saving)).toBe(0)
})

test('a new version is offered, and replaces the old one in all tabs when the user agrees, but not where text would be lost; two versions stay, a failed update changes nothing, and a server without a worker withdraws the installed one', async ({
  page,
  context,
  gateway,
  signedIn: _,
}) => {
  await page.goto('#/add-task')
  await appStored(page)
  const [idle, drafting] = [await context.newPage(), await context.newPage()]
  await idle.goto('#/dashboard')
  await idle.getByText('No tasks available.').waitFor()
  await drafting.goto('#/dashboard')
  await live(drafting)
  await drafting.keyboard.press('q')
  await drafting.getByLabel('New task').fill('Half a thought')
  await drafting.keyboard.press('Escape')
  for (const tab of [page, idle, drafting]) await mark(tab)
  await page.getByLabel('Title').fill('Half typed')

  await gateway.publish('second')
  await findUpdate(page)
  await notice(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Save or discard your text first' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Half typed')
  for (const tab of [page, idle, drafting]) await expect(marked(tab)).toBeVisible()

  await page.getByLabel('Title').fill('')
  await notice(page).getByRole('button', { name: 'Reload' }).click()
  await expect(marked(page)).toHaveCount(0)
  await expect(marked(idle)).toHaveCount(0)
  await expect(idle.getByText('No tasks available.')).toBeVisible()
  await expect(notice(page)).toBeHidden()
  await expect(notice(drafting)).toBeVisible()
  await expect(marked(drafting)).toBeVisible()

  // The files of the previous version are still there for the tab that shows it.
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(2)
  await drafting.keyboard.press('q')
  await drafting.getByLabel('New task').fill('')
  await drafting.keyboard.press('Escape')
  await notice(drafting).getByRole('button', { name: 'Reload' }).click()
  await expect(marked(drafting)).toHaveCount(0)
  await expect(drafting.getByText('No tasks available.')).toBeVisible()
  for (const tab of [idle, drafting]) await tab.close()
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  await test.step('only the current and the previous version stay in the cache', () => replaceAgain(page, gateway))
  await test.step('a failed update changes nothing', () => failToUpdate(page, gateway))
  await test.step('a server without a worker withdraws the one that is installed', () => withdraw(page, gateway))
})

const cachedVersions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).map((name) => name.split(' ')[1]))

async function replaceAgain(page: Page, gateway: Gateway) {
  await mark(page)
  await gateway.publish('third')
  await findUpdate(page)
  await notice(page).getByRole('button', { name: 'Reload' }).click()
  await expect(marked(page)).toHaveCount(0)
  await page.getByText('No tasks available.').waitFor()
  expect(await cachedVersions(page)).toEqual(['second', 'third'])
}

async function failToUpdate(page: Page, gateway: Gateway) {
  // One of the files does not have the hash that the worker expects.
  await gateway.publish('fourth', (script) => script.replace(/sha256-[^"]{43}/, `sha256-${'A'.repeat(43)}`))
  await checkForUpdate(page)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).installing)).toBeNull()
  expect(await cachedVersions(page)).toEqual(['second', 'third'])
  await page.reload()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await expect(notice(page)).toBeHidden()
}

async function withdraw(page: Page, gateway: Gateway) {
  gateway.withdraw()
  await page.reload()
  await expect(notice(page)).toBeVisible()
  // The removed worker answers this page until it is left.
  expect(await page.evaluate(async () => (await fetch('manifest.webmanifest')).status)).toBe(200)
  await notice(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
      navigator.serviceWorker.controller,
    ])
  await expect.poll(left).toEqual([0, 0, null])
}

test('shared text becomes a draft that the user adds, also after signing in', async ({ page, person }) => {
  const share = { 'share-title': 'Docs', 'share-text': 'Read\nthis tomorrow', 'share-url': 'https://example.com/#a' }
  await page.goto(`./?${new URLSearchParams(share)}`)
  await logInOn(page, person)
  const line = page.getByLabel('New task')
  await expect(line).toHaveValue('Docs Read this tomorrow https://example.com/#a')
  expect((await (await page.request.get('/tasks/getTasks')).json()).tasks).toEqual([])
  expect(page.url()).toMatch(/\/taskdeck\/#\/dashboard$/)
  await line.press('Enter')
  await expect(cards(page)).toHaveCount(1)
})

test('the shortcuts open quick add and Next', async ({ page, signedIn: _ }) => {
  const { shortcuts } = await (await page.request.get('manifest.webmanifest')).json()
  const [newTask, next] = shortcuts.map(({ url }: { url: string }) => url)
  await page.goto(newTask)
  await expect(page.getByLabel('New task')).toBeFocused()
  await expect(page.getByLabel('New task')).toHaveValue('')
  await expectUsable(page)
  await page.goto('about:blank')
  await page.goto(next)
  await expect(page.getByRole('heading', { level: 1, name: 'Next' })).toBeVisible()
})

for (const path of ['/', '/some/where/']) {
  test(`under ${path}, the app starts while the server is gone, and other addresses are left alone`, async ({
    otherDevice,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-base-path-'))
    const server = await startServer(folder, { BASE_PATH: path })
    const tab = await otherDevice(undefined, { baseURL: server.origin + path })
    await expect(await tab.request.post('/auth/signup', { data: newPerson() })).toBeOK()
    await tab.goto('#/dashboard')
    await appStored(tab)
    expect(await tab.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(server.origin + path)
    const client = await tab.context().newCDPSession(tab)
    const { errors, manifest } = await client.send('Page.getAppManifest')
    expect([errors, manifest.id]).toEqual([[], server.origin + path])
    expect((await tab.goto('/health/live'))?.headers()['content-type']).toContain('application/json')
    await tab.goto('./#/dashboard')
    await live(tab)
    const calls = ['/tasks/getTasks', '/auth/verify', '/openapi.json']
    expect(await answered(tab, ...calls)).toEqual(calls)
    await server.stop('SIGKILL')
    expect(await answered(tab, ...calls)).toEqual([])
    await expectOnlyFilesStored(tab, path)
    await tab.reload()
    await expect(navigation(tab)).toBeVisible()
    await expect(tab.getByText('No tasks available.')).toBeVisible()
    await expect(tab.getByRole('status', { name: 'Connection' })).toHaveText('Reconnecting…')
    await tab.close()
    await rm(folder, { recursive: true, force: true })
  })
}

test('an app that was installed at a former base path leads to the new one, and removes its worker and its files', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-e2e-moved-'))
  let server = await startServer(folder)
  const proxy = await startProxy(() => server.origin)
  try {
    const former = `${proxy.origin}/taskdeck/`
    await expect(
      await page.request.post(`${proxy.origin}/auth/signup`, { data: { ...newPerson(), timeZone: 'UTC' } }),
    ).toBeOK()
    await page.goto(`${former}#/list`)
    await live(page)
    await appStored(page)
    await server.stop()
    server = await startServer(folder, { BASE_PATH: '/deck/' })
    await page.goto('about:blank')
    await page.goto(`${former}#/list`)
    await expect(page).toHaveURL(`${proxy.origin}/deck/#/list`)
    await live(page)
    const left = () =>
      page.evaluate(async () => ({
        scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
        caches: (await caches.keys()).map((name) => new URL(name.split(' ')[0] ?? '').pathname),
      }))
    await expect.poll(left).toEqual({ scopes: ['/deck/'], caches: ['/deck/'] })
    // Without the worker, the server leads on.
    await page.goto(`${former}?a=1#/next`)
    await expect(page).toHaveURL(`${proxy.origin}/deck/?a=1#/next`)
  } finally {
    await page.close()
    await proxy.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
