import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { formerTaskdeck } from './former-app.ts'
import type { Result } from './result.ts'
import { addLinks, addTasks, signedUp, taskdeck } from './servers.ts'

const rounds = 7
const sizes = [100, 1_000, 10_000]
/** Links between the tasks of the largest deck. */
const links = 300

/** A dashboard with a warm cache in a real browser. */
interface Tab {
  page: Page
  /** The times from the navigation to the first frame with cards, and to the first one of the app itself, as the page measures them. */
  start: () => Promise<{ visible: number; ready: number }>
}

/** How quickly a real browser shows and filters tasks, compared with the app before it held a deck. */
export async function browser(): Promise<Result[]> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser: run npm test once, which installs one.')
  const ours = await taskdeck()
  const former = await formerTaskdeck('before the deck')
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const results: Result[] = []
    const stored: number[] = []
    const heaps: number[] = []
    for (const tasks of sizes) {
      const isLargest = tasks === sizes.at(-1)
      const kept = await openTab(chrome, ours.origin, tasks, isLargest ? links : 0)
      const before = await openTab(chrome, former.origin, tasks)
      const times = { kept: [] as number[], ready: [] as number[], before: [] as number[] }
      // One after the other, so that both meet the same disturbances. The first start fills the caches.
      for (let round = 0; round <= rounds; round++) {
        const [one, other] = [await kept.start(), await before.start()]
        if (round === 0) continue
        times.kept.push(one.visible)
        times.ready.push(one.ready)
        times.before.push(other.visible)
      }
      const [one, other] = [median(times.kept), median(times.before)]
      stored.push(one)
      results.push({
        row: `dashboard with ${tasks} tasks stored on the device`,
        figure: `${(one / other).toFixed(2)} of the time before the deck`,
        promised: '≤ 0.5',
        kept: one / other <= 0.5,
        detail: `${Math.round(one)} ms from the navigation to visible cards, ${Math.round(median(times.ready))} ms to those of the app itself, ${Math.round(other)} ms with the last version that held no deck; medians of ${rounds}`,
      })
      heaps.push(await heapOf(kept.page))
      if (isLargest)
        results.push(
          await wire(kept),
          ...(await feel(kept.page, 'cards')),
          ...(await feel(await listOf(kept), 'list')),
          await peeks(kept),
          await months(kept),
          await todayOf(kept),
        )
      for (const { page } of [kept, before]) await page.context().close()
    }
    return [...results, flatness(stored), memory(heaps)]
  } finally {
    await chrome.close()
    await ours.stop()
    await former.stop()
  }
}

/** A tab of a new user with some tasks and links between them. */
async function openTab(chrome: Browser, origin: string, tasks: number, linkCount = 0): Promise<Tab> {
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, tasks)
  if (linkCount) await addLinks(origin, cookie, linkCount)
  const context = await chrome.newContext()
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page/visible.js') })
  const page = await context.newPage()
  return {
    page,
    async start() {
      await page.goto('about:blank')
      await page.goto(`${origin}/taskdeck/#/dashboard`, { waitUntil: 'commit' })
      await page.locator('a[href*="#/task/"]').first().waitFor()
      // The deck is stored by then.
      await page.getByRole('status', { name: 'Connection' }).getByText('Live').first().waitFor()
      await page.waitForTimeout(300)
      return page.evaluate<{ visible: number; ready: number }>(
        "Object.fromEntries(['visible', 'ready'].map((name) => [name, performance.getEntriesByName(name, 'mark')[0].startTime]))",
      )
    },
  }
}

