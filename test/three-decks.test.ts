import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { sides } from '../src/contract/merge-text.ts'
import { newId } from '../src/contract/new-id.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import type { Database } from '../src/server/database/database.ts'
import type { EventRow } from '../src/server/database/schema.ts'
import { unpackAnswer } from '../src/server/history/answers.ts'
import { type Change, nextIdsOf, touchedTasks, type Wish } from '../src/web/deck/change.ts'
import { resolved, withRestored } from '../src/web/deck/resolve.ts'
import { type DeckServer, deckServer } from '../src/web/deck/server.ts'
import { asNewTask } from '../src/web/waiting/as-new-task.ts'
import { testApp } from './app.ts'
import { engines, freshFolder, migratedDatabase } from './database.ts'
import { type Device, device, sharedBrowser } from './deck.ts'
import { type Answers, type Diary, expectNothingOverwritten, vanished } from './deck-oracle.ts'
import { intentOf, type Step, steps, weekly } from './deck-steps.ts'
import { expectSoundLog } from './log.ts'
import { cookieOf } from './uploads.ts'

/** `MODEL_SEED=7 MODEL_RUNS=1000 vitest run three-decks` uses another seed and more runs. */
const seed = Number(process.env.MODEL_SEED ?? 1)
const numRuns = Number(process.env.MODEL_RUNS ?? 8)

/** A busy machine may stop this process for half a minute, and what ends then first is the wait. */
const maxWaitMs = 120_000

/** No server listens here. */
const nowhere = 'http://127.0.0.1:9'

/**
 * A server that can be restarted on the same database. Its address changes: while it is down, any connection of this machine may get its
 * port.
 */
async function restartable(engine: (typeof engines)[number]) {
  const world = {
    config: { databaseUrl: await migratedDatabase(engine), dataDir: await freshFolder(), signupsPerHour: 1_000_000 },
    listens: true,
  }
  let current = await testApp(world)
  let origin = current.app.listeningOrigin
  return {
    app: () => current,
    origin: () => origin,
    async restart() {
      const { app, database } = current
      // Like a kill: requests that arrive while it closes are cut too.
      const cut = setInterval(() => app.server.closeAllConnections(), 5)
      await app.close()
      clearInterval(cut)
      origin = nowhere
      await database.close()
      current = await testApp(world)
      origin = current.app.listeningOrigin
    },
  }
}

/** The tasks that all tabs know from the beginning. */
const first = [
  { title: 'Known', description: 'one\ntwo\nthree' },
  { title: 'Repeats', dueDate: '2026-11-20', repeat: weekly },
]

type Server = Awaited<ReturnType<typeof restartable>>

test.for(engines)(
  '%s: three decks and the log agree in the end, and no change vanishes, whatever happens to the network, the pages and the server',
  { tags: 'long' },
  async (engine) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await restartable(engine)
    let people = 0
    const property = fc.asyncProperty(steps, async (all) => {
      const name = `person${++people}`
      const person = await patiently(async () => {
        const someone = server.app().as(name)
        await someone.user()
        return someone
      })
      const { _id: owner } = await person.user()
      const cookie = await cookieOf(person)
      const shared = sharedBrowser()
      const tabs = [shared, shared, undefined, undefined].map((browser) => device(server.origin, cookie, browser))
      try {
        await patiently(async () =>
          expect((await person.post('/tasks/bulkCreateTasks', { tasks: first })).status).toBe(201),
        )
        for (const one of tabs) await one.open()
        await expect.poll(() => tabs.every((one) => one.view().isReady), { timeout: maxWaitMs, interval: 5 }).toBe(true)
        const diary: Diary = { made: [], settled: [] }
        for (const step of all) await run(step, tabs, server, diary, (id) => purge(server, cookie, id))
        for (const one of tabs) one.recover()
        await settled(tabs)
        await expectAgreement(deckServer({ origin: server.origin(), headers: { cookie } }), tabs)
        const log = await expectSoundLog(server.app().database, owner)
        const answers = await answersOf(server.app().database, owner)
        expectOnce(log, diary, answers)
        expect(vanished(diary, answers, log).map(({ id, intent }) => ({ id, intent }))).toEqual([])
        expectNothingOverwritten(diary, answers, log)
      } finally {
        for (const one of tabs) one.close()
      }
    })
    // Otherwise, the report of a failed round names its steps but not its reason.
    await fc.assert(property, { seed, numRuns, endOnFailure: true, includeErrorInReport: true })
  },
)

