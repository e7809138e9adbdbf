import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Browser, browser } from '../../../test/browser.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { listTasks, taskInput } from '../../../test/tasks.ts'
import type { Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { settableFields, type TaskField, withoutAbsent } from '../../contract/task-fields.ts'

/** `MODEL_SEED=7 MODEL_RUNS=1000 vitest run model` uses another seed and more runs. */
const seed = Number(process.env.MODEL_SEED ?? 1)
const numRuns = Number(process.env.MODEL_RUNS ?? cases(6, 200))

type Nodes = Browser[]

/** One node on SQLite, three on PostgreSQL. `person` creates a new user who is signed in on all of them. */
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
      const { _id } = await own.user()
      const nodes: Nodes = apps.map(({ app }) => {
        const other = browser(app)
        for (const [name, value] of own.cookies) other.cookies.set(name, value)
        return other
      })
      return { id: _id, nodes }
    },
  }
}

// The model: the expected data of an owner.

type Fields = Omit<Task, 'version' | 'updatedAt'>
interface Known {
  fields: Fields
  trashed: boolean
}
/** A change that can be undone: the tasks that it touched, before and after it. */
interface Step {
  change: number
  before: Map<number, Known>
  after: Map<number, Known>
}
interface Model {
  tasks: Map<number, Known>
  done: Step[]
  undone: Step[]
}
interface Real {
  nodes: Nodes
}

const fieldsOf = ({ version, updatedAt, ...fields }: Task): Fields => fields
const chosen = (model: Model, pick: number, trashed: boolean): [number, Known] | undefined => {
  const fitting = [...model.tasks].filter(([, known]) => known.trashed === trashed)
  return fitting[pick % fitting.length]
}

/** Records a new change. It clears the redo stack. */
function did(model: Model, change: number, before: Map<number, Known>, after: Map<number, Known>) {
  for (const [number, known] of after) model.tasks.set(number, known)
  model.done.push({ change, before, after })
  model.undone = []
}

/** Moves the last step of one stack to the other. Steps that touch a task deleted for good are skipped and stay. */
async function move(model: Model, node: Browser, url: string, named = false) {
  const [from, to, state] = /undo/.test(url)
    ? ([model.done, model.undone, 'before'] as const)
    : ([model.undone, model.done, 'after'] as const)
  const step = from.findLast(({ after }) => [...after.keys()].every((number) => model.tasks.has(number)))
  const { status } = await node.post(url, named && step ? { change: step.change } : undefined)
  expect(status).toBe(step ? 200 : 409)
  if (!step) return
  from.splice(from.indexOf(step), 1)
  to.push(step)
  for (const [number, known] of step[state]) model.tasks.set(number, known)
}

async function expectAsModelled(model: Model, node: Browser) {
  const known = [...model.tasks.values()].toReversed()
  const tasks = await listTasks(node)
  expect(tasks.map(fieldsOf)).toEqual(known.filter(({ trashed }) => !trashed).map(({ fields }) => fields))
  const trash: (Task & { trashedAt: string })[] = (await node.get('/tasks/trash')).body.tasks
  const inTrash = trash.map(({ trashedAt, ...task }) => fieldsOf(task)).sort((a, b) => b.number - a.number)
  expect(inTrash).toEqual(known.filter(({ trashed }) => trashed).map(({ fields }) => fields))
}

// The operations.

const node = fc.nat(2)
const pick = fc.nat(20)
const title = fc.oneof(
  fc.constantFrom('a', 'b', '"quoted"', 'Größe 漢字 🙂', '</script>\\', 'line\u2028break', "'; drop"),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => /^\S.*\S$/s.test(text.trim()) && !/\0/.test(text)),
)

/** Ticks leave receipts, which are tested in receipts/receipts.test.ts. */
const criterion = (place: number) => ({
  id: `01a1e531-14b7-7000-b324-3536ce0ca53${place}`,
  text: `Criterion ${place}`,
  isMet: false,
})
const criteria = [[], [criterion(1)], [criterion(1), criterion(2)], [criterion(2), criterion(1)]]

const weekly = { rule: 'FREQ=WEEKLY', from: 'due' }

/** Values for a field of any kind. */
function valuesOf({ kind, options = [], isOptional, initial }: TaskField): fc.Arbitrary<unknown> {
  if (kind === 'choice') return fc.constantFrom(...options)
  if (kind === 'labels')
    return fc.uniqueArray(fc.constantFrom('home', 'work', 'größe', '漢字', 'x-1'), { maxLength: 3 })
  if (kind === 'repeat') return fc.constantFrom(null, weekly, { rule: 'FREQ=DAILY;COUNT=2', from: 'completion' })
  if (kind === 'reminders') return fc.constantFrom([], ['due-0T09:00'], ['2026-11-20T15:00', 'due-2T09:00'])
  if (kind === 'criteria') return fc.constantFrom(...criteria)
  if (kind === 'amount') return fc.constantFrom(null, 0, 1, 3, 999)
  if (kind === 'address')
    return fc.constantFrom(null, 'https://forge.example/ana/app/issues/12', 'http://wiki.example/a')
  if (kind === 'number') return fc.oneof(fc.constantFrom(0, -1, 0.5, 1e-300), fc.integer({ min: 1, max: 5 }))
  if (kind === 'text') return initial === '' ? fc.oneof(fc.constant(''), title) : title
  return fc.constantFrom('2026-11-14', '2028-02-29', '1999-12-31T00:00:00.000Z', ...(isOptional ? [null] : []))
}

