import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { liveCalls } from '../src/contract/calls/live.ts'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start, type World } from './world.ts'

const perOwner = 50
const changes = 40
/** Memory that a stream may take, and unread data of a stream that is not read, in bytes. */
const [perStream, unread] = [25_000, 64 * 1024]

/** Half of the live streams never read: the others receive every event, and memory stays bounded. */
export async function readers(engine: World['engine'], count: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const sockets: Socket[] = []
  try {
    const server = await start(world)
    const { hostname, port } = new URL(server.origin)
    const megabytes = async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
    const cookies: string[] = []
    for (let owner = 0; owner < count / perOwner; owner++) cookies.push(await signUp(server.origin))
    const before = await megabytes()
    const heard: number[] = []
    await Promise.all(
      cookies.flatMap((cookie) =>
        Array.from({ length: perOwner }, async (_, index) => {
          const socket = connect(Number(port), hostname)
          sockets.push(socket)
          socket.on('error', () => {})
          socket.write(`GET ${liveCalls.events.path} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`)
          if (index % 2) return socket.pause()
          const place = heard.push(0) - 1
          await new Promise<void>((resolve) => {
            socket.setEncoding('utf8').on('data', (text) => {
              heard[place] = (heard[place] ?? 0) + (String(text).match(/^event: change$/gm)?.length ?? 0)
              resolve()
            })
          })
        }),
      ),
    )
    const description = 'x'.repeat(10_000)
    for (let change = 0; change < changes; change++) {
      await Promise.all(
        cookies.map((cookie) =>
          fetch(`${server.origin}/tasks/createTask`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify({ title: 'a', description, dueDate: '2026-11-15' }),
          }).then((response) => response.text()),
        ),
      )
    }
    for (let patience = 0; patience < 100 && heard.some((times) => times < changes); patience++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const growth = (await megabytes()) - before
    const most = 50 + Math.round((count * perStream + (count / 2) * unread) / 1_000_000)
    const behind = heard.filter((times) => times !== changes).length
    await server.stop()
    return {
      fault: `${count} live streams, half of which never read`,
      engine,
      figure: `${heard.length} readers, ${behind} of them missed an event, memory grew by ${Math.round(growth)} MB`,
      promised: `every reader receives every event, and memory grows by less than ${most} MB (50 MB, 25 kB per stream, 64 kB more per stream that is not read)`,
      kept: behind === 0 && growth < most,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    await world.end()
  }
}
