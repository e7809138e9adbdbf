import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copiedApp } from '../../../test/copied.ts'
import { freshFolder } from '../../../test/database.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { emptyMachine } from '../../../test/restored.ts'
import { startServer } from '../../../test/server.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { folderPlace } from '../backup-places/folder-place.ts'
import { openDatabase } from '../database/open.ts'
import { restore } from '../operator/restore.ts'
import { momentAt } from './moments.ts'
import { chainsIn, installationsIn, partsIn } from './parts.ts'

const hour = 3_600_000

async function titlesIn(place: string, ...args: string[]) {
  const machine = await emptyMachine('sqlite')
  await printedBy(restore, machine, place, ...args)
  const database = openDatabase(machine.DATABASE_URL)
  const rows = await database.db.selectFrom('tasks').select('title').orderBy('number').execute()
  await database.close()
  return rows.map(({ title }) => title)
}

/** The time up to which a place has everything, and its parts. */
async function stateOf(folder: string) {
  const place = folderPlace(folder)
  const [installation] = await installationsIn(place)
  if (installation === undefined) return { at: 0, parts: 0, chains: [] }
  const moment = await momentAt(place, installation).catch(() => undefined)
  const chains = await chainsIn(place, installation)
  return { at: (moment?.logs.at(-1) ?? moment?.base)?.at ?? 0, parts: moment?.logs.length ?? 0, chains }
}

test('a server that is killed loses nothing that was written before the last part, again and again', {
  tags: 'long',
  timeout: 240_000,
}, async () => {
  const [DATA_DIR, place] = [await freshFolder(), await freshFolder()]
  /** When each task was acknowledged, in their order. */
  const acknowledged: number[] = []
  let cookie = ''
  for (let round = 0; round < 2; round++) {
    const server = await startServer({ DATA_DIR, COPY_TO: place, COPY_EVERY: '1' })
    const post = async (path: string, body: object) =>
      fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    if (!cookie) {
      const { headers } = await post('/auth/signup', { username: 'ana', ...credentials('ana') })
      cookie = headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
    }
    const writing = (async () => {
      for (;;) {
        const { status } = await post('/tasks/createTask', taskInput({ title: `Task ${acknowledged.length}` }))
        expect(status).toBe(201)
        acknowledged.push(Date.now())
      }
    })()
    writing.catch(() => {})
    const before = (await stateOf(place)).chains.length
    await expect
      .poll(async () => (await stateOf(place)).chains.length > before && (await stateOf(place)).parts, {
        timeout: 60_000,
      })
      .toBeGreaterThan(1)
    await server.stop('SIGKILL')
    await expect(writing).rejects.toThrow('fetch failed')

    const { at } = await stateOf(place)
    const titles = await titlesIn(place)
    expect(titles).toEqual(titles.map((_title, index) => `Task ${index}`))
    // The last one may be there without an answer.
    expect(titles.length).toBeLessThanOrEqual(acknowledged.length + 1)
    expect(titles.length).toBeGreaterThanOrEqual(acknowledged.filter((time) => time < at).length)
    acknowledged.length = Math.max(titles.length, acknowledged.length)
  }
})

test('old parts and their files are removed, and every moment since then can be restored', {
  tags: 'long',
}, async () => {
  const folder = await freshFolder()
  const app = await copiedApp({ kind: 'disk', folder }, { copyKeepMs: 30 * hour })
  await app.passes(5)
  const days = ['Second', 'Third', 'Fourth', 'Fifth']
  for (const day of days) {
    app.skip(24 * 3_600 - 10)
    await addTask(app.ana, { title: `${day} task` })
    await app.passes(10)
  }
  const place = folderPlace(folder)
  const [chain = ''] = (await stateOf(folder)).chains
  const bases = (await partsIn(place, chain)).filter(({ kind }) => kind === 'base')
  // One that is older than 30 hours, and those after it.
  expect(bases).toHaveLength(3)
  const second = (days: number) => app.timeAt(days * 24 * 3_600 - 60)
  await expect(printedBy(restore, await emptyMachine('sqlite'), folder, '--at', second(2))).rejects.toThrow(
    /The first moment in .* is 2026-11-/,
  )
  expect(await titlesIn(folder, '--at', second(4))).toEqual(['First task', 'Second task', 'Third task', 'Fourth task'])
})

test('a place that is full or away is one line in the log, and everything comes later', { tags: 'long' }, async () => {
  const parent = await freshFolder()
  const folder = join(parent, 'place')
  const app = await copiedApp({ kind: 'disk', folder })
  await app.passes(5)
  // A file in place of the folder of the chain refuses every part.
  const [installation = ''] = await readdir(join(folder, 'copies'))
  const chains = join(folder, 'copies', installation)
  await rename(chains, `${chains}-aside`)
  await writeFile(chains, '')
  await addTask(app.ana, { title: 'Second task' })
  app.skip(60)
  const covered = await app.coveredAt()
  await app.failed()
  await addTask(app.ana, { title: 'Third task' })
  expect(await app.coveredAt()).toBe(covered)
  await rm(chains)
  await rename(`${chains}-aside`, chains)
  await app.passes(5)
  expect(await titlesIn(folder)).toEqual(['First task', 'Second task', 'Third task'])
  expect(app.lines()).toEqual([
    expect.stringMatching(/^The database is not copied to .*place: /),
    expect.stringMatching(/^The database is copied to .*place again$/),
  ])
})
