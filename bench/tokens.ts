import { taskCalls } from '../src/contract/calls/tasks.ts'
import { compare, details } from './compare.ts'
import type { Result } from './result.ts'
import { addTasks, newToken, signedUp, type Taskdeck, taskdeck, unlimited, withoutCache } from './servers.ts'

const promise = 0.95

/** The list of tasks with a token, compared with the processor time with the cookie of the same user. */
export async function tokens(seconds: number, rounds: number): Promise<Result[]> {
  const [cached, reading] = await Promise.all([
    taskdeck({ settings: unlimited }),
    taskdeck({ settings: { ...withoutCache, ...unlimited } }),
  ])
  try {
    return [
      await measure('list of 100 with a token, from the cache', cached, seconds, rounds),
      await measure('list of 100 with a token, from the database', reading, seconds, rounds),
    ]
  } finally {
    await Promise.all([cached.stop(), reading.stop()])
  }
}

async function measure(row: string, server: Taskdeck, seconds: number, rounds: number): Promise<Result> {
  const { origin } = server
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, 100)
  const authorization = `Bearer ${await newToken(origin, cookie, { name: 'bench', scope: 'read' })}`
  const { path } = taskCalls.list
  // Both take short turns on the same server, because they differ by less than the machine varies.
  const comparison = await compare(
    { ...server, request: { path, headers: { authorization } } },
    { ...server, request: { path, headers: { cookie } } },
    1,
    rounds * seconds,
  )
  return {
    row,
    figure: `${comparison.share.toFixed(2)} of the cookie`,
    promised: `≥ ${promise}`,
    kept: comparison.share >= promise,
    detail: details(comparison, 'with the cookie'),
  }
}