/** Links name other tasks, and have a model of their own in tasks/link-model.test.ts. */
const ownFields = settableFields.filter(([, { kind }]) => kind !== 'task' && kind !== 'tasks')
const fields = fc
  .record(Object.fromEntries(ownFields.map(([name, field]) => [name, valuesOf(field)])), { requiredKeys: [] })
  .filter((values) => Object.keys(values).length > 0) as fc.Arbitrary<TaskChange>

/** A value as the server returns it. */
function answered(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const kind = settableFields.find(([field]) => field === name)?.[1].kind
  return kind === 'day' ? `${value.slice(0, 10)}T00:00:00.000Z` : value.trim()
}

interface Op {
  name: string
  node: number
  pick: number
  fields: TaskChange
  count: number
  named: boolean
}
/** The position of a new task cannot be chosen. */
const newTask = ({ position, ...fields }: TaskChange) => taskInput(fields)
const op = (name: string): fc.Arbitrary<Op> =>
  fc.record({ name: fc.constant(name), node, pick, fields, count: fc.integer({ min: 1, max: 4 }), named: fc.boolean() })

const runs: Record<string, (op: Op, model: Model, node: Browser) => Promise<void>> = {
  async create({ fields }, model, node) {
    const { status, body } = await node.post('/tasks/createTask', newTask(fields))
    expect(status).toBe(201)
    const made = { fields: fieldsOf(body.task), trashed: false }
    did(
      model,
      body.change,
      new Map([[made.fields.number, { ...made, trashed: true }]]),
      new Map([[made.fields.number, made]]),
    )
  },
  async bulk({ fields, count }, model, node) {
    const { status, body } = await node.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(newTask(fields)) })
    expect(status).toBe(201)
    const made: Fields[] = body.tasks.map(fieldsOf)
    const as = (trashed: boolean) => new Map(made.map((fields) => [fields.number, { fields, trashed }]))
    did(model, body.change, as(true), as(false))
  },
  async update({ pick, fields }, model, node) {
    const [number, known] = chosen(model, pick, false) ?? []
    const { status, body } = await node.put(`/tasks/updateTask/${number ?? 999}`, fields)
    expect(status).toBe(known ? 200 : 404)
    if (!known || !number) return
    const changed = withoutAbsent({
      ...known.fields,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, answered(name, value)])),
    })
    const isContinued = changed.repeat && changed.status === 'Completed' && known.fields.status !== 'Completed'
    const wanted: Fields = {
      ...changed,
      repeat: isContinued ? null : changed.repeat,
      completedAt: body.task.completedAt,
      startedAt: body.task.startedAt,
    }
    const isLast = changed.repeat?.rule.endsWith('COUNT=1') ?? false
    expect(body.nextTask !== undefined).toBe(Boolean(isContinued && !isLast))
    expect(fieldsOf(body.task)).toEqual(wanted)
    expect(wanted.completedAt === null).toBe(wanted.status !== 'Completed')
    if (wanted.status !== 'Completed') expect(wanted.startedAt === undefined).toBe(wanted.status === 'Pending')
    const same = JSON.stringify(wanted) === JSON.stringify(known.fields)
    expect(body.change === null).toBe(same)
    if (same) return
    const [before, after] = [new Map([[number, known]]), new Map([[number, { fields: wanted, trashed: false }]])]
    if (body.nextTask) {
      const next = fieldsOf(body.nextTask)
      const { title, labels, priority, position } = wanted
      expect(next).toMatchObject({ title, labels, priority, position, status: 'Pending', completedAt: null })
      before.set(next.number, { fields: next, trashed: true })
      after.set(next.number, { fields: next, trashed: false })
    }
    did(model, body.change, before, after)
  },
  async delete({ pick }, model, node) {
    const [number, known] = chosen(model, pick, false) ?? []
    const { status, body } = await node.delete(`/tasks/deleteTask/${number ?? 999}`)
    expect(status).toBe(known ? 200 : 404)
    if (known && number)
      did(model, body.change, new Map([[number, known]]), new Map([[number, { ...known, trashed: true }]]))
  },
  async restore({ pick }, model, node) {
    const [number, known] = chosen(model, pick, true) ?? []
    const { status, body } = await node.post(`/tasks/trash/${number ?? 999}/restore`)
    expect(status).toBe(known ? 200 : 404)
    if (known && number)
      did(model, body.change, new Map([[number, known]]), new Map([[number, { ...known, trashed: false }]]))
  },
  async purge({ pick }, model, node) {
    const [number] = chosen(model, pick, true) ?? []
    expect((await node.delete(`/tasks/trash/${number ?? 999}`)).status).toBe(number ? 200 : 404)
    if (!number) return
    model.tasks.delete(number)
    model.undone = []
  },
  async undo({ named }, model, node) {
    await move(model, node, '/tasks/undo', named)
  },
  async redo(_op, model, node) {
    await move(model, node, '/tasks/redo')
  },
}

