import { liveCalls } from '../../contract/calls/live.ts'
import { pathOf } from '../../contract/client.ts'
import { beatEveryMs, liveEvents } from '../../contract/live.ts'
import { readPosition } from '../../contract/log-position.ts'
import { createBackoff } from '../ui/backoff.ts'
import { isAway, isLive, type LiveState, liveState, setLiveState } from './state.ts'
import type { StreamListener } from './stream-listener.ts'

const maxSilenceMs = beatEveryMs * 2 + 1_000
/** A hidden tab closes a connection of its own after this time, because browsers allow only six for all tabs together. */
const maxHiddenMs = 5_000

interface Options {
  /** The user whose events are wanted. */
  owner: string
  /** Whether other tabs depend on this connection, so that it stays open while the tab is hidden. */
  isShared: boolean
  /** Calls the server, and returns whether it answers. */
  isReached: () => Promise<boolean>
}

/**
 * Subscribes to the server's events. Reconnects after every loss, from the last event that was applied. A stream that is not shared is open
 * only while the page is visible; a page that becomes visible again first receives the events that it has missed.
 */
export function openStream(listener: StreamListener, { owner, isShared, isReached }: Options): () => void {
  let source: EventSource | undefined
  const backoff = createBackoff(500, 15_000)
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let lastCheck: object | undefined

  const show = (state: LiveState) => {
    setLiveState(state)
    listener.onLost()
  }
  /** A stream that does not open says little: a proxy may not let streams through. Only a call shows whether the server can be reached. */
  async function showLost() {
    if (isLive()) show('reconnecting')
    const check = {}
    lastCheck = check
    const isAnswered = await isReached()
    if (isClosed || lastCheck !== check || isLive()) return
    show(isAnswered ? 'delayed' : navigator.onLine ? 'away' : 'offline')
  }

  function connect() {
    close()
    // A proxy may accept the connection and never respond.
    resetSilence()
    source = new EventSource(pathOf(liveCalls.events.path, {}, { after: listener.position()?.toString(), user: owner }))
    source.onopen = () => {
      backoff.reset()
      setLiveState('live')
      resetSilence()
      listener.onOpen()
    }
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED && navigator.onLine) listener.onRefused()
      reconnectLater()
    }
    const noticeEpoch = ({ lastEventId }: MessageEvent) => listener.onEpoch(readPosition(lastEventId)?.epoch)
    for (const name of [liveEvents.change, liveEvents.beat]) source.addEventListener(name, noticeEpoch)
    source.addEventListener(liveEvents.reload, () => {
      listener.onReload()
      resetSilence()
    })
    source.addEventListener(liveEvents.change, ({ data }) => {
      listener.onChange(JSON.parse(data))
      resetSilence()
    })
    source.addEventListener(liveEvents.settings, () => {
      listener.onSettings()
      resetSilence()
    })
    source.addEventListener(liveEvents.beat, resetSilence)
    source.addEventListener(liveEvents.bye, reconnectLater)
  }

  function close() {
    clearTimeout(retryTimer)
    clearTimeout(silenceTimer)
    source?.close()
    source = undefined
  }

  function reconnectLater() {
    close()
    void showLost()
    retryTimer = setTimeout(() => {
      connect()
      // A stream that a proxy holds back would not show that the server is there again.
      if (isAway(liveState.get())) void showLost()
    }, backoff.next())
  }

  /** Restarts the timer that finds a dead connection, as after the device has slept. */
  function resetSilence() {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(reconnectLater, maxSilenceMs)
  }

  const reconnectNow = () => {
    backoff.reset()
    // Events may have been missed meanwhile.
    if (isLive()) show('reconnecting')
    connect()
  }
  const onVisibility = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden' && !isShared) hiddenTimer = setTimeout(close, maxHiddenMs)
    else if (document.visibilityState !== 'hidden' && !source) reconnectNow()
  }

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', reconnectNow)
  // A server on the same machine or network can answer without internet access.
  window.addEventListener('offline', reconnectLater)
  show(liveState.get() === 'off' ? 'connecting' : 'reconnecting')
  // A tab that was opened in the background connects when it is looked at.
  if (isShared || document.visibilityState !== 'hidden') connect()
  return () => {
    isClosed = true
    close()
    clearTimeout(hiddenTimer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', reconnectNow)
    window.removeEventListener('offline', reconnectLater)
    setLiveState('off')
  }
}
