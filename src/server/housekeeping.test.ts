import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { engines, migratedDatabase } from '../../test/database.ts'
import { answersIn, withKey } from '../../test/keys.ts'
import { wireRules } from './wiring.ts'

const hour = 3_600_000
const day = 24 * hour

test.for(engines)(
  '%s: nothing is deleted while the clock is a year ahead; trash and stored answers are removed once 30 days later',
  async (engine) => {
    let now = Date.UTC(2026, 0, 1)
    const dependencies = { clock: () => now, monotonic: () => now }
    const databaseUrl = await migratedDatabase(engine)
    const apps = [
      await testApp({ config: { databaseUrl }, dependencies }),
      await testApp({ config: { databaseUrl }, dependencies }),
    ] as const
    const nodes = apps.map((app) => wireRules({ ...app, ...dependencies, log: pino({ level: 'silent' }) }).jobs)
    const runJobs = () => Promise.all(nodes.map((node) => node.runDue()))
    const { db } = apps[0].database
    const ana = apps[0].as('ana')
    const task = { title: 'old', description: 'x', dueDate: '2026-01-01' }
    const { body } = await ana.post('/tasks/createTask', task)
    await withKey(ana, 'k').post('/tasks/createTask', task)
    const answers = async () => (await answersIn(apps[0].database)).length
    await ana.delete(`/tasks/deleteTask/${body.task._id}`)
    const trashed = async () => (await ana.get('/tasks/trash')).body.tasks?.length
    await runJobs()

    now += 365 * day
    await runJobs()
    expect((await ana.get('/auth/verify')).status).toBe(401)
    now -= 365 * day - hour
    await runJobs()
    expect((await ana.get('/auth/verify')).status).toBe(200)
    expect([await trashed(), await answers()]).toEqual([1, 1])

    for (let days = 0; days < 30; days++) {
      now += day
      await runJobs()
      expect((await ana.get('/auth/verify')).status).toBe(200)
      if (days < 28) expect([await trashed(), await answers()]).toEqual([1, 1])
    }
    expect([await trashed(), await answers()]).toEqual([0, 0])
    expect(await db.selectFrom('events').select('kind').where('actor', '=', 'taskdeck').execute()).toEqual([
      { kind: 'purged' },
    ])
  },
)
