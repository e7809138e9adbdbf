import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountCalls } from '../../src/contract/calls/accounts.ts'
import { taskCalls } from '../../src/contract/calls/tasks.ts'
import { type Call, clientOf, type Seen } from './client.ts'
import { unseen } from './load.ts'

const thinkMs = 50
const callers = 2

/** Reads and writes of a user all the time, counted apart, so that the longest time without an answer of each is known. */
export async function startProbes(origin: string) {
  const stopped = new AbortController()
  const seen: Record<'reads' | 'writes', Seen> = {
    reads: { ...unseen(), problems: [] },
    writes: { ...unseen(), problems: [] },
  }
  const body = JSON.stringify({
    username: 'Ana',
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
  })
  const signUp = clientOf(origin, { ...unseen(), problems: [] }, stopped.signal)
  const { cookie } = await signUp({ method: 'POST', path: accountCalls.signup.path, body })
  const repeat = async (kind: 'reads' | 'writes', next: () => Call) => {
    const call = clientOf(origin, seen[kind], stopped.signal)
    while (!stopped.signal.aborted) {
      await call({ ...next(), cookie }).catch((error) => {
        if (!stopped.signal.aborted) seen[kind].problems.push(String(error))
      })
      await pause(thinkMs)
    }
  }
  const task = () => JSON.stringify({ title: randomUUID(), description: 'x', dueDate: '2026-11-15' })
  const running = Array.from({ length: callers }, () => [
    repeat('reads', () => ({ method: 'GET', path: `${taskCalls.list.path}?status=Completed` })),
    repeat('writes', () => ({ method: 'POST', path: taskCalls.create.path, key: randomUUID(), body: task() })),
  ]).flat()
  return {
    seen,
    begin() {
      for (const each of Object.values(seen)) Object.assign(each, unseen())
    },
    /** Ends the measurement: a question that is not answered yet counts as silence. */
    end() {
      for (const each of Object.values(seen)) {
        each.silenceMs = Math.max(each.silenceMs, performance.now() - each.lastAnswerAt)
      }
    },
    async stop() {
      stopped.abort()
      await Promise.all(running)
    },
  }
}

export type Probes = Awaited<ReturnType<typeof startProbes>>
