import { calendarCalls } from '../src/contract/calls/calendars.ts'
import { compare, details } from './compare.ts'
import type { Result } from './result.ts'
import { addTasks, bareServer, post, signedUp, taskdeck } from './servers.ts'

const promise = 0.5

/** A calendar that asks again for a feed of 100 tasks that has not changed. */
export async function calendar(seconds: number, rounds: number): Promise<Result> {
  const [ours, bare] = await Promise.all([taskdeck(), bareServer()])
  try {
    const { cookie } = await signedUp(ours.origin)
    await addTasks(ours.origin, cookie, 100)
    const made = await post(ours.origin, calendarCalls.create.path, { name: 'Phone', kind: 'todos' }, cookie)
    const { path } = (await made.json()) as { path: string }
    const whole = await fetch(ours.origin + path)
    const headers = { 'if-none-match': whole.headers.get('etag') ?? '' }
    const { status } = await fetch(ours.origin + path, { headers })
    if (status !== 304) throw new Error(`An unchanged feed was answered with ${status}`)
    const comparison = await compare(
      { ...ours, request: { path, headers, also: 304 } },
      { ...bare, request: { path: '/hello' } },
      seconds,
      rounds,
    )
    return {
      row: 'calendar feed of 100 tasks, unchanged (304)',
      figure: `${comparison.share.toFixed(2)} of bare`,
      promised: `≥ ${promise}`,
      kept: comparison.share >= promise,
      detail: details(comparison, 'bare'),
    }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}