async function answersOf({ db }: Database, owner: string): Promise<Answers> {
  const rows = await db.selectFrom('answers').select(['key', 'body']).where('user_id', '=', owner).execute()
  return new Map(rows.map(({ key, body }) => [key, body ? (JSON.parse(unpackAnswer(body)).change ?? null) : null]))
}

/** All tabs show what the server has. The trash is loaded after the tasks, and other tabs get it from the leading one. */
async function expectAgreement(server: DeckServer, tabs: Device[]) {
  const { tasks } = (await patiently(() => server.snapshot(true))) ?? { tasks: [] }
  const trash = idsOf(await patiently(server.trash))
  for (const one of tabs) expect(byId(one.view().tasks)).toEqual(byId(tasks))
  await expect
    .poll(() => tabs.map((one) => idsOf(one.view().trash)), { timeout: maxWaitMs })
    .toEqual(tabs.map(() => trash))
}

/** A database that is busy with other tests refuses a call now and then. */
const patiently = <T>(call: () => Promise<T>): Promise<T> => vi.waitFor(call, { timeout: maxWaitMs })

/** Every change has its own number in the log, none waits without a reason, and every new task was added once. */
function expectOnce(log: EventRow[], { made, settled }: Diary, answers: Answers) {
  const numbers = made.map(({ id }) => answers.get(id)).filter((number) => number != null)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.filter((number) => !log.some(({ change }) => change === number))).toEqual([])
  const open = made.flatMap(({ id, by }) => by.view().changes.find((change) => change.id === id) ?? [])
  expect(open.filter(({ problem }) => !problem)).toEqual([])
  const discarded = new Set(settled.map(({ change }) => change.id))
  const kept = made.filter(({ id }) => answers.has(id) || !discarded.has(id))
  const isFirst = ({ kind, change }: EventRow) => kind === 'created' && change === 1
  const known = log.filter(isFirst).map(({ task_id }) => task_id)
  const added = kept.flatMap(({ intent }) => (intent.kind === 'create' ? intent.tasks.map(({ _id }) => _id) : []))
  const created = log.filter(({ kind }) => kind === 'created').map(({ task_id }) => task_id)
  expect(created.filter((id) => added.includes(id)).toSorted()).toEqual(added.toSorted())
  const remade = settled.flatMap(({ keptAs = [] }) => keptAs)
  expectNextOnes(log, [...known, ...added, ...remade], new Set(made.flatMap(({ intent }) => nextIdsOf(intent))))
}

/** Every task that was completed while it repeated is followed by exactly one, in the same change. */
function expectNextOnes(log: EventRow[], added: string[], chosen: ReadonlySet<string>) {
  // The values of a task that was deleted for good are gone, also those in the log.
  const isErased = ({ kind, before, after }: EventRow) => kind === 'updated' && before === null && after === null
  for (const events of Map.groupBy(log, ({ change }) => change).values()) {
    if (events.some(isErased)) continue
    const continued = events.filter(({ kind, undoes, before, after }) => {
      const [old, now] = [JSON.parse(before ?? '{}'), JSON.parse(after ?? '{}')]
      return kind === 'updated' && undoes === null && old.repeat && now.repeat === null && now.status === 'Completed'
    })
    const next = events.filter(({ kind, task_id }) => kind === 'created' && !added.includes(task_id))
    expect(next.length).toBe(continued.length)
  }
  const unchosen = log.filter(
    ({ kind, task_id }) => kind === 'created' && !added.includes(task_id) && !chosen.has(task_id),
  )
  // The server chooses the id if the device did not know yet that the task repeats.
  for (const { after } of unchosen) if (after) expect(JSON.parse(after).repeat).toEqual(weekly)
}

const idsOf = (tasks: Task[]) => tasks.map(({ _id }) => _id).toSorted()
const byId = (tasks: Task[]) => tasks.toSorted((a, b) => (a._id < b._id ? -1 : 1))