const command = (name: string) =>
  op(name).map((one) => ({
    check: () => true,
    async run(model: Model, { nodes }: Real) {
      await runs[name]?.(one, model, nodes[one.node % nodes.length] as Browser)
      await expectAsModelled(model, nodes[(one.node + 1) % nodes.length] as Browser)
    },
    toString: () => `${name}(${JSON.stringify({ ...one, name: undefined })})`,
  }))

test.for(engines)(
  `%s: any sequence of changes, undos and redos, on any node, matches the model, and the log agrees (seed ${seed})`,
  { timeout: 120_000 },
  async (engine) => {
    const { database, person } = await cluster(engine)
    const commands = fc.commands(Object.keys(runs).map(command), { maxCommands: 40, size: 'max' })
    let events = 0
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const { id, nodes } = await person()
        await fc.asyncModelRun(() => ({ model: { tasks: new Map(), done: [], undone: [] }, real: { nodes } }), list)
        events += (await expectSoundLog(database, id)).length
      }),
      { seed, numRuns },
    )
    // Otherwise this test would prove little.
    expect(events).toBeGreaterThan(numRuns)
  },
)

/** The same calls without a model, because the order of concurrent calls is unknown. */
function send({ name, pick, fields, count, named }: Op, node: Browser) {
  const number = (pick % 8) + 1
  const calls: Record<string, () => ReturnType<Browser['send']>> = {
    create: () => node.post('/tasks/createTask', newTask(fields)),
    bulk: () => node.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(newTask(fields)) }),
    update: () => node.put(`/tasks/updateTask/${number}`, fields),
    delete: () => node.delete(`/tasks/deleteTask/${number}`),
    restore: () => node.post(`/tasks/trash/${number}/restore`),
    purge: () => node.delete(`/tasks/trash/${number}`),
    undo: () => node.post('/tasks/undo', named ? { change: pick + 1 } : undefined),
    redo: () => node.post('/tasks/redo'),
  }
  return (calls[name] as () => ReturnType<Browser['send']>)()
}

test.for(engines)(
  `%s: after any concurrent changes on several nodes, the log is complete and agrees with the tables (seed ${seed})`,
  { timeout: 120_000 },
  async (engine) => {
    const { database, person } = await cluster(engine)
    const rounds = fc.array(fc.array(fc.oneof(...Object.keys(runs).map(op)), { minLength: 2, maxLength: 6 }), {
      minLength: 3,
      maxLength: 8,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(rounds, async (list) => {
        const { id, nodes } = await person()
        await nodes[0]?.post('/tasks/bulkCreateTasks', { tasks: Array(4).fill(taskInput()) })
        for (const round of list) {
          const sent = round.map((one, index) => send(one, nodes[index % nodes.length] as Browser))
          for (const { status } of await Promise.all(sent)) expect([200, 201, 404, 409]).toContain(status)
        }
        await expectSoundLog(database, id)
      }),
      { seed, numRuns },
    )
  },
)

test.for(engines)(
  '%s: when all nodes write for one owner as fast as they can, no number is missing or used twice',
  { tags: 'long' },
  async (engine) => {
    const { database, person } = await cluster(engine)
    const { id, nodes } = await person()
    const writers = Array.from({ length: 12 }, async (_, writer) => {
      const own = nodes[writer % nodes.length] as Browser
      const changes: number[] = []
      for (let round = 0; round < 5; round++) {
        const { task, change } = (await own.post('/tasks/createTask', taskInput({ title: `Of ${writer}` }))).body
        const updated = (await own.put(`/tasks/updateTask/${task._id}`, { title: `Round ${round}` })).body.change
        const undone = (await own.post('/tasks/undo', { change: updated })).body.change
        const removed = (await own.delete(`/tasks/deleteTask/${task._id}`)).body.change
        changes.push(change, updated, undone, removed)
      }
      return changes
    })
    const answered = (await Promise.all(writers)).flat()
    const events = await expectSoundLog(database, id)
    expect(events).toHaveLength(12 * 5 * 4)
    expect(answered.sort((a, b) => a - b)).toEqual(events.map((event) => event.seq))
  },
)
