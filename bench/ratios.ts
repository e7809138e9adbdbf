import { accountCalls } from '../src/contract/accounts.ts'
import { taskCalls } from '../src/contract/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import { type Figures, load, median, type Request } from './load.ts'
import type { Result } from './result.ts'
import { addTasks, bareServer, signedUp, taskdeck, withoutCache } from './servers.ts'

interface Row {
  name: string
  /** The Taskdeck server to measure: the default one, or the one that reads every list from the database. */
  origin: string
  /** The request to Taskdeck. */
  request: Request
  /** The request to the bare server. */
  bare: Request
  /** The promised minimum, as a share of the bare server's requests per second. */
  promise: number
}

const hello: Request = { path: '/hello' }

/** Requests per second, as a share of a bare server's in the same minute. */
export async function ratios(seconds: number, rounds: number): Promise<Result[]> {
  const [ours, reading, bare] = await Promise.all([taskdeck(), taskdeck({ settings: withoutCache }), bareServer()])
  try {
    const results: Result[] = []
    for (const row of await rows(ours.origin, reading.origin, bare.origin))
      results.push(await measure(row, bare.origin, seconds, rounds))
    return results
  } finally {
    await Promise.all([ours.stop(), reading.stop(), bare.stop()])
  }
}

async function rows(origin: string, reading: string, bareOrigin: string): Promise<Row[]> {
  const { cookie } = await signedUp(origin)
  const reader = await signedUp(origin)
  await addTasks(origin, reader.cookie, 100)
  const other = await signedUp(reading)
  await addTasks(reading, other.cookie, 100)
  const answer = await fetch(origin + taskCalls.list.path, { headers: { cookie: reader.cookie } })
  const list = await answer.text()
  const tag = answer.headers.get('etag') ?? ''
  await fetch(`${bareOrigin}/bytes`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: list })
  const [first] = JSON.parse(list).tasks
  const [task] = sampleTasks(1, '2026-11-15')
  const json = { 'content-type': 'application/json' }
  return [
    {
      name: 'verify',
      origin,
      request: { path: accountCalls.verify.path, headers: { cookie } },
      bare: hello,
      promise: 0.3,
    },
    {
      name: 'list of 100, from the database',
      origin: reading,
      request: { path: taskCalls.list.path, headers: { cookie: other.cookie } },
      bare: { path: '/bytes' },
      promise: 0.18,
    },
    {
      name: 'list of 100, from the cache',
      origin,
      request: { path: taskCalls.list.path, headers: { cookie: reader.cookie } },
      bare: { path: '/bytes' },
      promise: 0.4,
    },
    {
      name: 'list of 100, unchanged (304)',
      origin,
      request: { path: taskCalls.list.path, headers: { cookie: reader.cookie, 'if-none-match': tag }, also: 304 },
      bare: hello,
      promise: 0.4,
    },
    {
      name: 'get one',
      origin,
      request: { path: `/tasks/task/${first._id}`, headers: { cookie: reader.cookie } },
      bare: hello,
      promise: 0.35,
    },
    {
      name: 'create (durable)',
      origin,
      request: {
        path: taskCalls.create.path,
        method: 'POST',
        headers: { ...json, cookie },
        body: JSON.stringify(task),
      },
      bare: hello,
      promise: 0.1,
    },
  ]
}

/** Both servers take turns, so that noise on the machine affects both. */
async function measure(row: Row, bareOrigin: string, seconds: number, rounds: number): Promise<Result> {
  const ours: Figures[] = []
  const theirs: Figures[] = []
  await load(row.origin, row.request, 1)
  await load(bareOrigin, row.bare, 1)
  for (let round = 0; round < rounds; round++) {
    theirs.push(await load(bareOrigin, row.bare, seconds))
    ours.push(await load(row.origin, row.request, seconds))
  }
  const [figures, yardstick] = [median(ours), median(theirs)]
  // Compared per round: noise that lasts for a while affects both turns of a round.
  const parts = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? 0)).sort((a, b) => a - b)
  const ratio = parts[Math.floor(parts.length / 2)] ?? 0
  return {
    row: row.name,
    figure: `${ratio.toFixed(2)} of bare`,
    promised: `≥ ${row.promise}`,
    kept: ratio >= row.promise,
    detail: `${Math.round(figures.perSecond)}/s (p50 ${figures.p50} ms, p99 ${figures.p99} ms, spread ${Math.round(figures.spread * 100)} %), bare ${Math.round(yardstick.perSecond)}/s; rounds ${parts[0]?.toFixed(2)} to ${parts.at(-1)?.toFixed(2)}`,
  }
}
