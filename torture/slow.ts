import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { CompletionFile } from '../src/contract/schemas/files.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start, type World } from './world.ts'

/** The server's limit in seconds, and the interval at which a slow client sends a byte. */
const [timeout, beat] = [30, 1_000]
/** Node checks for slow clients once per second, and later in a busy process. */
const [grace, lateness] = [2, 3]
const slower = 2
/** The requests of which the median is taken. */
const asked = 500
/** More than the buffers between server and client hold. */
const megabytes = 30

/** Clients that send or read as little as possible: each is disconnected in time, and other requests keep their speed. */
export async function slowClients(engine: World['engine'], count: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const open: Socket[] = []
  try {
    const server = await start(world, { REQUEST_TIMEOUT: String(timeout) })
    const cookie = await signUp(server.origin)
    const { task, file } = await largeFile(server.origin, cookie)
    const { hostname, port } = new URL(server.origin)
    const maxSeconds = timeout + lateness
    const before = await quickness(server.origin, cookie, asked)

    const begun = performance.now()
    const cut = Array.from({ length: count }, (_, index) => {
      const { head, drip } = slowWays(hostname, cookie, task, file)[index % 4] as Slow
      const socket = connect(Number(port), hostname)
      open.push(socket)
      socket.on('error', () => {})
      socket.write(head)
      const beats = setInterval(() => drip && socket.write(drip), beat)
      return new Promise<number>((resolve) => {
        let received = 0
        socket.on('data', (bytes) => {
          received += bytes.length
        })
        socket.on('close', () => {
          clearInterval(beats)
          if (drip) resolve((performance.now() - begun) / 1000)
          else resolve(received > megabytes * 1_000_000 ? Number.POSITIVE_INFINITY : timeout + grace)
        })
        // A client that does not read does not notice the end. It was disconnected if it can read only a part in the end.
        if (!drip) socket.pause()
      })
    })
    const asleep = open.filter((socket) => socket.isPaused())
    void pause((timeout + grace) * 1000).then(() => {
      for (const socket of asleep) socket.resume()
    })
    await pause(2_000)
    const during = await quickness(server.origin, cookie, asked)
    const never = pause((maxSeconds + lateness) * 1000, Number.POSITIVE_INFINITY, { ref: false })
    const seconds = await Promise.all(cut.map((end) => Promise.race([end, never])))
    const slowest = Math.max(...seconds)
    const stayed = seconds.filter((second) => second > maxSeconds).length
    await server.stop()
    return {
      fault: `${count} clients that send headers, bodies or uploads at one byte per second, or never read`,
      engine,
      figure: `${stayed} left open, the last one closed after ${slowest.toFixed(1)} s; other requests took ${before.toFixed(2)} ms before and ${during.toFixed(2)} ms at the same time (median)`,
      promised: `closed within ${timeout} s (checked once per second); other requests take at most ${slower} times as long`,
      kept: stayed === 0 && during < slower * before,
    }
  } finally {
    for (const socket of open) socket.destroy()
    await world.end()
  }
}

interface Slow {
  head: string
  /** Sent at every interval; undefined for a client that does not read. */
  drip?: string
}

function slowWays(host: string, cookie: string, task: string, file: string): Slow[] {
  const line = (method: string, path: string, type = 'application/json') =>
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\n`
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  return [
    { head: `GET /health/live HTTP/1.1\r\nhost: ${host}\r\nx-slow: `, drip: 'a' },
    { head: `${line('POST', '/tasks/createTask')}content-length: 100000\r\n\r\n{`, drip: ' ' },
    {
      head: `${line('POST', `/tasks/task/${task}/upload`, 'multipart/form-data; boundary=x')}content-length: 100000\r\n\r\n${form}`,
      drip: 'a',
    },
    { head: `${line('GET', `/tasks/task/${task}/files/${file}`)}\r\n` },
  ]
}

async function largeFile(origin: string, cookie: string) {
  const response = await fetch(`${origin}/tasks/createTask`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-15' }),
  })
  const { task } = (await response.json()) as { task: Task }
  const form = new FormData()
  form.set('file', new File([new Uint8Array(megabytes * 1_000_000)], 'large.bin'))
  const upload = await fetch(`${origin}/tasks/task/${task._id}/upload`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  const { file } = (await upload.json()) as { file: CompletionFile }
  return { task: task._id, file: file._id }
}

/** The median response time of an ordinary request, in milliseconds. */
async function quickness(origin: string, cookie: string, count: number) {
  const times: number[] = []
  for (let asked = 0; asked < count; asked++) {
    const begun = performance.now()
    await (await fetch(`${origin}/auth/verify`, { headers: { cookie } })).arrayBuffer()
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[times.length / 2] ?? 0
}
