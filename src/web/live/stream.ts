import { pathOf } from '../../contract/client.ts'
import { beatEveryMs, liveCalls, liveEvents } from '../../contract/live.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { createBackoff } from '../ui/backoff.ts'
import { setLiveState } from './state.ts'

interface Listener {
  onChange: (event: TaskEvent) => void
  /** Events were missed: loaded data may be out of date. */
  onReload: () => void
  /** The stream was opened, for the first time or again. */
  onOpen: () => void
  /** The response is not a stream: perhaps the session has ended, or a proxy cannot reach the server. */
  onRefused: () => void
}

const maxSilenceMs = beatEveryMs * 2 + 1_000
/** A hidden tab closes its connection after this time, because browsers allow only six for all tabs together. */
const maxHiddenMs = 30_000

/**
 * Subscribes to the server's events. Reconnects after every loss, from the last event received. The stream is open only while the page is
 * visible; a page that becomes visible again first receives the events that it has missed.
 */
export function openStream(listener: Listener): () => void {
  let source: EventSource | undefined
  let position: string | undefined
  const backoff = createBackoff(500, 15_000)
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const showLost = () => setLiveState(navigator.onLine ? 'reconnecting' : 'offline')

  function connect() {
    close()
    // A proxy may accept the connection and never respond.
    resetSilence()
    source = new EventSource(pathOf(liveCalls.events.path, {}, { after: position }))
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
    source.addEventListener(liveEvents.reload, ({ lastEventId }) => {
      position = lastEventId
      listener.onReload()
      resetSilence()
    })
    source.addEventListener(liveEvents.change, ({ lastEventId, data }) => {
      position = lastEventId
      listener.onChange(JSON.parse(data))
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
    showLost()
    retryTimer = setTimeout(connect, backoff.next())
  }

  /** Restarts the timer that finds a dead connection, as after the device has slept. */
  function resetSilence() {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(reconnectLater, maxSilenceMs)
  }

  const reconnectNow = () => {
    backoff.reset()
    showLost()
    connect()
  }
  const onVisibility = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(close, maxHiddenMs)
    else if (!source) reconnectNow()
  }

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', reconnectNow)
  // A server on the same machine or network can answer without internet access.
  window.addEventListener('offline', reconnectLater)
  showLost()
  connect()
  return () => {
    close()
    clearTimeout(hiddenTimer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', reconnectNow)
    window.removeEventListener('offline', reconnectLater)
    setLiveState('off')
  }
}
