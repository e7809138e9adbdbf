import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { outgoingWebhookCalls } from '../src/contract/calls/outgoing-webhooks.ts'
import { reminderCalls } from '../src/contract/calls/reminders.ts'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { wayCalls } from '../src/contract/calls/ways.ts'
import { taskLimits } from '../src/contract/tasks.ts'
import { load } from './load.ts'
import { busyShare } from './questions.ts'
import type { Result } from './result.ts'
import { addTasks, post, signedUp, type Taskdeck, taskdeck } from './servers.ts'

const owners = 100
const mostP99Ms = 100
/** The share of a core that future reminders may take. */
const mostBusy = 0.02
/** Longer than the work that follows so many writes. */
const idleSeconds = 40
const minuteMs = 60_000
/** Enough time to store all reminders before they are due. */
const headStartMs = 90_000

export async function reminders(): Promise<Result[]> {
  return [await inFuture(), await inOneMinute()]
}

/** 100,000 future reminders while nothing happens, beside the same tasks without reminders: the work that follows writes is the same. */
async function inFuture(): Promise<Result> {
  const [ours, without] = await Promise.all([taskdeck(), taskdeck()])
  try {
    const perTask = taskLimits.reminders
    const times = Array.from({ length: perTask }, (_, index) => `2099-01-01T09:${10 + index}`)
    for (let owner = 0; owner < owners; owner++) {
      await remindedUser(ours, times)
      await remindedUser(without, [])
    }
    const [busy, idle] = await Promise.all([busyShare(ours, idleSeconds), busyShare(without, idleSeconds)])
    const more = Math.max(0, busy - idle)
    return {
      row: `${owners * taskLimits.bulk * perTask} future reminders, processor time`,
      figure: `${(more * 100).toFixed(1)} % of a core`,
      promised: `≤ ${mostBusy * 100} %`,
      kept: more <= mostBusy,
      detail: `${(busy * 100).toFixed(1)} % with them, ${(idle * 100).toFixed(1)} % with the same tasks without reminders`,
    }
  } finally {
    await Promise.all([ours.stop(), without.stop()])
  }
}

/** 10,000 reminders of one minute, which notify their owners and webhooks, beside the calls of another user. */
async function inOneMinute(): Promise<Result> {
  const receiver = await receivingProgram()
  const ours = await taskdeck({ settings: { ALLOWED_HOOK_HOSTS: '127.0.0.1' } })
  try {
    const due = Math.ceil((Date.now() + headStartMs) / minuteMs) * minuteMs
    const cookies: string[] = []
    for (let owner = 0; owner < owners; owner++) {
      const cookie = await remindedUser(ours, [new Date(due).toISOString().slice(0, 16)])
      await listens(ours, cookie, receiver.origin, owner)
      cookies.push(cookie)
    }
    const { cookie } = await signedUp(ours.origin)
    await addTasks(ours.origin, cookie, 100)
    await pause(due - Date.now() - 1_000)
    const beside = await load(ours.origin, { path: taskCalls.list.path, headers: { cookie } }, minuteMs / 1_000, 10)
    const left = (await Promise.all(cookies.map((one) => dueCount(ours, one)))).reduce((sum, count) => sum + count, 0)
    const { notified, told } = receiver
    const count = owners * taskLimits.bulk
    return {
      row: `list of 100 while ${count} reminders are due`,
      figure: `p99 ${beside.p99} ms`,
      promised: `< ${mostP99Ms} ms`,
      kept: beside.p99 < mostP99Ms && left === 0 && notified.size === owners,
      detail: `p50 ${beside.p50} ms; within the minute, ${notified.size} of ${owners} owners were notified, ${left} reminders were left, and webhooks got ${told.size} messages`,
    }
  } finally {
    await ours.stop()
    receiver.close()
  }
}

/** Receives notifications and webhooks on this machine. */
async function receivingProgram() {
  const notified = new Set<string>()
  const told = new Set<string>()
  const server = createServer(async (request, response) => {
    const message = request.headers['webhook-id']
    const body = await text(request)
    if (message) told.add(String(message))
    else notified.add(JSON.parse(body).topic)
    response.writeHead(message ? 204 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin, notified, told, close }
}

/** Gives a user a topic of ntfy and a webhook at the receiver. */
async function listens({ origin }: Taskdeck, cookie: string, receiver: string, owner: number) {
  const webhook = { name: 'Program', url: `${receiver}/hook`, events: ['reminder.due'] }
  for (const [path, body] of [
    [wayCalls.create.path, { kind: 'ntfy', address: `${receiver}/owner-${owner}` }],
    [outgoingWebhookCalls.create.path, webhook],
  ] as const) {
    const response = await post(origin, path, body, cookie)
    if (!response.ok) throw new Error(`The receiver was refused: ${await response.text()}`)
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
