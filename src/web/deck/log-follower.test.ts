import { expect, test } from 'vitest'
import { taskEvent } from '../../../test/task-event.ts'
import { CallError } from '../../contract/client.ts'
import type { TrashedTask } from '../../contract/schemas/trash.ts'
import { createCell } from '../ui/client-state.ts'
import { createDeckState } from './deck-state.ts'
import { createLogFollower } from './log-follower.ts'
import type { Snapshot } from './server.ts'
import { memoryStorage } from './storage.ts'
import { singleTab } from './tabs.ts'
import { emptyView } from './view.ts'

/** A follower whose server answers when the test wants it to. */
function world() {
  const state = createDeckState(createCell(emptyView))
  state.deck = { seq: 5, epoch: 'one', tasks: new Map(), recent: [] }
  const calls: { isNeeded: boolean; answer: (snapshot: Snapshot | undefined) => void }[] = []
  const trashCalls: { answer: (trash: TrashedTask[]) => void; fail: (error: Error) => void }[] = []
  const storage = memoryStorage()
  let isLeading = true
  const unused = async () => expect.unreachable()
  const log = createLogFollower({
    state,
    server: {
      snapshot: (isNeeded) => new Promise((answer) => calls.push({ isNeeded, answer })),
      trash: () => new Promise((answer, fail) => trashCalls.push({ answer, fail })),
      revalidate: unused,
      send: unused,
    },
    storage,
    tabs: singleTab(),
    isLeading: () => isLeading,
    onDeck: async () => {},
    onFailed: () => {},
    onEvents: () => {},
    onReload: () => {},
    onRefused: () => {},
    onStorageFailed: () => {},
  })
  return {
    state,
    log,
    storage,
    calls,
    trashCalls,
    lose() {
      isLeading = false
      log.stop()
    },
    /** Loads the tasks at a position, so that the trash is asked for. */
    async load(seq: number, epoch = 'one') {
      const refreshed = log.refresh({ isBroken: true })
      calls.at(-1)?.answer({ seq, epoch, tasks: [] })
      await refreshed
    },
  }
}

const trashed = (id: string) => ({ _id: id, number: 1, title: id, version: 2, trashedAt: 'then' }) as TrashedTask
/** Resolves when everything that was answered before has been taken. */
const taken = () => new Promise((resolve) => setTimeout(resolve))
const unreachable = new CallError(0, 'network', 'The line is cut.')

test('a deck that turns out to be unusable while it is compared with the server is loaded', async () => {
  const { state, log, calls } = world()
  const refreshed = log.refresh()
  void log.refresh({ isBroken: true })
  // The list is unchanged, so nothing is sent.
  calls[0]?.answer(undefined)
  await expect.poll(() => calls.length).toBe(2)
  expect(calls.map(({ isNeeded }) => isNeeded)).toEqual([false, true])
  calls[1]?.answer({ seq: 3, epoch: 'one', tasks: [] })
  await refreshed
  expect(state.deck?.seq).toBe(3)
  expect(calls).toHaveLength(2)
})

test('an older list of the same epoch is ignored, and one of another epoch is taken', async () => {
  const { state, log, calls } = world()
  for (const [epoch, expected] of [
    ['one', 5],
    [undefined, 5],
    ['two', 3],
  ] as const) {
    const refreshed = log.refresh()
    calls.at(-1)?.answer({ seq: 3, epoch, tasks: [] })
    await refreshed
    expect([epoch, state.deck?.seq]).toEqual([epoch, expected])
  }
})

test('the trash is asked for until it is answered, also after a restart of the page', async () => {
  const first = world()
  await first.load(6)
  first.trashCalls[0]?.fail(unreachable)
  await expect.poll(() => first.trashCalls.length).toBe(2)
  expect((await first.storage.load()).deck?.hasTrash).toBe(false)

  const second = world()
  second.state.deck = (await first.storage.load()).deck
  second.log.completeTrash()
  second.trashCalls[0]?.answer([trashed('a')])
  await expect.poll(() => second.state.deck?.hasTrash).toBe(true)
  expect([...(second.state.deck?.tasks.keys() ?? [])]).toEqual(['a'])
  await second.log.saved()
  expect((await second.storage.load()).deck?.hasTrash).toBe(true)
  second.log.completeTrash()
  expect(second.trashCalls).toHaveLength(1)
})

test('a late answer does not bring back a task that was deleted for good meanwhile', async () => {
  const { state, log, trashCalls, load } = world()
  await load(6)
  log.take(taskEvent({ seq: 7, kind: 'purged', task: 'a' }))
  await expect.poll(() => state.deck?.seq).toBe(7)
  trashCalls[0]?.answer([trashed('a'), trashed('b')])
  await expect.poll(() => state.deck?.hasTrash).toBe(true)
  expect([...(state.deck?.tasks.keys() ?? [])]).toEqual(['b'])
})

test('an answer from before the tasks were loaded again is not used', async () => {
  const { state, trashCalls, load } = world()
  await load(6)
  await load(2, 'two')
  trashCalls[1]?.answer([trashed('new')])
  await expect.poll(() => state.deck?.hasTrash).toBe(true)
  trashCalls[0]?.answer([trashed('old')])
  await taken()
  expect([...(state.deck?.tasks.keys() ?? [])]).toEqual(['new'])
})

test('a tab that no longer leads keeps the deck of the tab that does', async () => {
  const { state, log, storage, calls, trashCalls, load, lose } = world()
  await load(6)
  void log.refresh({ isBroken: true })
  lose()
  const newer = { seq: 9, epoch: 'one', tasks: new Map(), recent: [] }
  state.deck = newer
  await storage.saveDeck(newer)
  trashCalls[0]?.answer([trashed('a')])
  calls.at(-1)?.answer({ seq: 7, epoch: 'one', tasks: [] })
  await taken()
  await log.saved()
  expect((await storage.load()).deck).toBe(newer)
})
