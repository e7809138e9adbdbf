import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { newId } from '../src/contract/new-id.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { linkKinds, statuses } from '../src/contract/tasks.ts'
import type { EventRow } from '../src/server/database/schema.ts'
import { type Intent, nextIdsOf } from '../src/web/deck/change.ts'
import { resolved } from '../src/web/deck/resolve.ts'
import { type DeckServer, deckServer } from '../src/web/deck/server.ts'
import { testApp } from './app.ts'
import { engines, migratedDatabase } from './database.ts'
import { type Device, device } from './deck.ts'
import { expectSoundLog } from './log.ts'
import { cookieOf } from './uploads.ts'

/** `MODEL_SEED=7 MODEL_RUNS=1000 vitest run two-decks` uses another seed and more runs. */
const seed = Number(process.env.MODEL_SEED ?? 1)
const numRuns = Number(process.env.MODEL_RUNS ?? 12)

/** A random step of one device, or of the server. `pick` chooses among the tasks that the device shows. */
type Step =
  | { kind: 'edit'; on: number; edit: Edit; pick: number }
  | { kind: 'discard' | 'decide'; on: number; pick: number }
  | { kind: 'cut' | 'mend' | 'lose a response' | 'close and open'; on: number }
  | { kind: 'restart the server' }
  | { kind: 'wait' }

type Edit =
  | ('add' | 'title' | 'tick' | 'status' | 'due' | 'repeat' | 'labels')
  | ('many' | 'all' | 'link' | 'unlink' | 'remove' | 'restore' | 'undo' | 'redo' | 'move')

const edits: Edit[] = [
  ...(['add', 'add', 'title', 'tick', 'tick', 'status', 'status', 'due', 'repeat', 'labels'] as const),
  ...(['many', 'all', 'link', 'link', 'unlink', 'remove', 'restore', 'undo', 'redo', 'move', 'move'] as const),
]
const weekly = { rule: 'FREQ=WEEKLY', from: 'due' } as const
const on = fc.nat({ max: 1 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('edit' as const), on, edit: fc.constantFrom(...edits), pick: fc.nat() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'mend', 'lose a response', 'close and open'), on }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('discard' as const, 'decide'), on, pick: fc.nat() }),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart the server' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ kind: 'wait' }) },
  ),
  { minLength: 5, maxLength: 25 },
)

/** A server that can be restarted on the same database and port. */
async function restartable(engine: (typeof engines)[number]) {
  const databaseUrl = await migratedDatabase(engine)
  const world = { config: { databaseUrl, signupsPerHour: 1_000_000 } }
  let current = await testApp(world)
  await current.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = current.app.listeningOrigin
  return {
    app: () => current,
    origin: () => origin,
    async restart() {
      const { app } = current
      // Like a kill: requests that arrive while it closes are cut too.
      const cut = setInterval(() => app.server.closeAllConnections(), 5)
      await app.close()
      clearInterval(cut)
      current = await testApp(world)
      await current.app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' })
    },
  }
}

/** What a device made, and how it went on. */
interface Made {
  id: string
  intent: Intent
  by: Device
}

test.for(engines)(
  '%s: two decks and the log agree in the end, whatever happens to the network and the server',
  { tags: 'long' },
  async (engine) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await restartable(engine)
    let people = 0
    const property = fc.asyncProperty(steps, async (all) => {
      const person = server.app().as(`person${++people}`)
      const { _id: owner } = await person.user()
      const cookie = await cookieOf(person)
      const devices = [device(server.origin, cookie), device(server.origin, cookie)]
      try {
        for (const one of devices) await one.open()
        const made: Made[] = []
        for (const step of all) await run(step, devices, server, made)
        for (const one of devices) one.mend()
        await settled(devices)
        await expectAgreement(deckServer({ origin: server.origin(), headers: { cookie } }), devices)
        await expectOnce(await expectSoundLog(server.app().database, owner), made)
      } finally {
        for (const one of devices) one.close()
      }
    })
    await fc.assert(property, { seed, numRuns, endOnFailure: true })
  },
)

/** Both devices show what the server has. */
async function expectAgreement(server: DeckServer, devices: Device[]) {
  const { tasks } = (await server.snapshot(true)) ?? { tasks: [] }
  const trash = await server.trash()
  for (const one of devices) {
    expect(byId(one.view().tasks)).toEqual(byId(tasks))
    expect(idsOf(one.view().trash)).toEqual(idsOf(trash))
  }
}

/** Every change is in the log once, unless it had no effect or waits for a decision. */
async function expectOnce(log: EventRow[], made: Made[]) {
  const numbers = made.map(({ id, by }) => by.store().loggedAs(id)).filter((number) => number != null)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.filter((number) => !log.some(({ change }) => change === number))).toEqual([])
  const open = made.flatMap(({ id, by }) => by.view().changes.find((change) => change.id === id) ?? [])
  expect(open.filter(({ problem }) => !problem)).toEqual([])
  const added = made.flatMap(({ intent }) => (intent.kind === 'create' ? intent.tasks.map(({ _id }) => _id) : []))
  const created = log.filter(({ kind }) => kind === 'created').map(({ task_id }) => task_id)
  expect(created.filter((id) => added.includes(id)).toSorted()).toEqual(added.toSorted())
  expectNextOnes(log, added, new Set(made.flatMap(({ intent }) => nextIdsOf(intent))))
}

