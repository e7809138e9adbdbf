import { claimCalls } from '../src/contract/calls/claims.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Result } from './result.ts'
import { addTasks, newToken, signedUp, taskdeck, unlimited } from './servers.ts'

const agents = 32
const tasks = 500
const promise = 0.5

/** Agents that take the next task until nothing is ready, compared with the same agents that begin tasks by their numbers. */
export async function claims(rounds: number): Promise<Result> {
  const ours = await taskdeck({ settings: unlimited })
  try {
    const shares: number[] = []
    let perSecond = 0
    for (let round = 0; round < rounds; round++) {
      const told = await owner(ours.origin)
      const toldMs = await timed(told.tokens, (call) => {
        const id = told.ids.pop()
        const change = JSON.stringify({ status: 'In Progress' })
        return id === undefined ? undefined : call('PUT', taskCalls.update.path.replace(':id', id), change)
      })
      const asking = await owner(ours.origin)
      let left = tasks
      const askingMs = await timed(asking.tokens, (call) =>
        left-- > 0 ? call('POST', claimCalls.claim.path, '{}') : undefined,
      )
      shares.push(toldMs / askingMs)
      perSecond = Math.max(perSecond, (tasks / askingMs) * 1_000)
    }
    const share = shares.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
    return {
      row: `claims of ${tasks} tasks by ${agents} agents`,
      figure: `${share.toFixed(2)} of tasks that they are told`,
      promised: `≥ ${promise}`,
      kept: share >= promise,
      detail: `${Math.round(perSecond)}/s; rounds ${shares[0]?.toFixed(2)} to ${shares.at(-1)?.toFixed(2)}`,
    }
  } finally {
    await ours.stop()
  }

  type Call = (method: string, path: string, body: string) => Promise<Response>

  /** How long all agents need until each has nothing more to do, in milliseconds. */
  async function timed(tokens: string[], next: (call: Call) => Promise<Response> | undefined) {
    const begun = performance.now()
    const work = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      for (;;) {
        const response = await next((method, path, body) => fetch(ours.origin + path, { method, headers, body }))
        if (!response) return
        if (!response.ok) throw new Error(`A call failed: ${await response.text()}`)
        await response.arrayBuffer()
      }
    }
    await Promise.all(tokens.map(work))
    return performance.now() - begun
  }
}

/** An owner with tasks, and a token for each agent. */
async function owner(origin: string) {
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, tasks)
  const tokens: string[] = []
  for (let index = 0; index < agents; index++) {
    tokens.push(await newToken(origin, cookie, { name: `agent ${index}`, scope: 'write' }))
  }
  const list = await fetch(origin + taskCalls.list.path, { headers: { cookie } })
  const all = ((await list.json()) as { tasks: { _id: string; status: string }[] }).tasks
  // Sample tasks have every status. All are made ready, so that both ways have the same to do.
  const response = await fetch(origin + taskCalls.bulkUpdate.path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: all.map(({ _id }) => _id), change: { status: 'Pending' } }),
  })
  if (!response.ok) throw new Error(`The tasks were not made ready: ${await response.text()}`)
  return { tokens, ids: all.map(({ _id }) => _id) }
}
