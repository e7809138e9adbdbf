import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Browser, browser } from '../../../test/browser.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { type LinkKind, linkKinds, maxPartLevels } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'

/** `MODEL_SEED=7 MODEL_RUNS=1000 vitest run link-model` uses another seed and more runs. */
const seed = Number(process.env.MODEL_SEED ?? 1)
const numRuns = Number(process.env.MODEL_RUNS ?? cases(3, 60))
const taskCount = 7

/** One node on SQLite, three on PostgreSQL. `person` creates a new user with some tasks, who is signed in on all of them. */
async function cluster(engine: Engine) {
  const config = { databaseUrl: await migratedDatabase(engine), signupsPerHour: 1_000_000 }
  const apps = [await testApp({ config })]
  while (engine === 'postgres' && apps.length < 3) apps.push(await testApp({ config }))
  const [first] = apps as [(typeof apps)[number]]
  let people = 0
  return {
    database: first.database,
    async person() {
      const own = first.as(`person${++people}`)
      const { _id: id } = await own.user()
      const tasks = Array.from({ length: taskCount }, () => ({ title: 'x' }))
      await own.post('/tasks/bulkCreateTasks', { tasks })
      const nodes = apps.map(({ app }) => {
        const other = browser(app)
        for (const [name, value] of own.cookies) other.cookies.set(name, value)
        return other
      })
      return { id, nodes }
    },
  }
}

type Links = Record<LinkKind, Map<number, Set<number>>> & { present: Set<number> }

/** The links in the tables, of all tasks that were not deleted for good. */
async function storedLinks({ db }: Database, owner: string): Promise<Links> {
  const rows = await db.selectFrom('tasks').selectAll().where('user_id', '=', owner).execute()
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  const of = (ids: (row: (typeof rows)[number]) => string[]) =>
    new Map(rows.map((row) => [row.number, new Set(ids(row).flatMap((id) => numbers.get(id) ?? []))]))
  return {
    'part of': of(({ part_of }) => (part_of ? [part_of] : [])),
    'blocked by': of(({ blocked_by }) => JSON.parse(blocked_by)),
    related: of(({ related }) => JSON.parse(related)),
    present: new Set(rows.flatMap(({ number, trashed_at }) => (trashed_at ? [] : number))),
  }
}

/** Whether one task leads to another, in any number of steps. Independent of the code under test: no memory, only the definition. */
const leadsTo = (links: Map<number, Set<number>>, from: number, to: number, steps = taskCount): boolean =>
  steps > 0 && [...(links.get(from) ?? [])].some((next) => next === to || leadsTo(links, next, to, steps - 1))

/** The number of tasks on the longest way from a task. */
const lengthFrom = (links: Map<number, Set<number>>, from: number): number =>
  1 + Math.max(0, ...[...(links.get(from) ?? [])].map((next) => lengthFrom(links, next)))

function expectRules(links: Links) {
  for (const kind of ['part of', 'blocked by'] as const) {
    for (const number of links[kind].keys())
      expect([kind, number, leadsTo(links[kind], number, number)]).toContain(false)
  }
  for (const [number, parents] of links['part of']) {
    expect(parents.size).toBeLessThanOrEqual(1)
    expect(lengthFrom(links['part of'], number)).toBeLessThanOrEqual(maxPartLevels)
  }
}

interface Op {
  name: 'link' | 'unlink' | 'bulk' | 'trash' | 'restore' | 'purge' | 'undo' | 'redo'
  kind: LinkKind
  from: number
  to: number
  node: number
}
const number = fc.integer({ min: 1, max: taskCount })
const op = (...names: Op['name'][]): fc.Arbitrary<Op> =>
  fc.record({
    name: fc.constantFrom(...names),
    kind: fc.constantFrom(...linkKinds, 'part of', 'blocked by'),
    from: number,
    to: number,
    node: fc.nat(2),
  })
const linking = { weight: 5, arbitrary: op('link', 'link', 'link', 'unlink', 'bulk') }
const others = { weight: 2, arbitrary: op('undo', 'undo', 'redo', 'trash', 'restore', 'restore', 'purge') }

