import { CallError, errorOf } from '../src/contract/client.ts'
import { errorStatus } from '../src/contract/errors.ts'
import { readPosition } from '../src/contract/log-position.ts'
import { newId } from '../src/contract/new-id.ts'
import type { TaskEvent } from '../src/contract/schemas/history.ts'
import { createDeckStore, type DeckStore } from '../src/web/deck/deck-store.ts'
import { type DeckServer, deckServer } from '../src/web/deck/server.ts'
import { type DeckStorage, memoryStorage } from '../src/web/deck/storage.ts'
import { singleTab, type TabMessage, type Tabs } from '../src/web/deck/tabs.ts'
import { emptyView } from '../src/web/deck/view.ts'
import type { LiveState } from '../src/web/live/state.ts'
import type { StreamListener } from '../src/web/live/stream-listener.ts'
import { createCell } from '../src/web/ui/client-state.ts'

/** How the network between a device and the server behaves. */
export interface Line {
  isCut: boolean
  /** How many of the next responses are lost after the server has done its work. */
  lost: number
  /** The statuses with which the next calls that change something fail, before they reach the server. */
  failures: number[]
  /** Calls that change something reach the server only when this is resolved. */
  slow: Promise<void>
  /** How many calls that change something the server has answered. */
  answers: number
  /** Whether live streams are blocked, as by some proxies. */
  isWithoutStreams: boolean
}

const unreachable = () => new CallError(0, 'network', 'The line is cut.')

/** An answer of Taskdeck itself, or of a proxy in front of it. */
function failed(status: number) {
  const code = Object.entries(errorStatus).find(([, other]) => other === status)?.[0]
  return errorOf(status, code ? { code, message: 'This is a test.' } : '<h1>Bad gateway</h1>')
}

interface Shared {
  storage: DeckStorage
  tabs: () => Tabs
}

/** The storage and the messages that the tabs of one browser share. The tab that was opened first leads, until it is closed. */
export function sharedBrowser(): Shared {
  const listeners = new Map<object, (message: TabMessage) => void>()
  const queue: { tab: object; lead: () => () => void }[] = []
  let leader: { tab: object; end: () => void } | undefined
  function leadNext() {
    const [next] = queue.splice(0, 1)
    leader = next && { tab: next.tab, end: next.lead() }
  }
  return {
    storage: { ...memoryStorage(), close: () => {} },
    tabs() {
      const own = {}
      return {
        tell: (message) => {
          for (const [tab, listener] of listeners) if (tab !== own) setTimeout(() => listener(structuredClone(message)))
        },
        listen: (listener) => listeners.set(own, listener),
        lead: (lead) => {
          queue.push({ tab: own, lead })
          if (!leader) leadNext()
        },
        takeOver: () => {},
        close: () => {
          listeners.delete(own)
          queue.splice(0, queue.length, ...queue.filter(({ tab }) => tab !== own))
          if (leader?.tab !== own) return
          leader.end()
          leadNext()
        },
      }
    },
  }
}

const alone = (): Shared => ({ storage: memoryStorage(), tabs: singleTab })

/** A browser of a user without a screen: its storage survives, its page can be closed and opened again, and its network can be cut. */
export function device(origin: () => string, cookie: string, browser = alone()) {
  const { storage, tabs } = browser
  const line: Line = {
    isCut: false,
    lost: 0,
    failures: [],
    slow: Promise.resolve(),
    answers: 0,
    isWithoutStreams: false,
  }
  const view = createCell(emptyView)
  const live = createCell<LiveState>('off')
  let store: DeckStore | undefined
  const streams = new Set<() => void>()

  /** Passes calls on as long as the line is not cut. */
  function overLine(server: DeckServer): DeckServer {
    const passed =
      <A extends unknown[], R>(send: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        if (line.isCut) throw unreachable()
        const answer = await send(...args)
        if (line.isCut) throw unreachable()
        if (line.lost > 0) {
          line.lost--
          throw unreachable()
        }
        return answer
      }
    return {
      snapshot: passed(server.snapshot),
      revalidate: passed(server.revalidate),
      trash: passed(server.trash),
      send: passed(async (change) => {
        await line.slow
        const status = line.failures.shift()
        if (status) throw failed(status)
        if (line.isCut) throw unreachable()
        return server.send(change).finally(() => line.answers++)
      }),
    }
  }

  return {
    browser,
    line,
    view: view.get,
    isLive: () => live.get() === 'live',
    cut() {
      line.isCut = true
      for (const end of streams) end()
    },
    mend() {
      line.isCut = false
    },
    /** Holds every call that changes something back for a while. */
    slowDown(milliseconds: number) {
      line.slow = new Promise((resolve) => setTimeout(resolve, milliseconds))
    },
    /** Ends every trouble with the network. */
    recover() {
      line.isCut = false
      line.lost = 0
      line.failures = []
    },
    async open() {
      store = createDeckStore({
        view,
        // Created for each page, as in a browser: tags are not stored.
        server: overLine({
          snapshot: (isNeeded) => deckServer({ origin: origin(), headers: { cookie } }).snapshot(isNeeded),
          revalidate: (status) => deckServer({ origin: origin(), headers: { cookie } }).revalidate(status),
          trash: () => deckServer({ origin: origin(), headers: { cookie } }).trash(),
          send: (change) => deckServer({ origin: origin(), headers: { cookie } }).send(change),
        }),
        storage,
        tabs: tabs(),
        connect: (listener) => follow(listener),
        live,
        newId,
        now: () => new Date(),
        onEvents: () => {},
        onReload: () => {},
        onSettings: () => {},
        onOpen: () => {},
        onRefused: () => {},
        onStorageFailed: (error) => {
          throw error
        },
      })
      await store.open()
    },
    close() {
      store?.close()
    },
    store: () => {
      if (!store) throw new Error('The device is off')
      return store
    },
  }

  /** The live stream over `fetch`, which reconnects as the one in the browser does. */
  function follow(listener: StreamListener): () => void {
    let isClosed = false
    let abort = new AbortController()
    const run = async () => {
      while (!isClosed) {
        abort = new AbortController()
        const end = () => abort.abort()
        streams.add(end)
        await read(listener, abort.signal).catch(() => {})
        streams.delete(end)
        if (live.get() === 'live') {
          live.set('reconnecting')
          listener.onLost()
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    void run()
    return () => {
      isClosed = true
      abort.abort()
    }
  }

  async function read(listener: StreamListener, signal: AbortSignal) {
    if (line.isCut || line.isWithoutStreams) return
    const position = listener.position()
    const address = `${origin()}/tasks/events${position === undefined ? '' : `?after=${position}`}`
    const response = await fetch(address, { headers: { cookie }, signal })
    if (!response.ok || !response.body) return
    live.set('live')
    listener.onOpen()
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) hear(message, listener)
    }
  }
}

function hear(message: string, listener: StreamListener) {
  const name = /^event: (.*)$/m.exec(message)?.[1]
  const data = /^data: (.*)$/m.exec(message)?.[1] ?? '{}'
  if (name === 'change' || name === 'beat') {
    listener.onEpoch(readPosition(/^id: (.*)$/m.exec(message)?.[1] ?? '')?.epoch)
  }
  if (name === 'reload') listener.onReload()
  if (name === 'settings') listener.onSettings()
  if (name === 'change') listener.onChange(JSON.parse(data) as TaskEvent)
}

export type Device = ReturnType<typeof device>
