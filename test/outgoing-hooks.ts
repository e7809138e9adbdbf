import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import type { NewOutgoingWebhook, WholeDelivery } from '../src/contract/schemas/outgoing-webhooks.ts'
import type { Config } from '../src/server/settings/config.ts'
import { wireRules } from '../src/server/wiring.ts'
import { testApp } from './app.ts'
import type { Engine } from './database.ts'
import type { Person } from './people.ts'

/** A webhook to a program that does not exist: tests ask no name server. */
export const outgoingHook = {
  name: 'Bot',
  url: 'https://bot.example/hook',
  events: ['task.created'],
} satisfies NewOutgoingWebhook

/** A message as a receiver gets it. */
export interface Received {
  id: string
  headers: Record<string, string>
  body: string
}

/** A program that receives webhooks on this machine. It answers 204 unless the test says otherwise. */
export async function receivingProgram() {
  const received: Received[] = []
  const program = {
    received,
    url: '',
    answer: (response: ServerResponse, _received: Received): unknown => response.writeHead(204).end(),
    /** The types of what was received, with the titles of the tasks. */
    told: () =>
      received.map(({ body }) => {
        const { type, data } = JSON.parse(body)
        return `${type} ${data.task?.title ?? data.message}`
      }),
    last: () => JSON.parse(received.at(-1)?.body ?? 'null'),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    const message = { id: String(headers['webhook-id']), headers, body: String(Buffer.concat(chunks)) }
    received.push(message)
    program.answer(response, message)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return program
}

/** Checks a message with an independent implementation. Throws if its signature is wrong or old. */
export const verified = (secret: string, { headers, body }: Received) => new Webhook(secret).verify(body, headers)

/** An app whose clock only the test moves, with nodes that send webhooks when the test says so. */
export async function hookApp(engine: Engine, start = Date.now(), config: Partial<Config> = {}) {
  let now = start
  const clock = () => now
  const app = await testApp({ engine, config: { allowedHookHosts: ['127.0.0.1'], ...config }, dependencies: { clock } })
  const resolve = async () => []
  const node = () => {
    const { queue, outgoingHooks } = wireRules({ ...app, clock, resolve, log: pino({ level: 'silent' }) })
    const { following } = outgoingHooks
    onTestFinished(following.stop)
    return {
      following,
      queue,
      /** Sends everything that is due. */
      async send() {
        await following.check()
        await queue.runDue()
        await following.settled()
      },
    }
  }
  return {
    ...app,
    node,
    ...node(),
    now: clock,
    moveClock(ms: number) {
      now += ms
    },
  }
}

/** Makes a webhook to a program, and returns its id and secret. */
export async function connect(person: Person, url: string, input: Partial<NewOutgoingWebhook> = {}) {
  const { body } = await person.post('/outgoing-webhooks', { ...outgoingHook, url, ...input })
  const { id } = body.webhook
  const path = `/outgoing-webhooks/${id}`
  return {
    id: id as string,
    secret: body.secret as string,
    path,
    deliveries: async (): Promise<WholeDelivery[]> => (await person.get(`${path}/deliveries`)).body.deliveries,
    state: async () =>
      (await person.get('/outgoing-webhooks')).body.webhooks.find((hook: { id: string }) => hook.id === id),
  }
}
