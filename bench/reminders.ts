import { setTimeout as pause } from 'node:timers/promises'
import { reminderCalls } from '../src/contract/calls/reminders.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { taskLimits } from '../src/contract/tasks.ts'
import { load } from './load.ts'
import { busyShare } from './questions.ts'
import type { Result } from './result.ts'
import { addTasks, post, signedUp, type Taskdeck, taskdeck } from './servers.ts'

const owners = 100
const mostP99Ms = 100
/** The share of a core that future reminders may take. */
const mostBusy = 0.02
const minuteMs = 60_000
/** Enough time to store all reminders before they are due. */
const headStartMs = 90_000

/** 100,000 future reminders while nothing happens, and 10,000 in one minute beside the calls of another user. */
export async function reminders(): Promise<Result[]> {
  const ours = await taskdeck()
  try {
    const idle = await busyShare(ours)
    const perTask = taskLimits.reminders
    for (let owner = 0; owner < owners; owner++)
      await remindedUser(
        ours,
        Array.from({ length: perTask }, (_, index) => `2099-01-01T09:${10 + index}`),
      )
    const busy = Math.max(0, (await busyShare(ours)) - idle)

    const due = Math.ceil((Date.now() + headStartMs) / minuteMs) * minuteMs
    const cookies: string[] = []
    for (let owner = 0; owner < owners; owner++)
      cookies.push(await remindedUser(ours, [new Date(due).toISOString().slice(0, 16)]))
    const { cookie } = await signedUp(ours.origin)
    await addTasks(ours.origin, cookie, 100)
    await pause(due - Date.now() - 1_000)
    const beside = await load(ours.origin, { path: taskCalls.list.path, headers: { cookie } }, minuteMs / 1_000, 10)
    const shown = (await Promise.all(cookies.map((one) => dueCount(ours, one)))).reduce((sum, count) => sum + count, 0)
    const count = owners * taskLimits.bulk
    return [
      {
        row: `${count * perTask} future reminders, processor time`,
        figure: `${(busy * 100).toFixed(1)} % of a core`,
        promised: `≤ ${mostBusy * 100} %`,
        kept: busy <= mostBusy,
        detail: `${(idle * 100).toFixed(1)} % without them`,
      },
      {
        row: `list of 100 while ${count} reminders are due`,
        figure: `p99 ${beside.p99} ms`,
        promised: `< ${mostP99Ms} ms`,
        kept: beside.p99 < mostP99Ms && shown === count,
        detail: `p50 ${beside.p50} ms; ${shown} reminders were due within the minute`,
      },
    ]
  } finally {
    await ours.stop()
  }
}

/** A user whose tasks have these reminders. Returns the cookie. */
async function remindedUser({ origin }: Taskdeck, times: string[]): Promise<string> {
  const { cookie } = await signedUp(origin)
  const tasks = Array.from({ length: taskLimits.bulk }, (_, index) => ({ title: `Task ${index}`, reminders: times }))
  const response = await post(origin, taskCalls.bulkCreate.path, { tasks }, cookie)
  if (!response.ok) throw new Error(`Adding tasks failed: ${await response.text()}`)
  return cookie
}

async function dueCount({ origin }: Taskdeck, cookie: string): Promise<number> {
  const response = await fetch(origin + reminderCalls.due.path, { headers: { cookie } })
  return ((await response.json()) as { count: number }).count
}
