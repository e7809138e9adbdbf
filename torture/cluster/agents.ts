import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountCalls } from '../../src/contract/calls/accounts.ts'
import { claimCalls } from '../../src/contract/calls/claims.ts'
import { taskCalls } from '../../src/contract/calls/tasks.ts'
import { tokenCalls } from '../../src/contract/calls/tokens.ts'
import type { Task } from '../../src/contract/schemas/tasks.ts'
import type { Outcome } from '../result.ts'
import { type Client, clientOf } from './client.ts'
import { unseen } from './load.ts'
import type { Cluster } from './parts.ts'

export interface Agents {
  agents: number
  tasks: number
}

const json = JSON.stringify
const tasksPerCall = 100
/** Every eighth agent ends in the middle of its third task, without a word. */
const isLost = (index: number, count: number) => index % 8 === 0 && count === 3

/**
 * Agents that take and complete tasks until nothing is ready, while one node after the other is killed. The owner gives back the tasks of the
 * agents that are lost, and the others complete these, too.
 */
export async function agentsAtWork(
  { origin, nodes }: Cluster,
  {
    agents,
    tasks,
    restMs,
    signal = new AbortController().signal,
  }: Agents & { restMs: number; signal?: AbortSignal | undefined },
): Promise<Outcome> {
  const seen = { ...unseen(), problems: [] }
  const call = clientOf(origin, seen, signal)
  const { cookie, tokens } = await owner(call, { agents, tasks })
  /** The agents that got a task, in this order. */
  const takers = new Map<string, string[]>()
  let isOver = false
  let kills = 0
  const killing = (async () => {
    for (; !isOver; kills++) {
      const node = nodes[kills % nodes.length]
      await node?.kill()
      await pause(restMs)
      await node?.start()
    }
  })()
  const work = (mayBeLost: boolean) =>
    Promise.all(
      tokens.map(async (token, index) => {
        for (let count = 1; ; count++) {
          const task = await take(call, token)
          if (!task) return
          takers.set(task._id, [...(takers.get(task._id) ?? []), token])
          if (mayBeLost && isLost(index, count)) return
          const path = taskCalls.update.path.replace(':id', task._id)
          await call({ method: 'PUT', path, token, key: randomUUID(), body: json({ status: 'Completed' }) })
        }
      }),
    )
  const list = async () =>
    (await call<{ tasks: Task[] }>({ method: 'GET', path: taskCalls.list.path, cookie })).body.tasks
  await work(true)
  const lost = (await list()).filter(({ status }) => status !== 'Completed').map(({ _id }) => _id)
  await call({ method: 'POST', path: claimCalls.release.path, cookie, key: randomUUID(), body: json({ ids: lost }) })
  await work(false)
  isOver = true
  await killing
  const completed = (await list()).filter(({ status }) => status === 'Completed').length
  const times = (id: string) => takers.get(id)?.length ?? 0
  const twice = [...takers.keys()].filter((id) => times(id) > (lost.includes(id) ? 2 : 1)).length
  const notAgain = lost.filter((id) => times(id) !== 2).length
  return {
    fault: `${kills} kills of nodes while ${agents} agents work through ${tasks} tasks`,
    engine: 'postgres',
    figure: `${completed} completed, ${twice} taken by two agents at once; of ${lost.length} tasks of lost agents, ${notAgain} not offered again; ${seen.repeated} repetitions`,
    promised: 'every task is taken by one agent at a time and completed; a task of a lost agent is offered again',
    kept: completed === tasks && twice === 0 && notAgain === 0 && kills > 0 && lost.length > 0,
  }
}

/** An owner with tasks, and a token for each agent. */
async function owner(call: Client, { agents, tasks }: Agents) {
  const body = json({ username: 'Ana', email: `${randomUUID()}@example.com`, password: 'correct horse battery' })
  const { cookie } = await call({ method: 'POST', path: accountCalls.signup.path, body })
  for (let made = 0; made < tasks; made += tasksPerCall) {
    const some = Array.from({ length: Math.min(tasksPerCall, tasks - made) }, (_, index) => ({
      title: `Task ${made + index}`,
      description: 'x',
      dueDate: '2026-11-15',
    }))
    const path = taskCalls.bulkCreate.path
    await call({ method: 'POST', path, cookie, key: randomUUID(), body: json({ tasks: some }) })
  }
  const tokens: string[] = []
  for (let index = 0; index < agents; index++) {
    const named = json({ name: `agent ${index}`, scope: 'write' })
    const made = await call<{ token: string }>({ method: 'POST', path: tokenCalls.create.path, cookie, body: named })
    tokens.push(made.body.token)
  }
  return { cookie, tokens }
}

async function take(call: Client, token: string): Promise<Task | undefined> {
  try {
    const path = claimCalls.claim.path
    return (await call<{ task: Task }>({ method: 'POST', path, token, key: randomUUID(), body: '{}' })).body.task
  } catch (error) {
    if (String(error).includes('nothing_ready')) return undefined
    throw error
  }
}
