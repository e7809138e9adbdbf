import { startPostgres } from '../test/postgres.ts'
import { compare, details, type Subject } from './compare.ts'
import { frequentRequests, newTask, type RequestName, requestNames, type Server } from './frequent-requests.ts'
import type { Result } from './result.ts'
import { bareServer, copiedTo, signedUp, taskdeck, withoutCache } from './servers.ts'

interface Row {
  name: string
  ours: Subject
  bare: Subject
  /** The promised minimum of the bare server's processor time per request, as a share of Taskdeck's. */
  promise: number
}

type Promises = Record<RequestName | 'createByMany', number>

const onSqlite: Promises = {
  verify: 0.5,
  list: 0.28,
  cached: 0.55,
  unchanged: 0.5,
  find: 0.5,
  create: 0.15,
  createByMany: 0.15,
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

/** Writers at a time, each with a deck of their own. */
const writers = 32

/** The processor time of a bare server per request, as a share of Taskdeck's in the same minute. */
export const ratios = (seconds: number, rounds: number) => measured('', {}, onSqlite, seconds, rounds)

/** The same with PostgreSQL, whose own processor time does not count. */
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
    for (const row of await rows(ours, reading, bare, promises))
      results.push(await measure({ ...row, name: prefix + row.name }, seconds, rounds))
    return results
  } finally {
    await Promise.all([ours.stop(), reading.stop(), bare.stop()])
  }
}

async function rows(ours: Server, reading: Server, bare: Server, promises: Promises): Promise<Row[]> {
  const requests = await frequentRequests(ours, reading)
  const cookies: string[] = []
  while (cookies.length < writers) cookies.push((await signedUp(ours.origin)).cookie)
  const json = { 'content-type': 'application/json' }
  const hello: Subject = { ...bare, request: { path: '/hello' } }
  const bytes = await copiedTo(bare, requests.cached)
  const byOne = Object.entries(requestNames).map(
    ([key, name]): Row => ({
      name,
      ours: requests[key as RequestName],
      bare: key === 'list' || key === 'cached' ? bytes : hello,
      promise: promises[key as RequestName],
    }),
  )
  const byMany = {
    name: `create by ${writers} users (durable)`,
    ours: { ...ours, request: { ...newTask(), headers: json, cookies } },
    bare: hello,
    promise: promises.createByMany,
  }
  return [...byOne, byMany]
}

async function measure({ name, ours, bare, promise }: Row, seconds: number, rounds: number): Promise<Result> {
  const comparison = await compare(ours, bare, seconds, rounds)
  return {
    row: name,
    figure: `${comparison.share.toFixed(2)} of bare`,
    promised: `≥ ${promise}`,
    kept: comparison.share >= promise,
    detail: details(comparison, 'bare'),
  }
}