async function purge(server: Server, cookie: string, id: string) {
  await fetch(`${server.origin()}/tasks/trash/${id}`, { method: 'DELETE', headers: { cookie } }).catch(() => {})
}

const failures = [500, 507, 503, 502, 504, 429]

async function run(
  step: Step,
  tabs: Device[],
  server: Server,
  diary: Diary,
  deleteForGood: (id: string) => Promise<void>,
) {
  if (step.kind === 'restart the server') return server.restart()
  if (step.kind === 'wait') return new Promise<void>((resolve) => setTimeout(resolve, 30))
  const one = tabs[step.on]
  if (!one) return
  switch (step.kind) {
    case 'cut':
      return one.cut()
    case 'mend':
      return one.mend()
    case 'slow':
      return one.slowDown(40)
    case 'fail':
      one.line.failures.push(failures[step.pick % failures.length] ?? 500)
      return
    case 'lose a response':
      one.line.lost++
      return
    case 'discard':
      return discard(step.pick, one, diary)
    case 'decide':
      return decide(step.pick, one, diary)
    case 'delete for good': {
      const { trash } = one.view()
      const task = trash[step.pick % trash.length]
      return task && deleteForGood(task._id)
    }
    case 'edit': {
      const intent = one.view().isReady ? intentOf(step.edit, step.pick, one) : undefined
      if (intent) diary.made.push({ ...one.store().make(intent), by: one })
      return
    }
    default:
      // A page asks before it closes if changes of it are not stored yet.
      await vi.waitFor(() => expect(one.store().hasUnstored()).toBe(false), { interval: 1 })
      one.close()
      return one.open()
  }
}

/** Discards a change, like the list of waiting changes: one that the server may have made is undone instead. */
async function discard(pick: number, one: Device, { made, settled }: Diary) {
  const { changes } = one.view()
  const change = changes[pick % changes.length]
  if (!change) return
  const isGone = await one.store().discard(change)
  if (!isGone) made.push({ ...one.store().make({ kind: 'undo', of: change.id, effects: change.inverse }), by: one })
  if (!isGone) return
  settled.push({ change, by: one })
  // Changes of its tasks go with it.
  const lost = new Set([
    ...(change.intent.kind === 'create' ? touchedTasks(change.intent) : []),
    ...nextIdsOf(change.intent),
  ])
  for (const other of changes) {
    if (touchedTasks(other.intent).some((id) => lost.has(id))) settled.push({ change: other, by: one })
  }
}

/** Decides about a change that the server has refused. */
async function decide(pick: number, one: Device, { made, settled }: Diary) {
  const refused = one.view().changes.filter(({ problem }) => problem)
  const change = refused[pick % refused.length]
  if (!change) return
  const wishes = wishesFor(change, pick, one)
  const keptAs = wishes.flatMap(({ intent }) => (intent.kind === 'create' ? touchedTasks(intent) : []))
  settled.push({ change, by: one, keptAs })
  const before = new Set(
    one
      .store()
      .contents()
      .changes.map(({ id }) => id),
  )
  await one.store().remake(change, wishes)
  const remade = one
    .store()
    .contents()
    .changes.filter(({ id }) => !before.has(id))
  made.push(...remade.map((other) => ({ ...other, by: one })))
}

function wishesFor(change: Change, pick: number, one: Device): Wish[] {
  const kind = change.problem?.kind
  if (kind === 'conflict') return resolved(change, () => sides[pick % sides.length] ?? 'wanted')
  if (kind === 'trashed') return withRestored(change, one.view().byId)
  return kind === 'gone' ? asNewTask(change, newId) : [change]
}

/** Waits until every change was answered and all tabs know the whole log. */
async function settled(devices: Device[]) {
  await expect
    .poll(
      () => {
        for (const one of devices) {
          one.store().sendNow()
          if (!one.view().isReady) void one.store().refresh()
        }
        const open = devices.flatMap((one) => one.view().changes.filter(({ problem }) => !problem))
        const seqs = new Set(devices.map((one) => one.store().contents().deck?.seq))
        return { open: open.length, positions: seqs.size, isReady: devices.every((one) => one.view().isReady) }
      },
      { timeout: maxWaitMs, interval: 10 },
    )
    .toEqual({ open: 0, positions: 1, isReady: true })
}
