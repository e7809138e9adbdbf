import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { calls } from '../src/contract/calls.ts'
import { oddTexts } from '../test/malformed.ts'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start, type World } from './world.ts'

const atOnce = 40

/** Requests that no client would send, over raw sockets: none may bring the server down, or to a 5xx. */
export async function malformed(engine: World['engine'], count: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  try {
    const server = await start(world)
    const cookie = await signUp(server.origin)
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
        socket.setTimeout(2_000, () => socket.destroy())
        socket.on('error', () => {})
        socket.on('close', () => {
          for (const [, status = ''] of answer.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }
          resolve()
        })
        socket.end(nonsense(cookie))
      })
    const worker = async () => {
      while (sent++ < count) await one()
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    const alive = (await fetch(`${server.origin}/health/ready`)).status === 200
    const complaints = server.output().match(/Unexpected error|unhandled|uncaught/gi)?.length ?? 0
    await server.stop()
    const broken = [...statuses].filter(([status]) => status.startsWith('5')).reduce((sum, [, times]) => sum + times, 0)
    return {
      fault: `${count} malformed requests over raw sockets`,
      engine,
      figure: `${broken} answered 5xx, ${complaints} unexpected errors, ${alive ? 'alive' : 'dead'} afterwards (${[
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

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const odd = () => pick([...oddTexts, 'x'.repeat(20_000), '{"a":', '[[[[[[', '%ff%00', '../../etc/passwd', '1e999'])

/** A request that is wrong in one way or in many. */
function nonsense(cookie: string): Buffer {
  const kind = Math.random()
  if (kind < 0.1) return randomBytes(1 + Math.floor(Math.random() * 500))
  const { method, path } = pick(calls.filter((call) => !call.path.endsWith('/events')))
  const filled = path.replace(/:\w+/g, () => encodeURIComponent(odd().replace(/[\ud800-\udfff]/g, '')))
  const target =
    kind < 0.2
      ? Buffer.from(odd())
          .toString('latin1')
          .replace(/[\r\n]/g, '')
      : filled
  const body = kind < 0.5 ? randomBytes(Math.floor(Math.random() * 300)) : Buffer.from(bodyOf())
  const length = kind < 0.6 ? body.length + Math.floor(Math.random() * 5) - 2 : body.length
  const type = pick([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    '',
    'application/json; charset=utf-7',
  ])
  const head = [
    `${pick([method, method, method, 'GET', 'PATCH', 'FOO'])} ${target} HTTP/1.${pick([1, 1, 1, 0, 7])}`,
    ...(kind < 0.95 ? ['host: localhost'] : []),
    `cookie: ${pick([cookie, cookie, cookie, 'taskdeck_session=', `taskdeck_session=${'a'.repeat(5_000)}`])}`,
    `content-type: ${type}`,
    pick([
      `content-length: ${length}`,
      `content-length: ${length}`,
      'transfer-encoding: chunked',
      'content-length: -1',
    ]),
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

function bodyOf(): string {
  const fields = [
    'title',
    'description',
    'dueDate',
    'status',
    'priority',
    'labels',
    'position',
    'email',
    'password',
    'username',
    'tasks',
    'ids',
    'change',
    '__proto__',
    'constructor',
  ]
  const value = (): unknown =>
    pick<unknown>([odd(), Number.MAX_VALUE, -1, null, true, [], {}, [odd()], { toString: 1 }, [[[[]]]]])
  return JSON.stringify(
    Object.fromEntries(Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => [pick(fields), value()])),
  )
}
