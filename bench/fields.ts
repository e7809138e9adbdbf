import { taskCalls } from '../src/contract/calls/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import { formerTaskdeck } from './former-app.ts'
import { type Figures, load, median, type Request } from './load.ts'
import type { Result } from './result.ts'
import { addTasks, signedUp, taskdeck } from './servers.ts'

const minShare = 0.9

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

/** The cost of repeats and links for tasks without them: requests per second, compared with the version before in the same minute. */
export async function fields(seconds: number, rounds: number): Promise<Result[]> {
  const [now, before] = [await taskdeck(), await formerTaskdeck('before repeats and links')]
  try {
    const [ours, former] = [await requestsTo(now.origin), await requestsTo(before.origin)]
    const results: Result[] = []
    for (const [name, request] of Object.entries(ours)) {
      const same = former[name] ?? request
      await load(now.origin, request, 1)
      await load(before.origin, same, 1)
      const pairs: { mine: Figures; theirs: Figures }[] = []
      for (let round = 0; round < rounds; round++) {
        const theirs = await load(before.origin, same, seconds)
        pairs.push({ theirs, mine: await load(now.origin, request, seconds) })
      }
      // Compared per round: noise that lasts for a while affects both turns of a round.
      const shares = pairs.map(({ mine, theirs }) => mine.perSecond / theirs.perSecond)
      const share = shares.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
      results.push({
        row: `${name}, compared with tasks without repeats and links`,
        figure: `${share.toFixed(2)} of before`,
        promised: `≥ ${minShare}`,
        kept: share >= minShare,
        detail: `${Math.round(median(pairs.map(({ mine }) => mine)).perSecond)}/s, before ${Math.round(median(pairs.map(({ theirs }) => theirs)).perSecond)}/s; median of ${rounds} rounds`,
      })
    }
    return results
  } finally {
    await now.stop()
    await before.stop()
  }
}
