import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { liveCalls } from '../src/contract/calls/live.ts'
import type { Result } from './result.ts'
import { addTasks, signedUp, type Taskdeck, taskdeck } from './servers.ts'

const owners = 50
const streamsEach = 100
const changesEach = 10
const mostBytes = 25_000
const slowest = 500

interface Owner {
  cookie: string
  sockets: Socket[]
  /** Called with every chunk that one of the user's streams receives. */
  heard: (text: string) => void
}

/** 5,000 live streams on one process: the memory per stream, the delivery time of a change, and the memory after they are closed. */
export async function streams(): Promise<Result[]> {
  const ours = await taskdeck()
  try {
    const people: Owner[] = []
    for (let owner = 0; owner < owners; owner++) {
      people.push({ cookie: (await signedUp(ours.origin)).cookie, sockets: [], heard: () => {} })
    }
    const before = await ours.memory()
    await openAll(ours, people)
    const open = await ours.memory()
    const times = await changeTimes(ours, people)
    await closeAll(people)
    const after = await ours.memory()

    const count = owners * streamsEach
    const each = (open.resident - before.resident) / count
    const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
    const left = (after.used - before.used) / before.used
    return [
      {
        row: `${count} live streams, memory per stream`,
        figure: `${(each / 1000).toFixed(1)} kB`,
        promised: `≤ ${mostBytes / 1000} kB`,
        kept: each <= mostBytes,
        detail: `${mega(before.resident)} resident before, ${mega(open.resident)} with all streams open`,
      },
      {
        row: `${count} live streams, delivery of a change`,
        figure: `p99 ${p99.toFixed(0)} ms`,
        promised: `< ${slowest} ms`,
        kept: p99 < slowest,
        detail: `p50 ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)} ms from the request to the stream, ${times.length} deliveries`,
      },
      {
        row: `${count} live streams, memory after closing them`,
        figure: `${(left * 100).toFixed(0)} % more than before`,
        promised: '≤ 10 %',
        kept: left <= 0.1,
        detail: `${mega(before.used)} in use before, ${mega(after.used)} afterwards`,
      },
    ]
  } finally {
    await ours.stop()
  }
}

const mega = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

async function openAll({ origin }: Taskdeck, people: Owner[]) {
  const { hostname, port } = new URL(origin)
  for (const owner of people) {
    const opened = Array.from({ length: streamsEach }, () => {
      const socket = connect(Number(port), hostname).setEncoding('utf8')
      owner.sockets.push(socket)
      socket.write(`GET ${liveCalls.events.path} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${owner.cookie}\r\n\r\n`)
      return new Promise<void>((resolve, reject) => {
        socket.on('error', reject)
        socket.on('data', (text) => {
          if (String(text).includes('event: reload')) resolve()
          owner.heard(String(text))
        })
      })
    })
    await Promise.all(opened)
  }
}

/** Resolves when the server has noticed that the streams are closed. */
async function closeAll(people: Owner[]) {
  const closed = people.flatMap((owner) =>
    owner.sockets.splice(0).map((socket) => {
      const end = once(socket, 'close')
      socket.end()
      return end
    }),
  )
  await Promise.all(closed)
}

/** The time from the request of a change until each stream of its owner has received it. */
async function changeTimes({ origin }: Taskdeck, people: Owner[]): Promise<number[]> {
  const times: number[] = []
  for (let change = 0; change < changesEach; change++) {
    for (const owner of people) {
      const begun = performance.now()
      let left = owner.sockets.length
      const { promise: all, resolve } = Promise.withResolvers<void>()
      owner.heard = (text) => {
        if (!text.includes('event: change')) return
        times.push(performance.now() - begun)
        if (--left === 0) resolve()
      }
      await addTasks(origin, owner.cookie, 1)
      await all
    }
  }
  return times
}
