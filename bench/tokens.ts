import { taskCalls } from '../src/contract/calls/tasks.ts'
import { tokenCalls } from '../src/contract/calls/tokens.ts'
import { type Figures, load, median } from './load.ts'
import type { Result } from './result.ts'
import { addTasks, signedUp, taskdeck, withoutCache } from './servers.ts'

const promise = 0.95
const unlimited = { MAX_TOKEN_RATE: '1000000000' }

/** The list of tasks with a token, as a share of the requests per second with the cookie of the same user. */
export async function tokens(seconds: number, rounds: number): Promise<Result[]> {
  const [cached, reading] = await Promise.all([
    taskdeck({ settings: unlimited }),
    taskdeck({ settings: { ...withoutCache, ...unlimited } }),
  ])
  try {
    return [
      await measure('list of 100 with a token, from the cache', cached.origin, seconds, rounds),
      await measure('list of 100 with a token, from the database', reading.origin, seconds, rounds),
    ]
  } finally {
    await Promise.all([cached.stop(), reading.stop()])
  }
}

async function measure(row: string, origin: string, seconds: number, rounds: number): Promise<Result> {
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, 100)
  const authorization = `Bearer ${await newToken(origin, cookie)}`
  const { path } = taskCalls.list
  const byCookie: Figures[] = []
  const byToken: Figures[] = []
  const withCookie = { path, headers: { cookie } }
  const withToken = { path, headers: { authorization } }
  await load(origin, withCookie, 1)
  await load(origin, withToken, 1)
  // Both take short turns on the same server, so that noise on the machine affects both: they differ by less than the machine varies.
  for (let turn = 0; turn < rounds * seconds; turn++) {
    byCookie.push(await load(origin, withCookie, 1))
    byToken.push(await load(origin, withToken, 1))
  }
  const shares = byToken
    .map(({ perSecond }, turn) => perSecond / (byCookie[turn]?.perSecond ?? 0))
    .sort((a, b) => a - b)
  const share = shares[Math.floor(shares.length / 2)] ?? 0
  const [token, session] = [median(byToken), median(byCookie)]
  return {
    row,
    figure: `${share.toFixed(2)} of the cookie`,
    promised: `≥ ${promise}`,
    kept: share >= promise,
    detail: `${Math.round(token.perSecond)}/s (p50 ${token.p50} ms, p99 ${token.p99} ms), with the cookie ${Math.round(session.perSecond)}/s; turns ${shares[0]?.toFixed(2)} to ${shares.at(-1)?.toFixed(2)}`,
  }
}

async function newToken(origin: string, cookie: string): Promise<string> {
  const response = await fetch(origin + tokenCalls.create.path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scope: 'read' }),
  })
  if (!response.ok) throw new Error(`No token was made: ${await response.text()}`)
  const { token } = (await response.json()) as { token: string }
  return token
}
