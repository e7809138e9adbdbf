import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import type { Result } from './result.ts'
import { addTasks, signedUp, taskdeck } from './servers.ts'

const rounds = 7
const sizes = [100, 1_000, 10_000]

/** A dashboard with a warm cache in a real browser. */
interface Tab {
  page: Page
  /** The time from the navigation to the first visible card. */
  start: () => Promise<number>
}

/** How quickly a real browser shows and filters tasks, with and without a deck that is stored on the device. */
export async function browser(): Promise<Result[]> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser: run npm test once, which installs one.')
  const ours = await taskdeck()
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const results: Result[] = []
    const stored: number[] = []
    const heaps: number[] = []
    for (const tasks of sizes) {
      const { cookie } = await signedUp(ours.origin)
      await addTasks(ours.origin, cookie, tasks)
      const kept = await openTab(chrome, ours.origin, cookie, true)
      const notKept = await openTab(chrome, ours.origin, cookie, false)
      const times = { kept: [] as number[], notKept: [] as number[] }
      // One after the other, so that both meet the same disturbances. The first start fills the caches.
      for (let round = 0; round <= rounds; round++) {
        const [one, other] = [await kept.start(), await notKept.start()]
        if (round === 0) continue
        times.kept.push(one)
        times.notKept.push(other)
      }
      const [one, other] = [median(times.kept), median(times.notKept)]
      stored.push(one)
      results.push({
        row: `dashboard with ${tasks} tasks stored on the device`,
        figure: `${(one / other).toFixed(2)} of a start that asks the server`,
        promised: '≤ 0.5',
        kept: one / other <= 0.5,
        detail: `${Math.round(one)} ms from the navigation to visible cards, ${Math.round(other)} ms without the stored deck; medians of ${rounds}`,
      })
      heaps.push(await heapOf(kept.page))
      if (tasks === sizes.at(-1)) results.push(await wire(kept), ...(await feel(kept.page)))
      for (const { page } of [kept, notKept]) await page.context().close()
    }
    return [...results, flatness(stored), memory(heaps)]
  } finally {
    await chrome.close()
    await ours.stop()
  }
}

async function openTab(chrome: Browser, origin: string, cookie: string, isKept: boolean): Promise<Tab> {
  const context = await chrome.newContext()
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  if (!isKept) await context.addInitScript("localStorage.setItem('taskdeck-keeps-tasks', 'no')")
  return {
    page,
    async start() {
      await page.goto('about:blank')
      const begun = performance.now()
      await page.goto(`${origin}/taskdeck/#/dashboard`, { waitUntil: 'commit' })
      await page.locator('a[href*="#/task/"]').first().waitFor()
      const time = performance.now() - begun
      // The deck is stored by then.
      await page.getByRole('status', { name: 'Connection' }).getByText('Live').first().waitFor()
      await page.waitForTimeout(300)
      return time
    },
  }
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
 * With 10,000 tasks: the time from a click on a filter or sort until the cards show it, compared with an empty frame, and the longest
 * main-thread task while scrolling.
 */
async function feel(page: Page): Promise<Result[]> {
  const { times, empty } = await run<{ times: number[]; empty: number[] }>(page, 'paint.js')
  const longest = await run<number>(page, 'scroll.js')
  const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const p95 = at(times, 0.95) - at(empty, 0.95)
  return [
    {
      row: 'filtering or sorting 10,000 tasks',
      figure: `p95 ${p95.toFixed(0)} ms above an empty frame`,
      promised: `≤ ${slowestPaint} ms`,
      kept: p95 <= slowestPaint,
      detail: `p50 ${(at(times, 0.5) - at(empty, 0.5)).toFixed(0)} ms, from the click to the first frame with the new cards; an empty frame takes ${at(empty, 0.95).toFixed(0)} ms (p95)`,
    },
    {
      row: 'scrolling through 10,000 tasks',
      figure: `longest main-thread task ${longest.toFixed(0)} ms`,
      promised: `≤ ${longestTask} ms`,
      kept: longest <= longestTask,
      detail: '120 steps of 1,500 pixels, one per frame',
    },
  ]
}

/** Runs a script in the page. It is a separate file because it needs the DOM types, which this program does not have. */
async function run<T>(page: Page, name: string): Promise<T> {
  return (await page.evaluate(await readFile(join(import.meta.dirname, 'in-page', name), 'utf8'))) as T
}
