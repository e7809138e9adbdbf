import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { noteCalls } from '../src/contract/calls/notes.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Result } from './result.ts'
import { post, signedUp, taskdeck, unlimited } from './servers.ts'

/** The notes that a page shows at first, and those of a long thread. */
const few = 50
const many = 1_000
const promise = 1.2

/** A page with a long thread in a real browser: the newest notes at once, as quickly as those of a short thread, and older ones on demand. */
export async function notes(): Promise<Result> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser: run npm test once, which installs one.')
  const ours = await taskdeck({ settings: unlimited })
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { cookie } = await signedUp(ours.origin)
    for (const [index, count] of [few, many].entries()) {
      await post(ours.origin, taskCalls.create.path, { title: `A task with ${count} notes` }, cookie)
      const path = noteCalls.add.path.replace(':id', String(index + 1))
      for (let note = 1; note <= count; note++)
        await post(ours.origin, path, { text: `Note ${note}: **half** of it is done, see \`limit.ts\`.` }, cookie)
    }
    const context = await chrome.newContext()
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: ours.origin }])
    const page = await context.newPage()
    await page.goto(`${ours.origin}/taskdeck/#/dashboard`)
    await page.getByRole('status', { name: 'Connection' }).getByText('Live').first().waitFor()
    const script = await readFile(join(import.meta.dirname, 'in-page/notes.js'), 'utf8')
    const { times, shown } = (await page.evaluate(script)) as { times: Record<'1' | '2', number[]>; shown: number }
    const [short, long] = [middle(times[1]), middle(times[2])]
    return {
      row: `task page with ${many.toLocaleString('en')} notes`,
      figure: `${(long / short).toFixed(2)} times that with ${few}`,
      promised: `≤ ${promise}, with ${few} notes at once`,
      kept: long / short <= promise && shown === few,
      detail: `${Math.round(long)} ms and ${Math.round(short)} ms from another screen to the notes, medians of ${times[2].length}; ${shown} notes at once, older ones on demand`,
    }
  } finally {
    await chrome.close()
    await ours.stop()
  }
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