function send({ name, kind, from, to, node }: Op, nodes: Browser[]) {
  const at = nodes[node % nodes.length] as Browser
  const calls: Record<Op['name'], () => ReturnType<Browser['send']>> = {
    link: () => at.post(`/tasks/task/${from}/links`, { kind, to: String(to) }),
    unlink: () => at.delete(`/tasks/task/${from}/links/${encodeURIComponent(kind)}/${to}`),
    bulk: () =>
      at.post('/tasks/bulkUpdateTasks', {
        ids: [String(from), String((from % taskCount) + 1)],
        change: { addLinks: [{ kind, to: String(to) }] },
      }),
    trash: () => at.delete(`/tasks/deleteTask/${from}`),
    restore: () => at.post(`/tasks/trash/${from}/restore`),
    purge: () => at.delete(`/tasks/trash/${from}`),
    undo: () => at.post('/tasks/undo'),
    redo: () => at.post('/tasks/redo'),
  }
  return calls[name]()
}

/** Whether the model allows a link between two tasks that are not in the trash. */
function isAllowed(links: Links, { kind, from, to }: Op): boolean {
  if (from === to) return false
  if (kind === 'related') return true
  if (kind === 'blocked by') return !leadsTo(links[kind], to, from)
  const parents = links['part of']
  const below = (number: number): number =>
    1 + Math.max(0, ...[...parents].flatMap(([child, of]) => (of.has(number) ? below(child) : [])))
  return !leadsTo(parents, to, from) && lengthFrom(parents, to) + below(from) <= maxPartLevels
}

test.for(engines)(
  `%s: a link is accepted if and only if the model allows it (seed ${seed})`,
  { timeout: 120_000 },
  async (engine) => {
    const { database, person } = await cluster(engine)
    let [accepted, refused] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(linking, others), { minLength: 25, maxLength: 40, size: 'max' }),
        async (ops) => {
          const { id, nodes } = await person()
          for (const one of ops) {
            const links = one.name === 'link' ? await storedLinks(database, id) : undefined
            const { status } = await send(one, nodes)
            expect([200, 201, 400, 404, 409]).toContain(status)
            if (!links) continue
            const isPresent = links.present.has(one.from) && links.present.has(one.to)
            const expected = !isPresent ? 404 : isAllowed(links, one) ? 201 : [400, 409]
            expect([expected].flat()).toContain(status)
            if (status === 201) accepted++
            else refused++
            const now = await storedLinks(database, id)
            const isStored = now[one.kind].get(one.from)?.has(one.to) || now[one.kind].get(one.to)?.has(one.from)
            if (status === 201) expect(isStored).toBe(true)
            else expect(now).toEqual(links)
          }
          expectRules(await storedLinks(database, id))
          await expectSoundLog(database, id)
        },
      ),
      { seed, numRuns },
    )
    // Otherwise this test would prove little.
    expect([accepted, refused].every((count) => count > 3 * numRuns)).toBe(true)
  },
)

test.for(engines)(
  `%s: concurrent changes on several nodes never make a cycle or too many levels (seed ${seed})`,
  { timeout: 120_000 },
  async (engine) => {
    const { database, person } = await cluster(engine)
    const rounds = fc.array(fc.array(fc.oneof(linking, others), { minLength: 4, maxLength: 8 }), {
      minLength: 4,
      maxLength: 8,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(rounds, async (list) => {
        const { id, nodes } = await person()
        for (const round of list) {
          const sent = await Promise.all(round.map((one, node) => send({ ...one, node }, nodes)))
          for (const { status } of sent) expect([200, 201, 400, 404, 409]).toContain(status)
          expectRules(await storedLinks(database, id))
        }
        await expectSoundLog(database, id)
      }),
      { seed, numRuns },
    )
  },
)

test.for(engines)('%s: of links that would form a cycle together, at least one is refused', async (engine) => {
  const { database, person } = await cluster(engine)
  for (const kind of ['part of', 'blocked by'] as const) {
    const { id, nodes } = await person()
    const around = [1, 2, 3, 4].map((from, node) => send({ name: 'link', kind, from, to: (from % 4) + 1, node }, nodes))
    const statuses = (await Promise.all(around)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 201, 201, 409])
    expectRules(await storedLinks(database, id))
  }
})