/** Every task that was completed while it repeated is followed by exactly one, in the same change. */
function expectNextOnes(log: EventRow[], added: string[], chosen: ReadonlySet<string>) {
  for (const events of Map.groupBy(log, ({ change }) => change).values()) {
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
  for (const { after } of unchosen) expect(JSON.parse(after ?? '{}').repeat).toEqual(weekly)
}

const idsOf = (tasks: Task[]) => tasks.map(({ _id }) => _id).toSorted()
const byId = (tasks: Task[]) => tasks.toSorted((a, b) => (a._id < b._id ? -1 : 1))

async function run(step: Step, devices: Device[], server: Awaited<ReturnType<typeof restartable>>, made: Made[]) {
  if (step.kind === 'restart the server') return server.restart()
  if (step.kind === 'wait') return new Promise<void>((resolve) => setTimeout(resolve, 30))
  const one = devices[step.on]
  if (!one) return
  if (step.kind === 'cut') return one.cut()
  if (step.kind === 'mend') return one.mend()
  if (step.kind === 'lose a response') {
    one.line.lost++
    return
  }
  if (step.kind === 'discard') return discard(step.pick, one, made)
  if (step.kind === 'decide') return decide(step.pick, one)
  if (step.kind !== 'edit') {
    one.close()
    return one.open()
  }
  if (one.view().isReady) {
    const intent = intentOf(step.edit, step.pick, one)
    if (intent) made.push({ ...one.store().make(intent), by: one })
  }
}

/** Discards a change, like the list of waiting changes: one that the server may have made is undone instead. */
async function discard(pick: number, one: Device, made: Made[]) {
  const { changes } = one.view()
  const change = changes[pick % changes.length]
  if (!change) return
  const isGone = await one.store().discard(change)
  if (!isGone) made.push({ ...one.store().make({ kind: 'undo', of: change.id, effects: change.inverse }), by: one })
  // Its tasks will never exist.
  else if (change.intent.kind === 'create') made.splice(0, made.length, ...made.filter(({ id }) => id !== change.id))
}

/** Decides about a change that the server has refused. */
async function decide(pick: number, one: Device) {
  const refused = one.view().changes.filter(({ problem }) => problem)
  const change = refused[pick % refused.length]
  if (change) await one.store().remake(change, resolved(change, pick % 2 ? 'wanted' : 'current'))
}

function intentOf(edit: Edit, pick: number, one: Device): Intent | undefined {
  const { tasks, trash } = one.view()
  const task = tasks[pick % tasks.length]
  const text = String(pick % 7)
  if (edit === 'add')
    return {
      kind: 'create',
      tasks: [{ _id: newId(), title: text, ...(pick % 2 ? { dueDate: '2026-11-20', repeat: weekly } : {}) }],
    }
  if (edit === 'restore') {
    const trashed = trash[pick % trash.length]
    return trashed && { kind: 'restore', task: trashed._id }
  }
  if (edit === 'undo' || edit === 'redo') {
    const last = one
      .store()
      .recent()
      .findLast(({ undoes }) => edit === 'undo' || undoes !== null)
    return last && { kind: 'undo', of: last.change, effects: last.inverse }
  }
  if (!task) return undefined
  const { _id: id } = task
  if (edit === 'link' || edit === 'unlink') {
    // Also links that the server refuses: to the task itself, or around a circle.
    const link = {
      kind: linkKinds[pick % linkKinds.length] ?? 'related',
      to: tasks[(pick * 7) % tasks.length]?._id ?? id,
    }
    const change = edit === 'link' ? { addLinks: [link] } : { removeLinks: [link] }
    return { kind: 'updateMany', tasks: [id], change }
  }
  if (edit === 'move') {
    const above = tasks[(pick * 7) % tasks.length]
    const status = statuses[pick % statuses.length] ?? 'Pending'
    const place = above && above !== task ? { place: { above: above._id } } : {}
    return { kind: 'update', task: id, values: { status, ...place }, position: (above?.position ?? 0) + 0.5 }
  }
  if (edit === 'title') return { kind: 'update', task: id, values: { title: text } }
  if (edit === 'tick') {
    const lines = (task.description || '- [ ] a\n- [ ] b\n- [ ] c').split('\n')
    const place = pick % lines.length
    const line = lines[place] ?? ''
    lines[place] = line.includes('[x]') ? line.replace('[x]', '[ ]') : line.replace('[ ]', '[x]')
    return { kind: 'update', task: id, values: { description: lines.join('\n') } }
  }
  if (edit === 'status') return { kind: 'update', task: id, values: { status: pick % 2 ? 'Completed' : 'In Progress' } }
  if (edit === 'due') return { kind: 'update', task: id, values: { dueDate: pick % 2 ? '2026-12-24' : null } }
  if (edit === 'repeat') return { kind: 'update', task: id, values: { repeat: pick % 4 ? weekly : null } }
  if (edit === 'labels') return { kind: 'update', task: id, values: { labels: [`l${text}`] } }
  if (edit === 'remove') return { kind: 'remove', tasks: [id] }
  const some = tasks.slice(0, 3).map(({ _id }) => _id)
  if (edit === 'all') return { kind: 'updateMany', tasks: some, change: { status: 'Completed' } }
  return { kind: 'updateMany', tasks: some, change: { addLabels: ['x'], priority: 'High' } }
}

/** Waits until every change was answered and both devices know the whole log. */
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
      { timeout: 20_000, interval: 10 },
    )
    .toEqual({ open: 0, positions: 1, isReady: true })
}
