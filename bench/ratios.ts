import { accountCalls } from '../src/contract/calls/accounts.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { sampleTasks } from '../src/web/tasks/sample-tasks.ts'
import { startPostgres } from '../test/postgres.ts'
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

type Promises = Record<'verify' | 'list' | 'cached' | 'unchanged' | 'find' | 'create' | 'createByMany', number>

const onSqlite: Promises = {
  verify: 0.3,
  list: 0.18,
  cached: 0.4,
  unchanged: 0.4,
  find: 0.35,
  create: 0.1,
  createByMany: 0.1,
}
const onPostgres: Promises = {
  verify: 0.2,
  list: 0.15,
  cached: 0.25,
  unchanged: 0.25,
  find: 0.15,
  create: 0.07,
  createByMany: 0.07,
}

const hello: Request = { path: '/hello' }
/** Writers at a time, each with an own deck. */
const writers = 32

/** Requests per second, as a share of a bare server's in the same minute. */
export const ratios = (seconds: number, rounds: number) => measured('', {}, onSqlite, seconds, rounds)

/** The same with PostgreSQL, which waits for its disk and shares the processors with everything else. */
export async function ratiosOnPostgres(seconds: number, rounds: number): Promise<Result[]> {
  const postgres = await startPostgres({ flags: [] })
  try {
    return await measured('PostgreSQL: ', { DATABASE_URL: postgres.url }, onPostgres, seconds, rounds)
  } finally {
    await postgres.stop()
  }
}

async function measured(
  prefix: string,
  settings: Record<string, string>,
  promises: Promises,
  seconds: number,
  rounds: number,
) {
  const ours = await taskdeck({ settings })
  const [reading, bare] = await Promise.all([taskdeck({ settings: { ...settings, ...withoutCache } }), bareServer()])
  try {
    const results: Result[] = []
    for (const row of await rows(ours.origin, reading.origin, bare.origin, promises))
      results.push(await measure({ ...row, name: prefix + row.name }, bare.origin, seconds, rounds))
    return results
  } finally {
    await Promise.all([ours.stop(), reading.stop(), bare.stop()])
  }
}

async function rows(origin: string, reading: string, bareOrigin: string, promises: Promises): Promise<Row[]> {
  const { cookie } = await signedUp(origin)
  const reader = await signedUp(origin)
  await addTasks(origin, reader.cookie, 100)
  const other = await signedUp(reading)
  await addTasks(reading, other.cookie, 100)
  const cookies: string[] = []
  while (cookies.length < writers) cookies.push((await signedUp(origin)).cookie)
  const answer = await fetch(origin + taskCalls.list.path, { headers: { cookie: reader.cookie } })
  const list = await answer.text()
  const tag = answer.headers.get('etag') ?? ''
  await fetch(`${bareOrigin}/bytes`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: list })
  const [first] = JSON.parse(list).tasks
  const [task] = sampleTasks(1, '2026-11-15')
  const headers = { 'content-type': 'application/json' }
  const create = { path: taskCalls.create.path, method: 'POST' as const, body: JSON.stringify(task) }
  return [
    {
      name: 'verify',
      origin,
      request: { path: accountCalls.verify.path, headers: { cookie } },
      bare: hello,
      promise: promises.verify,
    },
    {
      name: 'list of 100, from the database',
      origin: reading,
      request: { path: taskCalls.list.path, headers: { cookie: other.cookie } },
      bare: { path: '/bytes' },
      promise: promises.list,
    },
    {
      name: 'list of 100, from the cache',
      origin,
      request: { path: taskCalls.list.path, headers: { cookie: reader.cookie } },
      bare: { path: '/bytes' },
      promise: promises.cached,
    },
    {
      name: 'list of 100, unchanged (304)',
      origin,
      request: { path: taskCalls.list.path, headers: { cookie: reader.cookie, 'if-none-match': tag }, also: 304 },
      bare: hello,
      promise: promises.unchanged,
    },
    {
      name: 'get one',
      origin,
      request: { path: `/tasks/task/${first._id}`, headers: { cookie: reader.cookie } },
      bare: hello,
      promise: promises.find,
    },
    {
      name: 'create (durable)',
      origin,
      request: { ...create, headers: { ...headers, cookie } },
      bare: hello,
      promise: promises.create,
    },
    {
      name: `create by ${writers} users (durable)`,
      origin,
      request: { ...create, headers, cookies },
      bare: hello,
      promise: promises.createByMany,
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
