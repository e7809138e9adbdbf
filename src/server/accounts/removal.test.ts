import { readdir } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { by } from '../../../test/author.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { credentials, type Person } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { wireRules } from '../wiring.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1').toString('base64')
const hour = 3_600_000
const confirmed = async () => {}

async function world(engine: Engine) {
  const app = await testApp({ engine })
  const rulesAt = (clock: () => number) => wireRules({ ...app, log: pino({ level: 'silent' }), clock })
  return {
    ...app,
    ...rulesAt(Date.now),
    later: rulesAt(() => Date.now() + 2 * hour),
    tablesWith: async (id: string) => {
      const rows = (await everyRow(app.database)).filter((row) => row.includes(id))
      return [...new Set(rows.map((row) => row.split(' ')[0]))]
    },
  }
}

const addMany = (person: Person, count: number) =>
  person.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(taskInput()) })

/** Sends the same request until it is refused. Returns every status. */
async function untilRefused(send: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = []
  while (seen.at(-1) !== 401 && seen.length < 500) seen.push((await send()).status)
  return seen
}

test.for(engines)(
  '%s: an account is deleted while it is in use, and its requests in progress get 401',
  async (engine) => {
    const { as, tablesWith, later } = await world(engine)
    for (const name of ['ana', 'bo']) {
      const person = as(name)
      const { _id } = await person.user()
      await addMany(person, 20)
      const phone = await person.elsewhere()
      const busy = [
        untilRefused(() => addMany(person, 5)),
        untilRefused(() => phone.put('/tasks/updateTask/1', { title: `At ${performance.now()}` })),
        untilRefused(() => person.put('/auth/picture', { base64: png })),
        untilRefused(() => phone.put('/auth/preferences', { theme: 'dark' })),
        untilRefused(() => phone.put('/auth/profile', { username: 'Again' })),
      ]
      // Use another device, because the response clears the cookie.
      const { status } = await (await person.elsewhere()).post('/auth/delete', { password: credentials(name).password })
      expect(status).toBe(200)
      for (const statuses of await Promise.all(busy)) {
        expect(statuses.filter((seen) => ![200, 201, 401].includes(seen))).toEqual([])
        expect(statuses.at(-1)).toBe(401)
      }
      expect(await tablesWith(_id)).toEqual(['decks', 'users'])
      await later.removal.finishAll()
      expect(await tablesWith(_id)).toEqual([])
    }
  },
)

test.for(engines)(
  '%s: remains of a deleted account after a crash are never visible and are removed later',
  async (engine) => {
    const { as, visitor, removal, later, tablesWith, database, config } = await world(engine)
    const [ana, bo] = [as('ana'), as('bo')]
    const [task, kept] = [await addTask(ana, { title: 'Secret' }), await addTask(bo)]
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ndone\r\n--x--\r\n'
    await ana.send('POST', `/tasks/task/${task._id}/upload`, form, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    const account = await ana.user()
    await removal.begin(account._id, confirmed)

    expect((await ana.get('/tasks/getTasks')).status).toBe(401)
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(401)
    expect(await tablesWith('ana@example.com')).toEqual([])
    const again = visitor()
    expect((await again.post('/auth/signup', { username: 'ana', ...credentials('ana') })).status).toBe(201)
    expect((await again.get('/tasks/getTasks')).body.tasks).toEqual([])

    await removal.finishAll()
    expect(await tablesWith(account._id)).toEqual(['decks', 'users'])
    expect((await readdir(config.dataDir, { recursive: true })).filter((name) => name.includes(account._id))).toEqual(
      [],
    )
    await later.removal.finishAll()
    expect(await tablesWith(account._id)).toEqual([])
    expect(await database.db.selectFrom('users').select('username').orderBy('username').execute()).toHaveLength(2)
    expect((await bo.get(`/tasks/task/${kept._id}`)).status).toBe(200)
  },
)

// SQLite has one writer, which a large removal must not occupy. On PostgreSQL owners do not wait for each other.
test('sqlite: other users can write while a large account is being removed', async () => {
  const { as, removal, tasks, history } = await world('sqlite')
  const [ana, bo] = [as('ana'), as('bo')]
  for (let count = 0; count < 5; count++) await addMany(ana, 100)
  const [account, { _id }] = [await ana.user(), await bo.user()]
  await removal.begin(account._id, confirmed)
  const order: string[] = []
  await Promise.all([
    removal.eraseData(account._id).then(() => order.push('removed')),
    tasks
      .create(by(_id), { title: 'In between', description: 'x', dueDate: '2026-11-14' })
      .then(() => order.push('created')),
  ])
  expect(order).toEqual(['created', 'removed'])
  expect(await history.eraseSlice(account._id)).toBe(false)
})
