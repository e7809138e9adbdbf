import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { readPosition } from '../src/contract/log-position.ts'
import type { TaskEvent } from '../src/contract/schemas/history.ts'
import { testApp } from './app.ts'
import type { Person } from './people.ts'
import { cookieOf } from './uploads.ts'

type World = NonNullable<Parameters<typeof testApp>[0]>
type Signed = Pick<Person, 'user' | 'cookies'>

/** The whole app behind a real socket. */
export async function liveApp(world: World = {}) {
  const app = await testApp({ ...world, isOwn: true })
  const sockets: Socket[] = []
  app.app.server.on('connection', (socket) => sockets.push(socket))
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = app.app.listeningOrigin
  return {
    ...app,
    origin,
    /** The server's sockets of all connections so far. */
    sockets,
    /** Opens the stream of a user, as a browser does. */
    listen: async (person: Signed, from: From = {}) => openStream(origin, { cookie: await cookieOf(person) }, from),
    /** Requests the stream of a user, reads its beginning and nothing after that. */
    listenAsleep: async (person: Signed) => openAsleep(origin, await cookieOf(person)),
  }
}

export type LiveApp = Awaited<ReturnType<typeof liveApp>>

interface From {
  after?: number | string
  lastEventId?: number | string
}

export interface LiveEvent {
  name: string
  /** The sequence number in its id. */
  id: number | undefined
  epoch: string | undefined
  data: TaskEvent
}

const longestWait = 10_000

/** Events that may arrive at any time: a node that has just begun to listen to the others cannot know what it has missed. */
const anytime = new Set(['beat', 'settings'])

/** A stream of events. Heartbeats and news about settings are left out unless they are requested. */
export async function openStream(
  origin: string,
  credential: Record<string, string>,
  { after, lastEventId }: From = {},
) {
  const call = request(`${origin}/tasks/events${after === undefined ? '' : `?after=${after}`}`, {
    agent: false,
    headers: { ...credential, ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }) },
  })
  onTestFinished(() => void call.destroy())
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return reader(call, response)
}

export type Stream = Awaited<ReturnType<typeof openStream>>

function reader(call: ClientRequest, response: IncomingMessage) {
  const waiting: LiveEvent[] = []
  let heard = Promise.withResolvers<void>()
  let text = ''
  let whole = false
  const over = Promise.withResolvers<void>()
  const wake = () => {
    heard.resolve()
    heard = Promise.withResolvers()
  }
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (response.statusCode !== 200) return
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    waiting.push(...blocks.map(eventOf))
    wake()
  })
  response.once('end', () => {
    whole = true
  })
  response.on('error', () => {})
  call.on('error', () => {})
  response.once('close', () => {
    over.resolve()
    wake()
  })

  /** The next event, or the next one with the given name. */
  async function next(name?: string, wait = longestWait): Promise<LiveEvent> {
    const late = AbortSignal.timeout(wait)
    const tooLate = once(late, 'abort')
    for (;;) {
      const event = waiting.shift()
      if (event && (name ? event.name === name : !anytime.has(event.name))) return event
      if (event) continue
      if (response.closed) throw new Error(`The stream has ended (${response.statusCode}). ${text}`)
      await Promise.race([heard.promise, tooLate])
      if (late.aborted && !waiting.length) throw new Error(`Nothing came within ${wait} ms.`)
    }
  }

  return {
    status: response.statusCode,
    headers: response.headers,
    next,
    /** The next `count` events. */
    async take(count: number): Promise<LiveEvent[]> {
      const events = []
      while (events.length < count) events.push(await next())
      return events
    },
    /** Resolves when the server has ended the stream. Returns whether it ended properly. */
    ended: async () => {
      await over.promise
      return whole
    },
    /** The events that have arrived and were not taken. */
    rest: () => waiting.filter((event) => !anytime.has(event.name)),
    /** The response that was sent instead of a stream. */
    refusal: async () => {
      await over.promise
      return JSON.parse(text)
    },
    close: () => call.destroy(),
  }
}

function eventOf(block: string): LiveEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.replace(/^\w+: /, '')]),
  )
  const position = readPosition(fields.get('id') ?? '')
  return {
    name: fields.get('event') ?? '',
    id: position?.seq,
    epoch: position?.epoch,
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}

async function openAsleep(origin: string, cookie: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /tasks/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`)
  for (let text = ''; !text.includes('event: reload'); ) text += (await once(socket, 'data'))[0]
  socket.pause()
  return socket
}
