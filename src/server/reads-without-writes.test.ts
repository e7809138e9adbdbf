import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engines } from '../../test/database.ts'
import { makeToken, withToken } from '../../test/tokens.ts'
import { anyThing, fillings, nameOf, twoUsers } from '../../test/two-users.ts'
import { api, apiCalls } from '../contract/calls/api.ts'
import { pathOf } from '../contract/client.ts'
import type { Database } from './database/database.ts'
import { tableNames } from './database/schema.ts'

/** Makes every write fail, as on a full disk. */
async function refuseWrites({ db }: Database, engine: (typeof engines)[number]) {
  if (engine === 'postgres') {
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception using errcode = ''53100''; end'`.execute(
      db,
    )
  }
  for (const table of tableNames) {
    if (engine === 'postgres') {
      const event = sql.raw('before insert or update or delete')
      await sql`create trigger refuse ${event} on ${sql.table(table)} for each row execute function refuse()`.execute(
        db,
      )
      continue
    }
    for (const event of ['insert', 'update', 'delete']) {
      await sql`create trigger ${sql.id(`refuse_${event}_${table}`)} before ${sql.raw(event)} on ${sql.table(table)} begin select raise(fail, 'full'); end`.execute(
        db,
      )
    }
  }
}

/** The readiness check writes on purpose. Guesses of a device code and sign-ins, which need to write anyway, are counted first. */
const writing = ['GET /health/ready', 'GET /auth/device', 'GET /auth/google']

test.for(engines)('%s: every read is answered when nothing can be written, also after a pause', async (engine) => {
  let now = Date.now()
  const app = await twoUsers(engine, { dependencies: { clock: () => now } })
  const { ana, things } = app
  const { token } = await makeToken(ana, { name: 'agent', scope: 'read' })
  const program = withToken(app, token)
  const reads = apiCalls.filter((call) => call.method === 'GET' && call !== api.live.events)
  const everyStatus = async () => {
    const found: Record<string, number[]> = {}
    for (const call of reads) {
      if (writing.includes(nameOf(call))) continue
      for (const params of fillings(call, [things.ana], anyThing)) {
        const path = pathOf(call.path, params)
        // Longer than the precision of a last use, so that each of them would be written.
        now += 6 * 60_000
        found[path] = [(await ana.get(path)).status, (await program.get(path)).status]
      }
    }
    return found
  }
  const before = await everyStatus()
  expect(Object.keys(before).length).toBeGreaterThan(25)
  await refuseWrites(app.database, engine)
  const refused = await ana.post('/tasks/createTask', { title: 'No' })
  expect([refused.status, refused.body.code]).toEqual(
    engine === 'postgres' ? [507, 'storage_full'] : [500, expect.any(String)],
  )
  expect(await everyStatus()).toEqual(before)
})
