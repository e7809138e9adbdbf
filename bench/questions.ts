import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { questionCalls } from '../src/contract/calls/questions.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { compare, details } from './compare.ts'
import { timeOf } from './processor.ts'
import type { Result } from './result.ts'
import { addTasks, newToken, post, signedUp, type Taskdeck, taskdeck, unlimited } from './servers.ts'

const owners = 50
const waitsEach = 20
const mostBytes = 40_000
const idleSeconds = 5
/** The server still collects what opening the connections has left. */
const settlingMs = 3_000
/** The share of a core that all waits together may take. */
const mostBusy = 0.02
const promise = 0.95
/** The waits end after 50 seconds, and all of this happens before. */
const maxRounds = 11

/** 1,000 questions whose askers wait: their memory, their processor time, and the calls of others beside them. */
export async function questions(rounds: number): Promise<Result[]> {
  const [ours, without] = await Promise.all([taskdeck({ settings: unlimited }), taskdeck({ settings: unlimited })])
  try {
    const tokens: string[] = []
    // The other server has the same questions, and nobody waits for their answers.
    for (let owner = 0; owner < owners; owner++) {
      await asking(without)
      tokens.push(await asking(ours))
    }
    // Of both, because a server whose memory was measured has an inspector, which costs time.
    const [before] = await Promise.all([ours.memory(), without.memory()])
    const idle = await busyShare(ours)
    const sockets = await waitAll(ours, tokens)
    const [waiting] = await Promise.all([ours.memory(), without.memory()])
    await pause(settlingMs)
    const busy = await busyShare(ours)
    const beside = await compare(await listOf(ours), await listOf(without), 1, Math.min(rounds, maxRounds))
    const answers = sockets.filter((socket) => socket.bytesRead > 0).length
    if (answers) throw new Error(`${answers} waits have ended before they were measured`)
    for (const socket of sockets) socket.destroy()

    const count = owners * waitsEach
    const each = (waiting.resident - before.resident) / count
    const more = Math.max(0, busy - idle)
    return [
      {
        row: `${count} waiting questions, memory of each`,
        figure: `${(each / 1000).toFixed(1)} kB`,
        promised: `≤ ${mostBytes / 1000} kB`,
        kept: each <= mostBytes,
        detail: `${mega(before.resident)} resident before, ${mega(waiting.resident)} while all wait`,
      },
      {
        row: `${count} waiting questions, processor time`,
        figure: `${(more * 100).toFixed(1)} % of a core`,
        promised: `≤ ${mostBusy * 100} %`,
        kept: more <= mostBusy,
        detail: `${(busy * 100).toFixed(1)} % while all wait, ${(idle * 100).toFixed(1)} % before, over ${idleSeconds} s`,
      },
      {
        row: `list of 100 beside ${count} waiting questions`,
        figure: `${beside.share.toFixed(2)} of none`,
        promised: `≥ ${promise}`,
        kept: beside.share >= promise,
        detail: details(beside, 'without them'),
      },
    ]
  } finally {
    await Promise.all([ours.stop(), without.stop()])
  }
}

const mega = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** An owner with a token that has asked questions about one task. */
async function asking({ origin }: Taskdeck): Promise<string> {
  const { cookie } = await signedUp(origin)
  await post(origin, taskCalls.create.path, { title: 'Ask' }, cookie)
  const token = await newToken(origin, cookie, { name: 'agent', scope: 'write' })
  for (let question = 0; question < waitsEach; question++) {
    const response = await fetch(origin + questionCalls.ask.path.replace(':id', '1'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `Question ${question}?`, choices: ['yes', 'no'] }),
    })
    if (!response.ok) throw new Error(`Asking failed: ${await response.text()}`)
    await response.arrayBuffer()
  }
  return token
}

/** Begins all waits. A later call of the same owner is answered after them, so all of them wait by then. */
async function waitAll({ origin }: Taskdeck, tokens: string[]): Promise<Socket[]> {
  const { hostname, port } = new URL(origin)
  const sockets: Socket[] = []
  for (const token of tokens) {
    for (let note = 1; note <= waitsEach; note++) {
      const path = questionCalls.wait.path.replace(':id', '1').replace(':note', String(note))
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\ncontent-length: 0\r\n\r\n`,
      )
      sockets.push(socket)
      await once(socket, 'connect')
    }
    const list = await fetch(origin + taskCalls.list.path, { headers: { authorization: `Bearer ${token}` } })
    await list.arrayBuffer()
  }
  return sockets
}

/** The share of a core that the server takes while nobody calls. */
export async function busyShare({ pid }: Taskdeck, seconds = idleSeconds): Promise<number> {
  const before = await timeOf(pid)
  await pause(seconds * 1_000)
  return ((await timeOf(pid)) - before) / seconds
}

async function listOf(server: Taskdeck) {
  const { cookie } = await signedUp(server.origin)
  await addTasks(server.origin, cookie, 100)
  return { ...server, request: { path: taskCalls.list.path, headers: { cookie } } }
}
