import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type DavClient, davClient, todoText } from '../../../test/caldav.ts'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { trashOf } from '../../../test/history.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { addDays } from '../../contract/calendar-day.ts'

const fields = ['SUMMARY', 'DESCRIPTION', 'X-APP'] as const
type Field = (typeof fields)[number]
const names: Record<Exclude<Field, 'X-APP'>, 'title' | 'description'> = { SUMMARY: 'title', DESCRIPTION: 'description' }

/** How an app completes a to-do: in place, or one that repeats in the way of Thunderbird, Tasks.org or Apple's apps. */
const ways = ['here', 'splitting', 'moving', 'copying'] as const
type Way = (typeof ways)[number]

type Step =
  | { kind: 'edit'; by: 0 | 1; place: number; field: Field }
  | { kind: 'sync'; by: 0 | 1 }
  | { kind: 'make'; by: 0 | 1 }
  | { kind: 'remove'; by: 0 | 1; place: number }
  | { kind: 'complete'; by: 0 | 1; place: number; way: Way }
  | { kind: 'web'; place: number; field: Exclude<Field, 'X-APP'> }
  | { kind: 'webComplete'; place: number }

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
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('complete' as const), by, place, way: fc.constantFrom(...ways) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('webComplete' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('make' as const), by }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), by, place }) },
)

interface Kept {
  tag: string | undefined
  text: string
  /** The values that were changed here and are not sent yet. */
  edits: Map<Field, string>
  /** The recurrence, or the whole to-do, that was completed here and is not sent yet. */
  completing?: { way: Way; due: string | undefined } | undefined
}

const lineOf = (field: Field) => new RegExp(`^${field}:(.*)\\r\\n`, 'm')
const valueIn = (text: string, field: Field) => (lineOf(field).exec(text)?.[1] ?? '').replaceAll('\\n', '\n')
const withValue = (text: string, field: Field, value: string) =>
  lineOf(field).test(text)
    ? text.replace(lineOf(field), `${field}:${value}\r\n`)
    : text.replace('END:VTODO', `${field}:${value}\r\nEND:VTODO`)

