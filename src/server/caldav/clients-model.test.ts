import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type DavClient, davClient, todoText } from '../../../test/caldav.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

const fields = ['SUMMARY', 'DESCRIPTION', 'X-APP'] as const
type Field = (typeof fields)[number]
const names: Record<Exclude<Field, 'X-APP'>, 'title' | 'description'> = { SUMMARY: 'title', DESCRIPTION: 'description' }

type Step =
  | { kind: 'edit'; by: 0 | 1; place: number; field: Field }
  | { kind: 'sync'; by: 0 | 1 }
  | { kind: 'make'; by: 0 | 1 }
  | { kind: 'remove'; by: 0 | 1; place: number }
  | { kind: 'web'; place: number; field: Exclude<Field, 'X-APP'> }

const by = fc.constantFrom<0 | 1>(0, 1)
const place = fc.integer({ min: 0, max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), by, place, field: fc.constantFrom(...fields) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sync' as const), by }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('web' as const),
      place,
      field: fc.constantFrom('SUMMARY' as const, 'DESCRIPTION' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('make' as const), by }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), by, place }) },
)

interface Kept {
  tag: string | undefined
  text: string
  /** The values that were changed here and are not sent yet. */
  edits: Map<Field, string>
}

const lineOf = (field: Field) => new RegExp(`^${field}:(.*)\\r\\n`, 'm')
const valueIn = (text: string, field: Field) => (lineOf(field).exec(text)?.[1] ?? '').replaceAll('\\n', '\n')
const withValue = (text: string, field: Field, value: string) =>
  lineOf(field).test(text)
    ? text.replace(lineOf(field), `${field}:${value}\r\n`)
    : text.replace('END:VTODO', `${field}:${value}\r\nEND:VTODO`)

/** An app that works without the server between its synchronisations, like those of phones. */
function offlineApp(client: DavClient, onStored: (name: string, field: Field, value: string) => void) {
  const todos = new Map<string, Kept>()
  const removed = new Map<string, string>()
  let token = ''

  async function pull() {
    const changes = await client.sync(token)
    expect(changes.status).toBe(207)
    for (const [name, tag] of Object.entries(changes.tags)) {
      const known = todos.get(name)
      if (tag === null) todos.delete(name)
      else if (known?.tag !== tag) {
        const { text, headers } = await client.send('GET', name)
        let merged = text
        for (const [field, value] of known?.edits ?? []) merged = withValue(merged, field, value)
        todos.set(name, { tag: `${headers.etag}`, text: merged, edits: known?.edits ?? new Map() })
      }
    }
    token = changes.token
  }

  /** Sends what was changed here. A refused change is sent again after the next synchronisation. */
  async function push() {
    for (const [name, ifMatch] of removed) {
      const { status } = await client.send('DELETE', name, undefined, { ifMatch })
      expect([204, 404, 412]).toContain(status)
    }
    removed.clear()
    for (const [name, todo] of todos) {
      if (!todo.edits.size && todo.tag) continue
      const condition = todo.tag ? { ifMatch: todo.tag } : { ifNoneMatch: '*' }
      const { status } = await client.send('PUT', name, todo.text, condition)
      expect([201, 204, 412]).toContain(status)
      if (status === 412) continue
      for (const [field, value] of todo.edits) onStored(name, field, value)
      todos.set(name, { ...todo, tag: 'sent', edits: new Map() })
    }
  }

  return {
    todos,
    /** Sends first, as many apps do: their versions are old by then. */
    async sync() {
      await push()
      await pull()
      await push()
      await pull()
    },
    edit(index: number, field: Field, value: string) {
      const found = [...todos.entries()][index % Math.max(1, todos.size)]
      if (!found) return
      const [name, todo] = found
      todos.set(name, {
        ...todo,
        text: withValue(todo.text, field, value),
        edits: new Map(todo.edits).set(field, value),
      })
    },
    make(name: string, value: string) {
      const text = todoText(name, `SUMMARY:${value}`)
      todos.set(`${name}.ics`, { tag: undefined, text, edits: new Map([['SUMMARY', value]]) })
    },
    remove(index: number) {
      const found = [...todos.entries()][index % Math.max(1, todos.size)]
      if (!found?.[1].tag) return
      removed.set(found[0], found[1].tag)
      todos.delete(found[0])
    },
  }
}

async function run(engine: Engine, steps: Step[]) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  for (const title of ['one', 'two']) await addTask(ana, { title, description: '' })
  const clients = [
    await davClient(app, ana, { name: 'phone' }),
    await davClient(app, ana, { name: 'computer' }),
  ] as const
  /** The last value of each field that somebody was told is stored. */
  const stored = new Map<string, string>()
  const onStored = (name: string, field: Field, value: string) => void stored.set(`${name} ${field}`, value)
  const apps = [offlineApp(clients[0], onStored), offlineApp(clients[1], onStored)] as const
  const nameOf = async (number: number) => {
    const [found] = Object.entries((await clients[0].sync()).tags).filter(([, tag]) => tag?.startsWith(`"${number}-`))
    return found?.[0] ?? ''
  }

  let count = 0
  for (const one of steps) {
    const value = `v${++count}.`
    if (one.kind === 'sync') await apps[one.by].sync()
    else if (one.kind === 'edit') apps[one.by].edit(one.place, one.field, value)
    else if (one.kind === 'make') apps[one.by].make(`made-${count}`, value)
    else if (one.kind === 'remove') apps[one.by].remove(one.place)
    else {
      const tasks = await listTasks(ana)
      const task = tasks[one.place % Math.max(1, tasks.length)]
      if (!task) continue
      expect((await ana.put(`/tasks/updateTask/${task._id}`, { [names[one.field]]: value })).status).toBe(200)
      onStored(await nameOf(task.number), one.field, value)
    }
  }
  for (let round = 0; round < 3; round++) for (const one of apps) await one.sync()

  const tasks = await listTasks(ana)
  const shown = apps.map(({ todos }) =>
    [...todos].map(([name, { text }]) => [name, ...fields.map((field) => valueIn(text, field))].join(' | ')).sort(),
  )
  expect(shown[1]).toEqual(shown[0])
  const onServer = tasks.map(({ title, description }) => `${title} | ${description}`).sort()
  expect(shown[0]?.map((line) => line.split(' | ').slice(1, 3).join(' | ')).sort()).toEqual(onServer)
  // Nothing that was stored has vanished, except with its task.
  for (const [key, value] of stored) {
    const [name = '', field] = key.split(' ') as [string, Field]
    const todo = apps[0].todos.get(name)
    // Two descriptions are merged line by line.
    if (todo) expect([key, valueIn(todo.text, field)]).toEqual([key, expect.stringContaining(value)])
  }
}

test.for(engines)(
  '%s: two apps and the web app agree in the end, and nothing that was stored is lost',
  { timeout: 120_000 },
  async (engine) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => run(engine, steps)),
      { numRuns: cases(3, 150) },
    )
  },
)
