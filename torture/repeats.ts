import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { keyHeader } from '../src/contract/idempotency-key.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import type { Outcome } from './result.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

const writers = 8

/** A task that a client creates. Its title is also the key of the call. */
interface Sent {
  title: string
  /** The response, if it has arrived. */
  text?: string
}

/** Kills the server repeatedly while clients create tasks, and lets them repeat every call without a response, twice and at once. */
export async function repeats(engine: World['engine'], rounds: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const sent: Sent[] = []
  const wrong: string[] = []
  let unanswered = 0
  try {
    let server = await start(world)
    const cookie = await signUp(server.origin)
    for (let round = 0; round < rounds; round++) {
      const stop = { now: false }
      const writing = Array.from({ length: writers }, () => createTasks(server, cookie, sent, stop))
      await pause(60 + Math.random() * 240)
      await server.kill()
      stop.now = true
      await Promise.all(writing)
      server = await start(world)
      const lost = sent.filter(({ text }) => text === undefined)
      unanswered += lost.length
      for (const call of [...lost, ...sent.slice(-5)]) wrong.push(...(await repeat(server, cookie, call)))
    }
    wrong.push(...(await missingOrDouble(server, cookie, sent)))
    await server.stop()
  } finally {
    await world.end()
  }
  return {
    fault: `kill -9 during calls with an Idempotency-Key, which are repeated, ${rounds} times`,
    engine,
    figure: `${sent.length} tasks created, ${unanswered} calls without a response, ${wrong.length} problems${wrong.length ? ` (${wrong.slice(0, 3).join('; ')})` : ''}`,
    promised: 'every task exists once, and every repetition gets the original response',
    kept: wrong.length === 0 && unanswered > 0,
  }
}

async function create({ origin }: Server, cookie: string, { title }: Sent): Promise<string> {
  const { method, path } = taskCalls.create
  const headers = { cookie, 'content-type': 'application/json', [keyHeader]: title }
  const body = JSON.stringify({ title, description: 'x', dueDate: '2026-11-15' })
  const response = await fetch(origin + path, { method, headers, body })
  const text = await response.text()
  if (response.status !== taskCalls.create.status) throw new Error(`${path} answered ${response.status}: ${text}`)
  return text
}

/** Creates tasks until the server is gone. */
async function createTasks(server: Server, cookie: string, sent: Sent[], stop: { now: boolean }) {
  while (!stop.now) {
    const call: Sent = { title: randomUUID() }
    sent.push(call)
    try {
      call.text = await create(server, cookie, call)
    } catch (error) {
      if (/answered/.test(String(error))) throw error
      return
    }
  }
}

async function repeat(server: Server, cookie: string, call: Sent): Promise<string[]> {
  const texts = await Promise.all([create(server, cookie, call), create(server, cookie, call)])
  call.text ??= texts[0]
  return texts.filter((text) => text !== call.text).map(() => `${call.title} got another response`)
}

async function missingOrDouble({ origin }: Server, cookie: string, sent: Sent[]): Promise<string[]> {
  const response = await fetch(origin + taskCalls.list.path, { headers: { cookie } })
  const { tasks } = (await response.json()) as { tasks: Task[] }
  const found = Map.groupBy(tasks, ({ title }) => title)
  const counts = sent.map(({ title }) => [title, found.get(title)?.length ?? 0] as const)
  return counts.filter(([, count]) => count !== 1).map(([title, count]) => `${title} exists ${count} times`)
}
