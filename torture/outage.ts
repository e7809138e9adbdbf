import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { startPostgres } from '../test/postgres.ts'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start } from './world.ts'

/** PostgreSQL is stopped and started under load: no acknowledged write is lost, and Taskdeck needs no restart. */
export async function outage(rounds: number): Promise<Outcome> {
  const postgres = await startPostgres()
  const world = { ...(await makeWorld('sqlite')), databaseUrl: postgres.url }
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  let slowest = 0
  try {
    const server = await start(world)
    const cookie = await signUp(server.origin)
    const create = async () => {
      const response = await fetch(`${server.origin}/tasks/createTask`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-15' }),
      })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const body = (await response.json()) as { task?: Task }
      if (body.task) acknowledged.add(body.task._id)
      return response.status
    }
    let stopped = false
    const writing = Array.from({ length: 8 }, async () => {
      while (!stopped) if ((await create()) !== 201) await pause(20)
    })
    for (let round = 0; round < rounds; round++) {
      await pause(400)
      await postgres.pause()
      await pause(400)
      await postgres.resume()
      const begun = performance.now()
      while ((await create()) !== 201) await pause(20)
      slowest = Math.max(slowest, performance.now() - begun)
    }
    stopped = true
    await Promise.all(writing)
    const list = await fetch(`${server.origin}/tasks/getTasks`, { headers: { cookie } })
    const { tasks } = (await list.json()) as { tasks: Task[] }
    const found = new Set(tasks.map((task) => task._id))
    const lost = [...acknowledged].filter((id) => !found.has(id)).length
    await server.stop()
    const odd = [...statuses.keys()].filter((status) => status !== 201 && status !== 503)
    return {
      fault: `PostgreSQL stopped and started under load, ${rounds} times`,
      engine: 'postgres',
      figure: `${acknowledged.size} writes acknowledged, ${lost} lost, ${statuses.get(503) ?? 0} answered with 503${odd.length ? `, others ${odd.join()}` : ''}, first write ${Math.round(slowest)} ms after PostgreSQL was back`,
      promised: 'no acknowledged write lost, 503 during the outage, recovery without a restart',
      kept: lost === 0 && odd.length === 0,
    }
  } finally {
    await world.end()
    await postgres.stop()
  }
}
