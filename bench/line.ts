import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Result } from './result.ts'
import { addTasks, signedUp, taskdeck } from './servers.ts'
import { slowLine } from './slow-line.ts'

const tasks = 10_000
const rounds = 3
const maxShare = 0.3

/** The time of a long list over an emulated line, with and without compression. */
export async function line(): Promise<Result> {
  const ours = await taskdeck()
  const slow = await slowLine(ours.origin, { bitsPerSecond: 10_000_000, roundTripMs: 40 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const { cookie } = await signedUp(ours.origin)
    await addTasks(ours.origin, cookie, tasks)
    const list = (coding: 'identity' | 'zstd') =>
      timedList(slow.origin + taskCalls.list.path, agent, { cookie, 'accept-encoding': coding })
    const measured: { share: number; plain: Timed; compressed: Timed }[] = []
    for (let round = 0; round < rounds; round++) {
      // After a change, neither form is cached.
      await addTasks(ours.origin, cookie, 1)
      const plain = await list('identity')
      const compressed = await list('zstd')
      measured.push({ share: compressed.milliseconds / plain.milliseconds, plain, compressed })
    }
    const middle = measured.sort((a, b) => a.share - b.share)[Math.floor(rounds / 2)]
    if (!middle) throw new Error('no rounds')
    const { share, plain, compressed } = middle
    return {
      row: 'list of 10,000 tasks over an emulated 10 Mbit/s, 40 ms line',
      figure: `${share.toFixed(2)} of uncompressed`,
      promised: `≤ ${maxShare}`,
      kept: share <= maxShare,
      detail: `${shown(compressed)} with zstd, ${shown(plain)} uncompressed; read, compressed, sent and parsed after a change, median of ${rounds}`,
    }
  } finally {
    agent.destroy()
    slow.close()
    await ours.stop()
  }
}

interface Timed {
  milliseconds: number
  bytes: number
}

const shown = ({ milliseconds, bytes }: Timed) => `${Math.round(milliseconds)} ms for ${bytes} B`

/** The time until a list has arrived and is parsed, and its size on the wire. */
async function timedList(url: string, agent: Agent, headers: Record<string, string>): Promise<Timed> {
  const begun = performance.now()
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const isCompressed = response.headers['content-encoding'] === 'zstd'
  if (isCompressed !== (headers['accept-encoding'] === 'zstd')) throw new Error('The list has the wrong coding')
  const list = JSON.parse(String(isCompressed ? zstdDecompressSync(bytes) : bytes))
  if (list.tasks.length < tasks) throw new Error(`The list has only ${list.tasks.length} tasks`)
  return { milliseconds: performance.now() - begun, bytes: bytes.length }
}
