import { expect, test } from 'vitest'
import { newId } from '../src/contract/new-id.ts'
import { restore } from '../src/server/operator/restore.ts'
import type { Intent } from '../src/web/deck/change.ts'
import { deckServer } from '../src/web/deck/server.ts'
import { memoryStorage } from '../src/web/deck/storage.ts'
import { singleTab } from '../src/web/deck/tabs.ts'
import { browser } from './browser.ts'
import { type Engine, engines } from './database.ts'
import { device, sharedBrowser } from './deck.ts'
import { liveApp } from './live.ts'
import { printedBy } from './operator.ts'
import { backedUp, emptyMachine } from './restored.ts'
import { listTasks, taskInput } from './tasks.ts'
import { cookieOf } from './uploads.ts'

const newTask = (title: string) => ({ _id: newId(), ...taskInput({ title }) })
const create = (title: string): Intent => ({ kind: 'create', tasks: [newTask(title)] })

/** A browser with the task Kept, which the backup contains, and the tasks A and B, which it does not. */
async function world(engine: Engine, shared = { storage: memoryStorage(), tabs: singleTab }) {
  const before = await liveApp({ engine })
  const cookie = await cookieOf(before.as('ana'))
  let origin = before.origin
  const { storage } = shared
  const one = device(() => origin, cookie, shared)
  await one.open()
  const isSettled = () => expect.poll(() => one.view().changes).toEqual([])
  const kept = newTask('Kept')
  one.store().make({ kind: 'create', tasks: [kept] })
  await isSettled()
  const folder = await backedUp(before)
  for (const title of ['A', 'B']) one.store().make(create(title))
  await isSettled()

  return {
    one,
    kept: kept._id,
    storage,
    isSettled,
    anotherTab: () => device(() => origin, cookie, shared),
    titles: () =>
      one
        .view()
        .tasks.map(({ title }) => title)
        .sort(),
    /** The server makes a change, and the page is closed before the log has arrived. */
    async answer(intent: Intent) {
      const change = one.store().make(intent)
      await expect.poll(storage.loadChanges).toContainEqual(expect.objectContaining({ id: change.id }))
      one.close()
      const sent = { ...change, sent: { versions: {} } }
      const done = await deckServer({ origin, headers: { cookie } }).send(sent)
      await storage.putChanges([{ ...sent, done }])
    },
    /** Restores the backup on another machine, which takes the place of the server. */
    async replaceServer() {
      const env = await emptyMachine(engine)
      await printedBy(restore, env, folder)
      const after = await liveApp({ config: { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR } })
      const phone = browser(after.app, { headers: { cookie } })
      return {
        phone,
        switchTo: async () => {
          origin = after.origin
          await before.app.close()
        },
      }
    },
  }
}

test.for(engines)(
  '%s: a page that is opened after a restore shows the restored tasks, and makes its unsent and lost changes again',
  async (engine) => {
    const { one, kept, storage, titles, isSettled, answer, replaceServer } = await world(engine)
    one.cut()
    one.store().make(create('Unsent'))
    one.store().make({ kind: 'update', task: kept, values: { priority: 'High' } })
    await expect.poll(async () => (await storage.loadChanges()).length).toBe(2)
    await answer(create('Answered'))
    one.mend()
    const { phone, switchTo } = await replaceServer()
    // The log is longer than the one that the browser has seen.
    for (const title of ['V', 'W', 'X', 'Y']) await phone.post('/tasks/createTask', taskInput({ title }))
    await switchTo()
    await one.open()
    await expect.poll(titles).toEqual(['Answered', 'Kept', 'Unsent', 'V', 'W', 'X', 'Y'])
    await isSettled()
    expect((await listTasks(phone)).map(({ title }) => title).sort()).toEqual(titles())
    expect(one.view().byId.get(kept)?.priority).toBe('High')
    expect((await storage.load()).changes).toEqual([])
    one.close()
  },
)

