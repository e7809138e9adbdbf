import { expect, test } from 'vitest'
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
  const unused = async () => expect.unreachable()
  const log = createLogFollower({
    state,
    server: {
      snapshot: (isNeeded) => new Promise((answer) => calls.push({ isNeeded, answer })),
      trash: async () => [],
      revalidate: unused,
      send: unused,
    },
    storage: memoryStorage(),
    tabs: singleTab(),
    isLeading: () => true,
    onDeck: async () => {},
    onFailed: () => {},
    onEvents: () => {},
    onReload: () => {},
    onRefused: () => {},
    onStorageFailed: () => {},
  })
  return { state, log, calls }
}

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
