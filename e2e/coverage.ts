import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'

/** A part of a file, from the first character to the one after the last, and how often it ran. */
type Part = [start: number, end: number, count: number]

/** The code of the web app that a test has run. */
export interface Recorded {
  title: string
  tags: string[]
  place: string
  milliseconds: number
  files: { path: string; parts: Part[] }[]
}

/** The files of the web app, and not those of the page about the API. */
const ofWebApp = /\/(assets\/[^/]+|start)\.js$/

/** Writes down which code of the web app a test runs. */
export async function recordCode(
  page: Page,
  { title, tags, file, line }: TestInfo,
  folder: string,
  run: () => Promise<void>,
) {
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  const begun = Date.now()
  await run()
  const milliseconds = Date.now() - begun
  const scripts = page.isClosed() ? [] : await page.coverage.stopJSCoverage()
  const appScripts = scripts.filter(({ url }) => ofWebApp.test(url))
  const files = appScripts.map(({ url, functions }) => ({
    path: new URL(url).pathname,
    parts: functions.flatMap(({ ranges }) =>
      ranges.map(({ startOffset, endOffset, count }): Part => [startOffset, endOffset, count]),
    ),
  }))
  const recorded: Recorded = { title, tags, place: `${file.replace(/.*[\\/]/, '')}:${line}`, milliseconds, files }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(recorded))
}

export async function readRecorded(folder: string): Promise<Recorded[]> {
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

/** The characters of the web app that each test has run, as a set of bits over all files. */
export function ranCode(tests: Recorded[]): Uint32Array[] {
  const sizes = new Map<string, number>()
  for (const { path, parts } of tests.flatMap(({ files }) => files)) {
    sizes.set(path, Math.max(sizes.get(path) ?? 0, ...parts.map(([, end]) => end)))
  }
  const starts = new Map<string, number>()
  let size = 0
  for (const [path, length] of [...sizes].sort()) {
    starts.set(path, size)
    size += length
  }
  return tests.map(({ files }) => {
    const bits = new Uint32Array(Math.ceil(size / 32))
    for (const { path, parts } of files) addCode(bits, starts.get(path) ?? 0, sizes.get(path) ?? 0, parts)
    return bits
  })
}

/** A part within another one replaces its count. */
function addCode(bits: Uint32Array, start: number, size: number, parts: Part[]) {
  const ran = new Uint8Array(size)
  const fromOutside = parts.toSorted(([a, endOfA], [b, endOfB]) => a - b || endOfB - endOfA)
  for (const [from, to, count] of fromOutside) ran.fill(count ? 1 : 0, from, to)
  for (let i = 0; i < size; i++) {
    if (ran[i]) bits[(start + i) >>> 5] = (bits[(start + i) >>> 5] ?? 0) | (1 << ((start + i) & 31))
  }
}

/** The code of these tests together. */
export function together(codes: Uint32Array[]): Uint32Array {
  const all = new Uint32Array(codes[0]?.length ?? 0)
  for (const code of codes) for (let i = 0; i < all.length; i++) all[i] = (all[i] ?? 0) | (code[i] ?? 0)
  return all
}

/** How many characters the first code has that the second one does not have. */
export function charactersBeyond(code: Uint32Array, known: Uint32Array = new Uint32Array(code.length)): number {
  let count = 0
  for (let i = 0; i < code.length; i++) count += ones((code[i] ?? 0) & ~(known[i] ?? 0))
  return count
}

function ones(bits: number) {
  let [rest, count] = [bits >>> 0, 0]
  for (; rest; count++) rest = (rest & (rest - 1)) >>> 0
  return count
}