const dueIn = (text: string) => /^DUE;VALUE=DATE:(\d{8})/m.exec(text)?.[1]
const isOpen = (text: string) => !/^STATUS:COMPLETED/m.test(text)
const withProgram = (text: string, name: string) => text.replace(/^PRODID:.*/m, `PRODID:${name}`)
const nextWeek = (due: string) => addDays(due.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'), 7).replaceAll('-', '')

/** The to-do as an app sends it that completes it, and the completed copy that it adds. */
function completedText(text: string, { way, due }: NonNullable<Kept['completing']>, copy: string) {
  if (!due || way === 'here' || !/^RRULE:/m.test(text)) return { text: text.replace(/^STATUS:.*/m, 'STATUS:COMPLETED') }
  const done = ['SUMMARY:done', `DUE;VALUE=DATE:${due}`, 'CATEGORIES:series', 'STATUS:COMPLETED']
  if (way === 'splitting') {
    const uid = /^UID:(.*)/m.exec(text)?.[1]?.trim()
    const beside = ['BEGIN:VTODO', `UID:${uid}`, `RECURRENCE-ID;VALUE=DATE:${due}`, ...done, 'END:VTODO']
    return { text: text.replace('END:VTODO', ['END:VTODO', ...beside].join('\r\n')) }
  }
  const moved = text.replaceAll(due, nextWeek(due))
  if (way === 'moving') return { text: withProgram(moved, '+//IDN tasks.org//android//EN') }
  return { text: withProgram(moved, '-//Apple Inc.//iOS 18.0//EN'), copy: todoText(copy, ...done) }
}

/** An app that works without the server between its synchronisations, like those of phones. */
function offlineApp(client: DavClient, onStored: (name: string, field: Field, value: string) => void) {
  const todos = new Map<string, Kept>()
  const removed = new Map<string, string>()
  let token = ''
  let copies = 0

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
        // A recurrence that somebody else has completed is over.
        const { completing } = known ?? {}
        const isStill = completing && isOpen(text) && dueIn(text) === completing.due
        const rest = { edits: known?.edits ?? new Map(), completing: isStill ? completing : undefined }
        todos.set(name, { tag: `${headers.etag}`, text: merged, ...rest })
      }
    }
    token = changes.token
  }

  /** Sends what was changed here. A refused change is sent again after the next synchronisation. `isFresh`: everything was read just before. */
  async function push(isFresh: boolean) {
    for (const [name, ifMatch] of removed) {
      const { status } = await client.send('DELETE', name, undefined, { ifMatch })
      expect([204, 404, 412]).toContain(status)
    }
    removed.clear()
    for (const [name, todo] of todos) {
      const { tag, completing } = todo
      if (!todo.edits.size && !completing && tag) continue
      // Tasks.org reads first, and then sends without a version.
      const isBlind = completing?.way === 'moving'
      if (isBlind && !isFresh) continue
      const copyName = `copy-${client.token.slice(-6)}-${++copies}`
      const sent = completing ? completedText(todo.text, completing, copyName) : { text: todo.text }
      const { status } = await client.send(
        'PUT',
        name,
        sent.text,
        isBlind ? {} : tag ? { ifMatch: tag } : { ifNoneMatch: '*' },
      )
      expect([201, 204, 412]).toContain(status)
      if (status === 412) continue
      for (const [field, value] of todo.edits) onStored(name, field, value)
      if (sent.copy) expect((await client.send('PUT', `${copyName}.ics`, sent.copy)).status).toBe(201)
      todos.set(name, { ...todo, tag: 'sent', edits: new Map(), completing: undefined })
    }
  }

  return {
    todos,
    /** Sends first, as many apps do: their versions are old by then. */
    async sync() {
      await push(false)
      await pull()
      await push(true)
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
    /** Mostly one that repeats. */
    complete(index: number, way: Way) {
      const open = [...todos].filter(([, { tag, text }]) => tag && isOpen(text))
      const series = open.filter(([, { text }]) => /^RRULE:/m.test(text))
      const [name, todo] = (index && series[0]) || open[index] || []
      if (!name || !todo) return
      todos.set(name, { ...todo, completing: { way, due: dueIn(todo.text) } })
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

const firstDue = '2099-01-05'

/** Each week of the series was completed, up to the one that is open. Completed copies of two apps have nothing in common, so both are kept. */
async function expectOneSeries(ana: Person) {
  const all = [...(await listTasks(ana)), ...(await trashOf(ana)).tasks].filter(({ labels }) =>
    labels.includes('series'),
  )
  const dates = (isDone: boolean) =>
    all
      .flatMap(({ status, dueDate }) => ((status === 'Completed') === isDone ? (dueDate?.slice(0, 10) ?? []) : []))
      .sort()
  const done = [...new Set(dates(true))]
  expect(done).toEqual(done.map((_, index) => addDays(firstDue, 7 * index)))
  expect(dates(false)).toEqual([addDays(firstDue, 7 * done.length)])
}

type App = Awaited<ReturnType<typeof testApp>>

async function run(app: App, ana: Person, steps: Step[]) {
  for (const title of ['one', 'two']) await addTask(ana, { title, description: '', dueDate: null })
  const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
  await addTask(ana, { title: 'Bins', description: '', dueDate: firstDue, labels: ['series'], repeat })
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
    else if (one.kind === 'complete') apps[one.by].complete(one.place, one.way)
    else {
      const tasks = await listTasks(ana)
      const task = tasks[one.place % Math.max(1, tasks.length)]
      if (!task) continue
      const change = one.kind === 'webComplete' ? { status: 'Completed' } : { [names[one.field]]: value }
      expect((await ana.put(`/tasks/updateTask/${task._id}`, change)).status).toBe(200)
      if (one.kind === 'webComplete') continue
      onStored(await nameOf(task.number), one.field, value)
    }
  }
  for (let round = 0; round < 3; round++) for (const one of apps) await one.sync()

  await expectOneSeries(ana)
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
  { timeout: 600_000 },
  async (engine) => {
    let app = await testApp({ engine })
    let users = 0
    /** Not every run needs an app of its own, but so many sign-ups are allowed. */
    async function runAsNewUser(steps: Step[]) {
      if (++users % 15 === 0) app = await testApp({ engine })
      await run(app, app.as(`ana${users}`), steps)
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), runAsNewUser), {
      numRuns: cases(3, 150),
    })
  },
)
