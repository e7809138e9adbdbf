import { existsSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { taskLimits } from '../src/contract/tasks.ts'
import { databaseProblems } from './kills.ts'
import type { Outcome } from './result.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

/** So many that the change is staged with SQLite, and leaves the group with PostgreSQL. */
const count = 2_000
const ids = Array.from({ length: count }, (_, index) => String(index + 1))

/** Kills the server repeatedly while one call changes thousands of tasks, and checks after each restart that all or none of them have changed. */
export async function bulkKills(engine: World['engine'], rounds: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  const wrong: string[] = []
  const found = { changed: 0, unchanged: 0, answered: 0 }
  try {
    let server = await start(world)
    const cookie = await signUp(server.origin)
    await fill(server, cookie)
    const begun = performance.now()
    await change(server, cookie, 'first')
    const usualMs = performance.now() - begun
    for (let round = 0, label = 'first'; round < rounds; round++) {
      const next = `round-${round}`
      const answered = change(server, cookie, next, label).catch(() => false)
      // The first and every second kill happen while the rows are being written, which is a small part of the time.
      if (round % 2 === 0 && engine === 'sqlite') await untilWritten(world, answered)
      else await pause(Math.random() * usualMs * 1.5)
      await server.kill()
      const isAnswered = await answered
      server = await start(world)
      const labels = await labelsOf(server, cookie)
      if (labels.length !== 1) wrong.push(`round ${round}: the tasks have the labels ${labels}`)
      else if (isAnswered && labels[0] !== next) wrong.push(`round ${round}: an acknowledged change is lost`)
      if (engine === 'sqlite') wrong.push(...databaseProblems(world))
      if (existsSync(`${pathOf(world)}-staging`)) wrong.push(`round ${round}: staged rows are left`)
      found[isAnswered ? 'answered' : labels[0] === next ? 'changed' : 'unchanged']++
      label = labels[0] ?? label
    }
    await server.stop()
  } finally {
    await world.end()
  }
  return {
    fault: `kill -9 during a change of ${count} tasks at once, ${rounds} times`,
    engine,
    figure: `${found.unchanged} times none was changed, ${found.changed} times all before the answer, ${found.answered} times all after it; ${wrong.length} problems${wrong.length ? ` (${wrong.slice(0, 3).join('; ')})` : ''}`,
    promised: 'all tasks are changed or none, an acknowledged change is kept, database intact, no staged rows left',
    kept: wrong.length === 0,
  }
}

const pathOf = ({ databaseUrl }: World) => databaseUrl.slice('sqlite:'.length)

async function post({ origin }: Server, cookie: string, path: string, body: unknown): Promise<boolean> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return true
}

async function fill(server: Server, cookie: string): Promise<void> {
  const tasks = Array(taskLimits.bulk).fill({ title: 'One of many', description: 'with words', dueDate: '2026-11-15' })
  for (let made = 0; made < count; made += taskLimits.bulk)
    await post(server, cookie, taskCalls.bulkCreate.path, { tasks })
}

/** Gives all tasks another label. Resolves to true when that is acknowledged, and rejects if the server is killed first. */
const change = (server: Server, cookie: string, label: string, former?: string) =>
  post(server, cookie, taskCalls.bulkUpdate.path, {
    ids,
    change: { addLabels: [label], removeLabels: former ? [former] : [] },
  })

/** The different labels that the tasks have: one if all or none have changed. */
async function labelsOf({ origin }: Server, cookie: string): Promise<string[]> {
  const response = await fetch(origin + taskCalls.list.path, { headers: { cookie } })
  const { tasks } = (await response.json()) as { tasks: Task[] }
  return [...new Set(tasks.map(({ labels }) => labels.join()))]
}

/** Resolves shortly after the staged rows have begun to reach the database, or when the call is answered. */
async function untilWritten(world: World, answered: Promise<boolean>): Promise<void> {
  const log = () => statSync(`${pathOf(world)}-wal`, { throwIfNoEntry: false })?.mtimeMs
  let isAnswered = false
  void answered.then(() => {
    isAnswered = true
  })
  while (!isAnswered && !existsSync(`${pathOf(world)}-staging`)) await pause(1)
  const before = log()
  while (!isAnswered && log() === before) await pause(1)
  await pause(Math.random() * 20)
}