/** The same tab with the list instead of the cards. */
async function listOf({ page }: Tab): Promise<Page> {
  await page.goto(page.url().replace(/#.*/, '#/list'))
  await page.getByRole('heading', { name: 'All tasks' }).waitFor()
  await page.locator('a[data-task]').first().waitFor()
  return page
}

/** With 10,000 tasks: the time from the key until the panel beside the list shows the next task, compared with an empty frame. */
async function peeks(tab: Tab): Promise<Result> {
  const page = await listOf(tab)
  await page.locator('a[data-task]').first().focus()
  await page.keyboard.press('Space')
  await page.locator('[data-peek] h2').first().waitFor()
  const { times, empty } = await run<Record<'times' | 'empty', number[]>>(page, 'peeks.js')
  await page.keyboard.press('Escape')
  return painted('moving on beside the peek panel with 10,000 tasks', times, empty)
}

/** With 10,000 tasks: the time from a step to another month until its days show their tasks, compared with an empty frame. */
async function months({ page }: Tab): Promise<Result> {
  await page.goto(page.url().replace(/#.*/, '#/calendar'))
  await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  await page.locator('td a[data-task]').first().waitFor()
  const { times, empty } = await run<Record<'times' | 'empty', number[]>>(page, 'months.js')
  return painted('showing another month of 10,000 tasks, calendar', times, empty)
}

/** With 10,000 tasks: the time from another screen until Today shows its tasks, compared with an empty frame. */
async function todayOf({ page }: Tab): Promise<Result> {
  await page.goto(page.url().replace(/#.*/, '#/today'))
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.locator('li:has(a[data-task])').first().waitFor()
  const { times, empty } = await run<Record<'times' | 'empty', number[]>>(page, 'today.js')
  return painted('opening Today with 10,000 tasks', times, empty)
}

function median(times: number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function flatness(times: number[]): Result {
  const [least = 0, most = 0] = [times[0], times.at(-1)]
  return {
    row: `start with ${sizes.at(-1)} stored tasks compared with ${sizes[0]}`,
    figure: `${(most / least).toFixed(2)} times`,
    promised: '≤ 1.3',
    kept: most / least <= 1.3,
    detail: `${Math.round(least)} ms and ${Math.round(most)} ms`,
  }
}

async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
}

const megabyte = 1024 ** 2

function memory(heaps: number[]): Result {
  const [few = 0, many = 0] = [heaps[0], heaps.at(-1)]
  const allowed = 1.3 * few + 30 * megabyte
  return {
    row: `memory of a tab with ${sizes.at(-1)} tasks`,
    figure: `${(many / megabyte).toFixed(1)} MB`,
    promised: '≤ 1.3 times that with 100 tasks, and 30 MB',
    kept: many <= allowed,
    detail: `${(few / megabyte).toFixed(1)} MB with ${sizes[0]} tasks; JavaScript heap after a garbage collection`,
  }
}

const maxWireBytes = 5_000

/** What a start with nothing changed transfers, besides the app's own files. */
async function wire({ page, start }: Tab): Promise<Result> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const addresses = new Map<string, string>()
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (isApi(addresses.get(requestId))) bytes += encodedDataLength
  })
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, headersText }) => {
    if (isApi(addresses.get(requestId))) bytes += headersText?.length ?? 0
  })
  await start()
  await devtools.detach()
  return {
    row: 'start with nothing changed, over the wire',
    figure: `${(bytes / 1000).toFixed(1)} kB`,
    promised: `≤ ${maxWireBytes / 1000} kB`,
    kept: bytes > 0 && bytes <= maxWireBytes,
    detail: `responses of the API with their headers, ${sizes.at(-1)} tasks; the files of the app come from the cache`,
  }
}

const isApi = (address = '') => /\/(tasks|auth)\//.test(address)

const slowestPaint = 50
const longestTask = 200

/**
 * With 10,000 tasks: the time from a filter, a sort or a search until the cards show it, compared with an empty frame, and the longest
 * main-thread task while scrolling.
 */
async function feel(page: Page, view: 'cards' | 'list'): Promise<Result[]> {
  const { times, searches, empty } = await run<Record<'times' | 'searches' | 'empty', number[]>>(page, 'paint.js')
  const longest = await run<number>(page, 'scroll.js')
  return [
    painted(`filtering, sorting or grouping 10,000 tasks, ${view}`, times, empty),
    painted(`searching 10,000 tasks, ${view}`, searches, empty),
    {
      row: `scrolling through 10,000 tasks, ${view}`,
      figure: `longest main-thread task ${longest.toFixed(0)} ms`,
      promised: `≤ ${longestTask} ms`,
      kept: longest <= longestTask,
      detail: '120 steps of 1,500 pixels, one per frame',
    },
  ]
}

const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0

/** The times from an input to the first frame with the result, compared with those of empty frames. Both are sorted. */
function painted(row: string, taken: number[], empty: number[]): Result {
  const p95 = at(taken, 0.95) - at(empty, 0.95)
  return {
    row,
    figure: `p95 ${p95.toFixed(0)} ms above an empty frame`,
    promised: `≤ ${slowestPaint} ms`,
    kept: taken.length > 0 && p95 <= slowestPaint,
    detail: `p50 ${(at(taken, 0.5) - at(empty, 0.5)).toFixed(0)} ms of ${taken.length}, from the input to the first frame with the new cards; an empty frame takes ${at(empty, 0.95).toFixed(0)} ms (p95)`,
  }
}

/** Runs a script in the page. It is a separate file because it needs the DOM types, which this program does not have. */
async function run<T>(page: Page, name: string): Promise<T> {
  return (await page.evaluate(await readFile(join(import.meta.dirname, 'in-page', name), 'utf8'))) as T
}
