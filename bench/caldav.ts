import { taskCalls } from '../src/contract/calls/tasks.ts'
import { tokenCalls } from '../src/contract/calls/tokens.ts'
import { davRoot } from '../src/server/caldav/addresses.ts'
import { compare, details } from './compare.ts'
import { load } from './load.ts'
import type { Result } from './result.ts'
import { addTasks, bareServer, newToken, signedUp, type Taskdeck, taskdeck, unlimited } from './servers.ts'

const promise = 0.3
const tasks = 10_000
/** Half of the text of all these tasks would be more. */
const mostGrowthMb = 64
const mostP99Ms = 100

/** A client that asks whether anything has changed, and one that reads everything for the first time. */
export async function caldav(seconds: number, rounds: number): Promise<Result[]> {
  const [ours, bare] = await Promise.all([taskdeck({ settings: unlimited }), bareServer()])
  try {
    return [await unchanged(ours, bare, seconds, rounds), await firstSync(ours)]
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

const report = (token: string, properties: string) =>
  `<D:sync-collection xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop>${properties}</D:prop></D:sync-collection>`

/** A client of a new user with some tasks. */
async function clientOf({ origin }: Taskdeck, count: number) {
  const { cookie, email } = await signedUp(origin)
  await addTasks(origin, cookie, count)
  const token = await newToken(origin, cookie, { name: 'phone', scope: 'write' })
  const whoami = await fetch(origin + tokenCalls.whoami.path, { headers: { authorization: `Bearer ${token}` } })
  const { user } = (await whoami.json()) as { user: { _id: string } }
  const headers = {
    authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
    'content-type': 'application/xml',
  }
  const path = `${davRoot}calendars/${user._id}/tasks/`
  const sync = (body: string) => fetch(origin + path, { method: 'REPORT', headers, body })
  return { path, headers, sync }
}

async function unchanged(ours: Taskdeck, bare: { origin: string; pid: number }, seconds: number, rounds: number) {
  const { path, headers, sync } = await clientOf(ours, 100)
  const [, token = ''] = /<D:sync-token>(.*?)</.exec(await (await sync(report('', '<D:getetag/>'))).text()) ?? []
  const request = { path, headers, method: 'REPORT' as const, body: report(token, '<D:getetag/>') }
  const comparison = await compare(
    { ...ours, request },
    { ...bare, request: { ...request, path: '/report' } },
    seconds,
    rounds,
  )
  return {
    row: 'CalDAV: sync-collection without changes',
    figure: `${comparison.share.toFixed(2)} of bare`,
    promised: `≥ ${promise}`,
    kept: comparison.share >= promise,
    detail: details(comparison, 'bare'),
  }
}

/** Reads everything while another user works, by a client that is as slow as a phone. */
async function firstSync(ours: Taskdeck): Promise<Result> {
  const { sync } = await clientOf(ours, tasks)
  const { cookie } = await signedUp(ours.origin)
  await addTasks(ours.origin, cookie, 100)
  const before = await ours.memory()
  const reading = (async () => {
    const begun = performance.now()
    const response = await sync(report('', '<D:getetag/><C:calendar-data/>'))
    let [bytes, found] = [0, 0]
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      found += Buffer.from(chunk).toString('latin1').split('<D:response>').length - 1
    }
    return { bytes, found, ms: performance.now() - begun }
  })()
  const beside = await load(ours.origin, { path: taskCalls.list.path, headers: { cookie } }, 3, 4)
  const { bytes, found, ms } = await reading
  const grown = ((await ours.memory()).resident - before.resident) / 1024 / 1024
  return {
    row: `CalDAV: first sync of ${tasks} tasks`,
    figure: `${grown.toFixed(0)} MB`,
    promised: `≤ ${mostGrowthMb} MB`,
    kept: grown <= mostGrowthMb && beside.p99 < mostP99Ms,
    detail: `${found} whole to-dos, ${(bytes / 1024 / 1024).toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s; lists of another user meanwhile p50 ${beside.p50} ms, p99 ${beside.p99} ms`,
  }
}
