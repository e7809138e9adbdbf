import { expect, test } from 'vitest'
import { singleTab } from '../src/web/deck/tabs.ts'
import { type Device, device, sharedBrowser } from './deck.ts'
import { create, deckWorld, newTask, title } from './deck-world.ts'

type Browser = ReturnType<typeof sharedBrowser>

/**
 * A browser that has sent a new title, and waits with another change: the server has received neither of them yet. `release` lets only the
 * title through, and returns when the log contains it.
 */
async function waiting(leading: Browser, others: Browser[]) {
  const { origin, cookie, person } = await deckWorld()
  const leader = device(origin, cookie, leading)
  const followers = others.map((browser) => device(origin, cookie, browser))
  const tabs = [leader, ...followers]
  for (const tab of tabs) await tab.open()
  const task = newTask('First')
  leader.store().make(create(task))
  for (const tab of tabs) {
    await expect.poll(() => tab.view().tasks).toMatchObject([{ number: 1 }])
    await expect.poll(() => tab.view().changes).toEqual([])
  }
  let open = () => {}
  leader.line.slow = new Promise((resolve) => {
    open = resolve
  })
  const target = leader.store().make(title(task, 'Mine'))
  const stored = () => leading.storage.loadChanges()
  await expect.poll(stored).toMatchObject([{ sent: {} }])
  leader.store().make({ kind: 'update', task: task._id, values: { priority: 'High' } })
  for (const tab of tabs) await expect.poll(() => tab.view().changes).toHaveLength(2)
  leader.line.failures = [0, ...Array<number>(50).fill(503)]
  return {
    leader,
    followers,
    undo: { kind: 'undo' as const, of: target.id, effects: target.inverse },
    async release() {
      open()
      await expect.poll(async () => (await person.get(`/tasks/task/${task._id}`)).body.title).toBe('Mine')
      await expect.poll(async () => (await stored()).some(({ id }) => id === target.id)).toBe(false)
    },
    /** Closes all tabs and opens one, which sends what has waited. */
    async openAgain(): Promise<Device> {
      for (const tab of tabs) tab.close()
      const again = device(origin, cookie, { ...leading, tabs: singleTab })
      await again.open()
      return again
    },
  }
}

const kindsIn = (tab: Device) => tab.view().changes.map(({ intent }) => intent.kind)

async function expectUndone(again: Device) {
  await expect.poll(() => again.view().changes).toEqual([])
  expect(again.view().tasks).toMatchObject([{ title: 'First', priority: 'High' }])
  again.close()
}

test('an undo that waits is sent after a restart, although its target came into the log before', async () => {
  const { leader, undo, release, openAgain } = await waiting(sharedBrowser(), [])
  leader.store().make(undo)
  await expect.poll(() => leader.store().hasUnstored()).toBe(false)
  await release()
  expect(kindsIn(leader)).toEqual(['update', 'undo'])
  await expectUndone(await openAgain())
})

test('an undo that is stored only after its target came into the log is sent after a restart', async () => {
  const browser = sharedBrowser()
  let store = () => {}
  const held = new Promise<void>((resolve) => {
    store = resolve
  })
  const { putChanges } = browser.storage
  browser.storage.putChanges = async (changes) => {
    if (changes.some(({ intent }) => intent.kind === 'undo')) await held
    return putChanges(changes)
  }
  const { leader, undo, release, openAgain } = await waiting(browser, [])
  leader.store().make(undo)
  await release()
  store()
  await expect.poll(() => leader.store().hasUnstored()).toBe(false)
  expect(kindsIn(leader)).toEqual(['update', 'undo'])
  await expectUndone(await openAgain())
})

test('an undo of a tab that did not know yet that its target is in the log is sent after a restart', async () => {
  const browser = sharedBrowser()
  let isDeaf = false
  const deaf: Browser = {
    ...browser,
    tabs() {
      const tabs = browser.tabs()
      return { ...tabs, listen: (listener) => tabs.listen((message) => isDeaf || listener(message)) }
    },
  }
  const { leader, followers, undo, release, openAgain } = await waiting(browser, [deaf])
  isDeaf = true
  await release()
  followers[0]?.store().make(undo)
  await expect.poll(() => kindsIn(leader)).toEqual(['update', 'undo'])
  await expectUndone(await openAgain())
})

test('a change that was undone before the server refused it is gone in every tab', async () => {
  const { origin, cookie, person } = await deckWorld()
  const browser = sharedBrowser()
  const [leader, follower] = [device(origin, cookie, browser), device(origin, cookie, browser)]
  for (const tab of [leader, follower]) await tab.open()
  const task = newTask('First')
  leader.store().make(create(task))
  for (const tab of [leader, follower]) await expect.poll(() => tab.view().changes).toEqual([])
  await expect.poll(() => follower.view().tasks).toMatchObject([{ number: 1 }])
  let open = () => {}
  leader.line.slow = new Promise((resolve) => {
    open = resolve
  })
  const target = leader.store().make(title(task, 'Mine'))
  await expect.poll(() => browser.storage.loadChanges()).toMatchObject([{ sent: {} }])
  leader.store().make({ kind: 'undo', of: target.id, effects: target.inverse })
  for (const tab of [leader, follower]) await expect.poll(() => tab.view().changes).toHaveLength(2)
  expect((await person.put(`/tasks/updateTask/${task._id}`, { title: 'Theirs' })).status).toBe(200)
  open()
  for (const tab of [leader, follower]) {
    await expect.poll(() => tab.view().changes).toEqual([])
    await expect.poll(() => tab.view().tasks).toMatchObject([{ title: 'Theirs' }])
  }
  for (const tab of [follower, leader]) tab.close()
})
