import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type DavClient, davClient, todoText } from '../../../test/caldav.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

interface Had {
  text: string
  tag: string
  title: string
}

/** How an app completes the recurrence that is due, with the to-do that it had. `isBlind`: it sends no version. */
type Completing = (client: DavClient, name: string, had: Had, isBlind?: boolean) => Promise<number>

const program = (text: string, name: string) => text.replace(/PRODID:.*/, `PRODID:${name}`)
const condition = (tag: string, isBlind = false) => (isBlind ? {} : { ifMatch: tag })

const ways = ['moving', 'splitting', 'copying', 'completing'] as const

const apps: Record<(typeof ways)[number], Completing> = {
  /** Tasks.org moves the to-do to the next date, and never sends the version that it had. */
  moving: async (client, name, { text }) =>
    (await client.send('PUT', name, program(text, '+//IDN tasks.org//android//EN').replaceAll('20990105', '20990112')))
      .status,
  /** Thunderbird writes the completed recurrence beside the to-do. */
  splitting: async (client, name, { text, tag, title }, isBlind) => {
    const uid = /UID:(.*)/.exec(text)?.[1]?.trim()
    const done = [
      ...['END:VTODO', 'BEGIN:VTODO', `UID:${uid}`, `SUMMARY:${title}`, 'RECURRENCE-ID;VALUE=DATE:20990105'],
      ...['DUE;VALUE=DATE:20990105', 'STATUS:COMPLETED', 'PERCENT-COMPLETE:100', 'COMPLETED:20990104T101500Z'],
      'END:VTODO',
    ]
    const sent = program(text, '-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN').replace(
      'END:VTODO',
      done.join('\r\n'),
    )
    return (await client.send('PUT', name, sent, condition(tag, isBlind))).status
  },
  /** Apple's apps add a completed copy, and move the to-do. */
  copying: async (client, name, { text, tag, title }, isBlind) => {
    const apple = '-//Apple Inc.//iOS 18.0//EN'
    const moved = program(text, apple).replaceAll('20990105', '20990112')
    const { status } = await client.send('PUT', name, moved, condition(tag, isBlind))
    // The app adds the copy with the change of the to-do, and throws both away if that is refused.
    if (status !== 204) return status
    const copy = `copy-${client.token.slice(-6)}-${name.slice(0, 36)}`
    const lines = [`SUMMARY:${title}`, 'DUE;VALUE=DATE:20990105', 'STATUS:COMPLETED', 'COMPLETED:20990104T101500Z']
    await client.send('PUT', `${copy}.ics`, program(todoText(copy, ...lines), apple), { ifNoneMatch: '*' })
    return status
  },
  /** Other apps complete the to-do as it is. */
  completing: async (client, name, { text, tag }, isBlind) =>
    (await client.send('PUT', name, text.replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED'), condition(tag, isBlind)))
      .status,
}

/** Two apps of one user, and weekly tasks that both have read. */
async function world(engine: Engine) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const clients = [
    await davClient(app, ana, { name: 'phone' }),
    await davClient(app, ana, { name: 'computer' }),
  ] as const
  let count = 0
  async function weekly() {
    const title = `Bins ${++count}`
    const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
    const task = await addTask(ana, { title, dueDate: '2099-01-05', repeat })
    const name = `${task._id}.ics`
    const { text, headers } = await clients[0].send('GET', name)
    /** The dates of the tasks that are still open, and those of the completed ones. */
    async function dates() {
      const own = (await listTasks(ana)).filter((one) => one.title === title)
      const those = (isDone: boolean) =>
        own.filter(({ status }) => (status === 'Completed') === isDone).map(({ dueDate }) => dueDate?.slice(0, 10))
      // Two copies of Apple's apps have nothing in common, so both are kept.
      return { open: those(false), done: [...new Set(those(true))] }
    }
    return { task, name, had: { text, tag: `${headers.etag}`, title }, dates }
  }
  return { ana, clients, weekly }
}

const once = { open: ['2099-01-12'], done: ['2099-01-05'] }

test('a recurrence that an app completes ahead of its date advances the task once', async () => {
  const { clients, weekly } = await world('sqlite')
  for (const way of ways) {
    const { name, had, dates } = await weekly()
    expect(await apps[way](clients[0], name, had)).toBe(204)
    expect([way, await dates()]).toEqual([way, once])
  }
})

test.for(engines.flatMap((engine) => ways.map((first) => ({ engine, first }))))(
  '$engine: a recurrence that is completed by $first and by another app advances the task once',
  async ({ engine, first }) => {
    const { clients, weekly } = await world(engine)
    for (const second of ways) {
      for (const isBlind of [false, true]) {
        const { name, had, dates } = await weekly()
        const pair = `${first}, then ${second}${isBlind ? ' without a version' : ''}`
        expect(await apps[first](clients[0], name, had), pair).toBe(204)
        const status = await apps[second](clients[1], name, had, isBlind)
        expect([204, 412], `${pair}: ${status}`).toContain(status)
        expect([pair, await dates()]).toEqual([pair, once])
      }
    }
  },
)

test('a recurrence that was completed in the browser is not completed again by an app that has not heard of it', async () => {
  const { ana, clients, weekly } = await world('sqlite')
  for (const way of ways) {
    for (const isBlind of [false, true]) {
      const { task, name, had, dates } = await weekly()
      await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
      const status = await apps[way](clients[0], name, had, isBlind)
      expect([204, 412], `${way}: ${status}`).toContain(status)
      expect([way, isBlind, await dates()]).toEqual([way, isBlind, once])
    }
  }
})
