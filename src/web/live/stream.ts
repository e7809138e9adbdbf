import { pathOf } from '../../contract/client.ts'
import { beatEvery, liveCalls, liveEvents } from '../../contract/live.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { type LiveState, setLiveState } from './state.ts'

interface Ears {
  onChange: (event: TaskEvent) => void
  /** Whatever was loaded before may be older than what comes now. */
  onReload: () => void
  /** The server answers, but not with a stream: perhaps nobody is signed in any more. */
  onRefused: () => void
}

const firstWait = 500
const longestWait = 15_000
/** A tab that nobody sees gives its connection back after this; browsers allow only six for all tabs together. */
const hiddenFor = 30_000

/**
 * Listens to the server and comes back after every loss, from where it was. It is open only while the page can be seen: a page that is shown
 * again first hears what it has missed.
 */
export function openStream(ears: Ears): () => void {
  let source: EventSource | undefined
  let position: string | undefined
  let wait = firstWait
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined

  const show = (state: LiveState) => setLiveState(navigator.onLine ? state : 'offline')

  function connect() {
    close()
    source = new EventSource(pathOf(liveCalls.events.path, {}, { after: position }))
    source.onopen = () => {
      wait = firstWait
      show('live')
      heard()
    }
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED && navigator.onLine) ears.onRefused()
      comeBack()
    }
    source.addEventListener(liveEvents.reload, ({ lastEventId }) => {
      position = lastEventId
      ears.onReload()
      heard()
    })
    source.addEventListener(liveEvents.change, ({ lastEventId, data }) => {
      position = lastEventId
      ears.onChange(JSON.parse(data))
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

  /** Tries again, later each time, and not all clients of a server at the same moment. */
  function comeBack() {
    close()
    show('reconnecting')
    retry = setTimeout(connect, wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, longestWait)
  }

  /** A connection that is dead but not closed, as after sleep, shows by its silence. */
  function heard() {
    clearTimeout(silence)
    silence = setTimeout(comeBack, beatEvery * 2 + 1_000)
  }

  const now = () => {
    wait = firstWait
    show('reconnecting')
    connect()
  }
  const onVisibility = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(close, hiddenFor)
    else if (!source) now()
  }
  const onOffline = () => {
    close()
    show('offline')
  }

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', now)
  window.addEventListener('offline', onOffline)
  show('reconnecting')
  connect()
  return () => {
    close()
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', now)
    window.removeEventListener('offline', onOffline)
    setLiveState('off')
  }
}
