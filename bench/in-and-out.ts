import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { archiveType } from '../src/contract/archives.ts'
import { archiveCalls } from '../src/contract/calls/archives.ts'
import { historyCalls } from '../src/contract/calls/history.ts'
import { importCalls } from '../src/contract/calls/imports.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { importType } from '../src/contract/imports.ts'
import { newId } from '../src/contract/new-id.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import type { Result } from './result.ts'
import { addTasks, post, signedUp, type Taskdeck, taskdeck } from './servers.ts'

const count = 10_000
const mostP99Ms = 100
const megabyte = 1024 * 1024
const mostBytes = 64 * megabyte
/** Each of the others makes a call so often; most of them read, and one writes. */
const callEveryMs = 20
const others = 4
const ordinaryCalls = 300
const words = ' and a few more words'.repeat(20)

/** 10,000 tasks in and out, beside the calls of others: lines, their undo, the archive, and the import of the archive. */
export async function inAndOut(): Promise<Result[]> {
  const ours = await taskdeck()
  try {
    const { cookie } = await signedUp(ours.origin)
    const { cookie: second } = await signedUp(ours.origin)
    const probes = await Promise.all(Array.from({ length: others }, () => otherUser(ours)))
    const read = () => fetch(ours.origin + archiveCalls.download.path, { headers: { cookie } })
    const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
    // A server in use has filled the caches of its database, and its heap is as large as ordinary requests make it.
    const { cookie: before } = await signedUp(ours.origin)
    await addTasks(ours.origin, before, 2 * count)
    await (await fetch(ours.origin + taskCalls.list.path, { headers: { cookie: before } })).arrayBuffer()
    for (let call = 0; call < ordinaryCalls; call++)
      for (const { read, write } of probes) await Promise.all([read(), write()])
    const idle = await residentOf(ours)
    let archive: Buffer = Buffer.of()
    const steps: [name: string, work: () => Promise<unknown>][] = [
      ['import of lines', () => send(ours, importCalls.run.path, importType, lines(), cookie)],
      ['undo of that import', () => changed(post(ours.origin, historyCalls.undo.path, {}, cookie))],
      ['its redo', () => changed(post(ours.origin, historyCalls.redo.path, {}, cookie))],
      [
        'archive',
        async () => {
          archive = await bytesOf(await read())
        },
      ],
      ['import of the archive', () => send(ours, archiveCalls.import.path, archiveType, archive, second)],
    ]
    const results: Result[] = []
    for (const [name, work] of steps) results.push(resultOf(name, await besideOthers(ours, probes, idle, work)))
    return results
  } finally {
    await ours.stop()
  }
}

interface Measured {
  reads: number[]
  writes: number[]
  moreBytes: number
  seconds: number
}

type Probe = Awaited<ReturnType<typeof otherUser>>

async function otherUser({ origin }: Taskdeck) {
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, 100)
  const timed = async (call: () => Promise<Response>) => {
    const begun = performance.now()
    const response = await call()
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`A call of another user failed: ${response.status}`)
    return performance.now() - begun
  }
  return {
    read: () => timed(() => fetch(origin + taskCalls.list.path, { headers: { cookie } })),
    write: () => timed(() => post(origin, taskCalls.create.path, { title: 'Beside' }, cookie)),
  }
}

async function besideOthers(ours: Taskdeck, probes: Probe[], idle: number, work: () => Promise<unknown>) {
  const measured: Measured = { reads: [], writes: [], moreBytes: 0, seconds: 0 }
  let isBusy = true
  const calling = probes.map(async ({ read, write }, index) => {
    while (isBusy) {
      if (index) measured.reads.push(await read())
      else measured.writes.push(await write())
      await pause(callEveryMs)
    }
  })
  const watching = async () => {
    while (isBusy) {
      measured.moreBytes = Math.max(measured.moreBytes, (await residentOf(ours)) - idle)
      await pause(callEveryMs)
    }
  }
  const begun = performance.now()
  const done = work().finally(() => {
    measured.seconds = (performance.now() - begun) / 1_000
    isBusy = false
  })
  await Promise.all([done, ...calling, watching()])
  return measured
}

function resultOf(name: string, { reads, writes, moreBytes, seconds }: Measured): Result {
  const p99 = at(reads, 0.99)
  return {
    row: `${name} of ${count.toLocaleString('en')} tasks, beside lists of others`,
    figure: `p99 ${p99} ms, ${(moreBytes / megabyte).toFixed(0)} MB more than idle`,
    promised: `< ${mostP99Ms} ms, ≤ ${mostBytes / megabyte} MB`,
    kept: p99 < mostP99Ms && moreBytes <= mostBytes,
    detail: `in ${seconds.toFixed(1)} s; lists of 100: p50 ${at(reads, 0.5)} ms, longest ${at(reads, 1)} ms; writes of others: p50 ${at(writes, 0.5)} ms, p99 ${at(writes, 0.99)} ms`,
  }
}

/** The time that a share of the calls took at most, in milliseconds. */
function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

async function residentOf({ pid }: Taskdeck): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

const lines = () =>
  Buffer.from(
    sampleTasks(count, '2026-11-15')
      .map((task) => `${JSON.stringify({ _id: newId(), ...task, description: task.description + words })}\n`)
      .join(''),
  )

const send = ({ origin }: Taskdeck, path: string, type: string, body: Buffer, cookie: string) =>
  changed(
    fetch(origin + path, { method: 'POST', headers: { 'content-type': type, cookie }, body: new Uint8Array(body) }),
  )

async function changed(answer: Promise<Response>) {
  const response = await answer
  if (!response.ok) throw new Error(`It failed: ${await response.text()}`)
  await response.arrayBuffer()
}
