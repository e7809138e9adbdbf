import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { type ApiCall, api, apiCalls } from '../src/contract/calls/api.ts'
import { oddTexts } from '../test/malformed.ts'
import { type Asked, requestsFor } from '../test/near-requests.ts'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start, type World } from './world.ts'

const atOnce = 40
const patience = 300

/** Sends malformed requests, built from the schemas, over raw sockets. None may crash the server or cause a 5xx. */
export async function malformed(engine: World['engine'], count: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  try {
    const server = await start(world)
    let cookie = await somebody(server.origin)
    const { hostname, port } = new URL(server.origin)
    const statuses = new Map<string, number>()
    let sent = 0
    const one = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname)
        let answer = ''
        socket.setEncoding('latin1').on('data', (text) => {
          answer += text
        })
        // Half-closing tells a waiting server that the request is complete; closing at once would lose the response.
        socket.setTimeout(patience, () => (socket.writableEnded ? socket.destroy() : socket.end()))
        socket.on('error', () => {})
        socket.on('close', () => {
          for (const [, status = ''] of answer.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }
          resolve()
        })
        socket.write(nonsense(cookie))
      })
    const worker = async () => {
      while (sent++ < count) {
        await one()
        // Some requests are well-formed enough to sign out.
        if (sent % 50 === 0) cookie = await stillSignedIn(server.origin, cookie)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    const alive = (await fetch(`${server.origin}/health/ready`)).status === 200
    const complaints = server.output().match(/Unexpected error|unhandled|uncaught/gi)?.length ?? 0
    await server.stop()
    const broken = [...statuses].filter(([status]) => status.startsWith('5')).reduce((sum, [, times]) => sum + times, 0)
    return {
      fault: `${count} malformed requests over raw sockets`,
      engine,
      figure: `${broken} answered with 5xx, ${complaints} unexpected errors, ${alive ? 'alive' : 'dead'} afterwards (${[
        ...statuses,
      ]
        .sort()
        .map(([status, times]) => `${status}: ${times}`)
        .join(', ')})`,
      promised: 'no 5xx, no crash, no unhandled rejection',
      kept: broken === 0 && complaints === 0 && alive,
    }
  } finally {
    await world.end()
  }
}

/** A new user with a task. */
async function somebody(origin: string) {
  const cookie = await signUp(origin)
  await fetch(`${origin}/tasks/createTask`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-15' }),
  })
  return cookie
}

async function stillSignedIn(origin: string, cookie: string) {
  const { status } = await fetch(`${origin}/auth/verify`, { headers: { cookie } })
  return status === 401 ? somebody(origin) : cookie
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const odd = () => pick([...oddTexts, 'x'.repeat(20_000), '{"a":', '[[[[[[', '%ff%00', '../../etc/passwd', '1e999'])

/** A live stream does not end by itself. */
const endingCalls = apiCalls.filter((call) => call !== api.live.events)
const ready = new Map<ApiCall, Asked[]>()

/** A request that fits the schema of an endpoint more or less. */
function fromSchema(call: ApiCall): Asked {
  const prepared = ready.get(call)?.length
    ? (ready.get(call) as Asked[])
    : fc.sample(requestsFor(call, {}), { numRuns: 200, seed: Math.floor(Math.random() * 2 ** 31) })
  ready.set(call, prepared)
  return prepared.pop() as Asked
}

/** A request that is malformed in its bytes, its head or its content. */
function nonsense(cookie: string): Buffer {
  const kind = Math.random()
  if (kind < 0.1) return randomBytes(1 + Math.floor(Math.random() * 500))
  const call = pick(endingCalls)
  const asked = fromSchema(call)
  const target = kind < 0.2 ? odd() : asked.url
  const body = kind < 0.4 ? randomBytes(Math.floor(Math.random() * 300)) : Buffer.from(asked.payload ?? '')
  const length = kind < 0.5 ? body.length + Math.floor(Math.random() * 5) - 2 : body.length
  const head = [
    `${pick([...Array(8).fill(call.method), 'PATCH', 'FOO'])} ${target.replace(/[\r\n]/g, '')} HTTP/1.${pick([1, 1, 1, 1, 0, 7])}`,
    ...(kind < 0.95 ? ['host: localhost'] : []),
    `cookie: ${pick([...Array(8).fill(cookie), 'taskdeck_session=', `taskdeck_session=${'a'.repeat(5_000)}`])}`,
    ...Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`),
    pick([...Array(8).fill(`content-length: ${length}`), 'transfer-encoding: chunked', 'content-length: -1']),
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}
