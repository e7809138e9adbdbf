import { isOtherEpoch } from '../../contract/log-position.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { LiveState } from '../live/state.ts'
import type { Cell } from '../ui/client-state.ts'
import { applyEvents } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import { errorOf, type TabMessage, type Tabs } from './tabs.ts'

/** The leading tab is asleep if it does not answer within this time. */
const maxLeaderSilenceMs = 5_000

interface Dependencies {
  state: DeckState
  tabs: Tabs
  live: Pick<Cell<LiveState>, 'get' | 'set'>
  log: { refresh: () => Promise<void> }
  isLeading: () => boolean
  loadStored: () => Promise<void>
  loadChanges: (logged?: [id: string, change: number | null][]) => Promise<void>
  tellState: () => void
  onEvents: (events: TaskEvent[]) => void
  onReload: () => void
  onSettings: () => void
  onOpen: () => void
}

/** Follows the leading tab, and takes its place if it does not answer. */
export function createTabFollower({ state, log, tabs, live, isLeading, ...dependencies }: Dependencies) {
  let silence: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(silence)

  async function hear(message: TabMessage) {
    if (state.isClosed) return
    stop()
    if (message.kind === 'hello') return isLeading() ? dependencies.tellState() : undefined
    if (message.kind === 'changes') return dependencies.loadChanges(message.logged)
    if (message.kind === 'refresh') return log.refresh()
    if (isLeading()) return
    if (message.kind === 'settings') return dependencies.onSettings()
    if (message.kind === 'state') {
      if (message.live === 'live' && live.get() !== 'live') dependencies.onOpen()
      live.set(message.live)
      state.isWaiting = message.isWaiting
      state.obstacle = message.obstacle ?? 'unreachable'
      state.error = state.deck || !message.failure ? undefined : errorOf(message.failure)
      return state.publish()
    }
    const follows = message.kind === 'events' && !isOtherEpoch(message.epoch, state.deck?.epoch)
    const next = follows && state.deck ? applyEvents(state.deck, message.events) : undefined
    if (!next) {
      await dependencies.loadStored()
      return dependencies.onReload()
    }
    state.deck = next
    state.publish()
    if (message.kind === 'events') dependencies.onEvents(message.events)
  }

  /** Asks the leading tab for a sign of life, and leads if there is none. */
  function hail() {
    if (isLeading() || state.isClosed) return
    tabs.tell({ kind: 'hello' })
    stop()
    silence = setTimeout(() => {
      if (!isLeading() && !state.isClosed) tabs.takeOver()
    }, maxLeaderSilenceMs)
  }

  return { hear, hail, stop }
}