test.for(engines)(
  '%s: a page without a stream shows the restored tasks, although their log is shorter',
  async (engine) => {
    const { one, titles, isSettled, replaceServer } = await world(engine)
    one.line.isWithoutStreams = true
    one.cut()
    one.mend()
    await expect.poll(one.isLive).toBe(false)
    const { phone, switchTo } = await replaceServer()
    await switchTo()
    await one.store().refresh()
    await expect.poll(titles).toEqual(['Kept'])
    await phone.post('/tasks/createTask', taskInput({ title: 'X' }))
    await one.store().revalidate('')
    await expect.poll(titles).toEqual(['Kept', 'X'])
    one.store().make(create('New'))
    await isSettled()
    expect(titles()).toEqual(['Kept', 'New', 'X'])
    one.close()
  },
)

test.for(engines)('%s: an open page notices a restore with a log of the same length', async (engine) => {
  const { one, titles, replaceServer } = await world(engine)
  const { phone, switchTo } = await replaceServer()
  for (const title of ['X', 'Y']) await phone.post('/tasks/createTask', taskInput({ title }))
  await switchTo()
  await expect.poll(titles).toEqual(['Kept', 'X', 'Y'])
  one.close()
})

test.for(engines)('%s: a tab that follows shows the restored tasks, too, and makes changes on them', async (engine) => {
  const { one, kept, titles, anotherTab, replaceServer } = await world(engine, sharedBrowser())
  const follower = anotherTab()
  await follower.open()
  await expect.poll(() => follower.view().tasks.length).toBe(3)
  const { phone, switchTo } = await replaceServer()
  for (const title of ['X', 'Y']) await phone.post('/tasks/createTask', taskInput({ title }))
  // Made in the former epoch, and sent in the next one.
  one.cut()
  follower.store().make({ kind: 'update', task: kept, values: { priority: 'High' } })
  await switchTo()
  one.mend()
  const shown = () => follower.view().tasks.map(({ title, priority }) => `${title} ${priority}`)
  await expect.poll(() => shown().sort()).toEqual(['Kept High', 'X Medium', 'Y Medium'])
  await expect.poll(() => follower.view().changes).toEqual([])
  follower.store().make(create('Z'))
  await expect.poll(titles).toEqual(['Kept', 'X', 'Y', 'Z'])
  for (const tab of [follower, one]) tab.close()
})

/** The browser knows a second version of Kept, and the restored server another one. */
async function twoSecondVersions(engine: Engine) {
  const before = await world(engine)
  const { one, kept, isSettled } = before
  one.store().make({ kind: 'update', task: kept, values: { title: 'Later' } })
  await isSettled()
  const restored = await before.replaceServer()
  await restored.phone.put(`/tasks/updateTask/${kept}`, { title: 'Theirs' })
  return { ...before, ...restored }
}

const asked = { kind: 'conflict', tasks: [{ task: { title: 'Theirs', version: 2 }, fields: ['title'] }] }

test.for(engines)('%s: a change of a value that is another one after a restore is asked about', async (engine) => {
  const { one, kept, titles, switchTo } = await twoSecondVersions(engine)
  one.cut()
  const made = one.store().make({ kind: 'update', task: kept, values: { title: 'Mine' } })
  one.store().make({ kind: 'undo', of: 3, effects: [] })
  await switchTo()
  one.mend()
  const problems = () => one.view().changes.map(({ problem }) => problem)
  await expect.poll(problems).toMatchObject([asked, { kind: 'refused' }])
  expect(titles()).toEqual(['Theirs'])
  expect(one.view().changes[0]?.id).toBe(made.id)
  one.close()
})

test.for(engines)('%s: a change is not made in another history that the page does not know of yet', async (engine) => {
  const { one, kept, phone, switchTo } = await twoSecondVersions(engine)
  one.line.isWithoutStreams = true
  one.cut()
  one.mend()
  await switchTo()
  one.store().make({ kind: 'update', task: kept, values: { title: 'Mine' } })
  await expect.poll(() => one.view().changes).toMatchObject([{ problem: asked }])
  expect(await listTasks(phone)).toMatchObject([{ title: 'Theirs', version: 2 }])
  one.close()
})
