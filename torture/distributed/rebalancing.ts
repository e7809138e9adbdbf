import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createWithCitus, on, urlOn, type Worker } from '../../test/coordinator.ts'
import { writeSection } from '../../test/section.ts'
import { start, type World } from '../world.ts'
import { addressOf, homesOf, page, setting, someWorkers, withDatabase } from './nodes.ts'
import { startUsers, summary } from './users.ts'

const users = 16
const calmMs = 5_000

/** Adds a worker and moves half of the owners to it while they write. Returns whether all promises were kept. */
export async function tryRebalancing(url: string): Promise<boolean> {
  const where = await setting(url)
  const [first, second] = (await someWorkers(url, 2)) as [Worker, Worker]
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-distributed-'))
  return withDatabase(url, [first], async (databaseUrl) => {
    const name = new URL(databaseUrl).pathname.slice(1)
    await createWithCitus(urlOn(url, second), name)
    const world: World = { engine: 'postgres', folder, databaseUrl, end: () => rm(folder, { recursive: true }) }
    const server = await start(world)
    try {
      const load = await startUsers(server.origin, users)
      await pause(calmMs)
      const from = performance.now()
      await on(databaseUrl, async (client) => {
        await client.query('select citus_add_node($1, $2)', [second.host, second.port])
        await client.query('select citus_rebalance_start()')
        await client.query('select citus_rebalance_wait()')
      })
      const until = performance.now()
      await pause(calmMs)
      const moved = [...(await homesOf(databaseUrl)).values()].filter((home) => home === addressOf(second)).length
      const { acknowledged, lost, twice } = await load.check()
      const of = (kind: 'write' | 'read', begin: number, end: number) =>
        summary(load.answers.filter((each) => each.kind === kind && each.beganAt >= begin && each.beganAt < end))
      const figures = [
        ['users that were moved to the new worker', `${moved} of ${users}`],
        ['time of the whole move', `${((until - from) / 1_000).toFixed(1)} s`],
        ['writes in the 5 s before', of('write', from - calmMs, from)],
        ['writes during the move', of('write', from, until)],
        ['reads during the move', of('read', from, until)],
        ['writes afterwards', of('write', until, Number.POSITIVE_INFINITY)],
        ['all', `${acknowledged} creates acknowledged, ${lost} lost, ${twice} made twice`],
      ]
      for (const [label, figure] of figures) console.log(`${label}: ${figure}`)
      await writeSection(
        page,
        'Adding a worker',
        `Measured ${where}. ${users} users create and list tasks all the time on a coordinator with one worker. A second one is added with \`citus_add_node\`, and \`citus_rebalance_start\` moves half of the parts to it.

| | Measured |
|---|---|
${figures.map(([label, figure]) => `| ${label} | ${figure} |`).join('\n')}
`,
      )
      return lost === 0 && twice === 0 && moved > 0
    } finally {
      await server.stop()
      await world.end()
    }
  })
}
