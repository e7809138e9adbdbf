import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { onTestFinished } from 'vitest'
import type { NewShare, Share, SharedPage } from '../src/contract/schemas/shares.ts'
import { linkHeader } from '../src/contract/shares.ts'
import type { testApp } from './app.ts'
import type { Answer } from './browser.ts'
import type { Person } from './people.ts'

export interface MadeShare {
  share: Share
  path: string
  secret: string
}

export const secretIn = (path: string) => path.slice(path.indexOf('#') + 1)

/** Shares a view or a task. */
export async function shareIt(person: Pick<Person, 'post'>, input: NewShare): Promise<MadeShare> {
  const { status, text, body } = await person.post('/shares', input)
  if (status !== 201) throw new Error(`The link was not made: ${text}`)
  return { ...body, secret: secretIn(body.path) }
}

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'visitor'>

/** A stranger with the secret of a link. */
export function readerOf(app: App, secret: string, address = '127.0.0.1') {
  const stranger = app.visitor({ address, headers: { [linkHeader]: secret } })
  return {
    ...stranger,
    open: (ifNoneMatch?: string): Promise<Answer> =>
      stranger.send('GET', '/shared', undefined, ifNoneMatch ? { headers: { 'if-none-match': ifNoneMatch } } : {}),
    page: async (): Promise<SharedPage> => (await stranger.get('/shared')).body,
    answer: (answer: string) => stranger.put('/shared/answer', { answer }),
  }
}

interface Event {
  name: string
  data: unknown
}

/** The stream of a shared page, from a listening app. */
export async function followShare(origin: string, secret: string, headers: Record<string, string> = {}) {
  const call = request(`${origin}/shared/live`, { agent: false, headers: { [linkHeader]: secret, ...headers } })
  onTestFinished(() => void call.destroy())
  call.on('error', () => {})
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const events: Event[] = []
  let text = ''
  let wake = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const stir = () => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (response.statusCode !== 200) return
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, name = '', data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      events.push({ name, data: JSON.parse(data) })
    }
    stir()
  })
  response.once('close', () => {
    ended.resolve()
    stir()
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    /** The next event that has not been taken. */
    async next(): Promise<Event> {
      for (;;) {
        const event = events.shift()
        if (event) return event
        if (response.closed) throw new Error('The stream has ended.')
        await wake.promise
      }
    },
    ended: ended.promise,
    /** The response that was sent instead of a stream. */
    refusal: async () => {
      await ended.promise
      return JSON.parse(text)
    },
    close: () => call.destroy(),
  }
}
