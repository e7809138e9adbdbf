import { pathOf } from '../../contract/client.ts'
import { beatEvery, liveCalls, liveEvents } from '../../contract/live.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { createBackoff } from '../ui/backoff.ts'
import { setLiveState } from './state.ts'

interface Listener {
  onChange: (event: TaskEvent) => void
  /** Whatever was loaded before may be older than what comes now. */
  onReload: () => void
  /** The stream is open, for the first time or again. */
  onOpen: () => void
  /** Something answers, but not with a stream: perhaps nobody is signed in any more, perhaps a proxy has lost the server. */
  onRefused: () => void
}

const maxSilenceMs = beatEvery * 2 + 1_000
/** A tab that nobody sees gives its connection back after this; browsers allow only six for all tabs together. */
const hiddenFor = 30_000

/**
 * Subscribes to the server's events and reconnects after every loss, from the last event received. It is open only while the page can be
 * seen: a page that is shown again first receives what it has missed.
 */
export function openStream(listener: Listener): () => void {
  let source: EventSource | undefined
  let position: string | undefined
  const backoff = createBackoff(500, 15_000)
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined

  const showLost = () => setLiveState(navigator.onLine ? 'reconnecting' : 'offline')

  function connect() {
    close()
    // A proxy may accept the connection and then say nothing.
    heard()
    source = new EventSource(pathOf(liveCalls.events.path, {}, { after: position }))
    source.onopen = () => {
      backoff.reset()
      setLiveState('live')
      heard()
      listener.onOpen()
    }
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED && navigator.onLine) listener.onRefused()
      comeBack()
    }
    source.addEventListener(liveEvents.reload, ({ lastEventId }) => {
      position = lastEventId
      listener.onReload()
      heard()
    })
    source.addEventListener(liveEvents.change, ({ lastEventId, data }) => {
      position = lastEventId
      listener.onChange(JSON.parse(data))
      heard()
    })
    source.addEventListener(liveEvents.beat, heard)
    source.addEventListener(liveEvents.bye, comeBack)
  }

  function close() {
    clearTimeout(retry)
    clearTimeout(silence)
    source?.close()
    source = undefined
  }

  function comeBack() {
    close()
    showLost()
    retry = setTimeout(connect, backoff.next())
  }

  /** A connection that is dead but not closed, as after sleep, shows by its silence. */
  function heard() {
    clearTimeout(silence)
    silence = setTimeout(comeBack, maxSilenceMs)
  }

  const now = () => {
    backoff.reset()
    showLost()
    connect()
  }
  const onVisibility = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(close, hiddenFor)
    else if (!source) now()
  }

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', now)
  // A server on this machine, or in a network without a way out, still answers.
  window.addEventListener('offline', comeBack)
  showLost()
  connect()
  return () => {
    close()
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', now)
    window.removeEventListener('offline', comeBack)
    setLiveState('off')
  }
}
