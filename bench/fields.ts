import { taskCalls } from '../src/contract/calls/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import { compare, details } from './compare.ts'
import { formerTaskdeck } from './former-app.ts'
import type { Request } from './load.ts'
import type { Result } from './result.ts'
import { addTasks, signedUp, taskdeck } from './servers.ts'

/** Former versions, the things that their tasks did not have, and the share of their speed that is promised for each request. */
const formerVersions = [
  { time: 'before repeats and links', without: 'repeats and links', promises: { 'list of 100': 0.9, create: 0.9 } },
  { time: 'before notes', without: 'notes, claims and proof', promises: { 'list of 100': 0.95 } },
] as const

/** The requests to one server: a list of 100 tasks, and a new task. */
async function requestsTo(origin: string): Promise<Record<string, Request>> {
  const reader = await signedUp(origin)
  await addTasks(origin, reader.cookie, 100)
  const { cookie } = await signedUp(origin)
  const [task] = sampleTasks(1, '2026-11-15')
  const headers = { 'content-type': 'application/json', cookie }
  return {
    'list of 100': { path: taskCalls.list.path, headers: { cookie: reader.cookie } },
    create: { path: taskCalls.create.path, method: 'POST', headers, body: JSON.stringify(task) },
  }
}

/** The cost of further fields for tasks without them: processor time per request, compared with the version before in the same minute. */
export async function fields(seconds: number, rounds: number): Promise<Result[]> {
  const results: Result[] = []
  for (const version of formerVersions) results.push(...(await comparedWith(version, seconds, rounds)))
  return results
}

async function comparedWith(
  { time, without, promises }: (typeof formerVersions)[number],
  seconds: number,
  rounds: number,
): Promise<Result[]> {
  const [now, before] = [await taskdeck(), await formerTaskdeck(time, { needsWebApp: false })]
  try {
    const [ours, former] = [await requestsTo(now.origin), await requestsTo(before.origin)]
    const results: Result[] = []
    for (const [name, minShare] of Object.entries(promises)) {
      const [request, same] = [ours[name], former[name]]
      if (!request || !same) throw new Error(`There is no request “${name}”`)
      const comparison = await compare({ ...now, request }, { ...before, request: same }, seconds, rounds)
      results.push({
        row: `${name}, compared with tasks without ${without}`,
        figure: `${comparison.share.toFixed(2)} of before`,
        promised: `≥ ${minShare}`,
        kept: comparison.share >= minShare,
        detail: details(comparison, 'before'),
      })
    }
    return results
  } finally {
    await now.stop()
    await before.stop()
  }
}
