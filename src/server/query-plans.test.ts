import { DatabaseSync } from 'node:sqlite'
import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { by } from '../../test/author.ts'
import { type Engine, engines, freshDatabase } from '../../test/database.ts'
import { taskInput } from '../../test/tasks.ts'
import { uploadApp } from '../../test/uploads.ts'
import { noFilter } from '../contract/task-lists/filter.ts'
import type { Database } from './database/database.ts'
import { fileOf } from './database/open.ts'
import { compileOnce } from './database/prepared.ts'
import { wireRules } from './wiring.ts'

/** The first column of an index that begins with the owner, or a key that names one row. */
const goodStart = /\(?\(?"?(user_id|token_hash|secret_hash|id)"?( ?= ?|::text = )/

/** A database that records every prepared statement, every long read, and every read of the log within a change. */
function recording(database: Database) {
  const statements = new Set<string>()
  const logReads: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql } = database.db.getExecutor().compileQuery(node, queryId)
      if (/^select.* from "events"/s.test(sql)) statements.add(sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const recorder: Database = {
    ...database,
    prepare(build) {
      statements.add(compileOnce(database.db, build).sql)
      return database.prepare(build)
    },
    readAside(owner, query) {
      statements.add(query.compile().sql)
      return database.readAside(owner, query)
    },
    readSome(owner, query) {
      statements.add(query(1).compile().sql)
      return database.readSome(owner, query)
    },
    transaction: (owner, work, patience) =>
      database.transaction(owner, (tx) => work(tx.withPlugin(logReads)), patience),
  }
  return { statements, recorder }
}

/** Each step of a plan that reads a table or sorts, as `table: how`. */
async function planner(engine: Engine, url: string): Promise<(statement: string) => Promise<string[]>> {
  if (engine === 'sqlite') {
    const sqlite = new DatabaseSync(fileOf(url) ?? '')
    onTestFinished(() => sqlite.close())
    return async (statement) =>
      sqlite
        .prepare(`explain query plan ${statement}`)
        .all()
        .map((row) => String(row.detail))
  }
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  // Test tables are so small that a full scan would always be cheapest.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
  return async (statement) => {
    const { rows } = await client.query(`explain (generic_plan, costs off) ${statement}`)
    return rows.map((row) => String(row['QUERY PLAN']).trim())
  }
}

const readsTable = /^(SEARCH|SCAN|(->\s+)?\w* ?(Index|Seq|Bitmap|Tid)\b.*Scan)/
/** The only row of its table. */
const readsEpoch = /^SEARCH epochs USING INTEGER PRIMARY KEY|^Index Cond: \(key = 1\)/
/** `newest` is the limited list that one text is made of. */
const isBad = (step: string) =>
  /^SCAN (?!\(|CONSTANT ROW|newest$)|USE TEMP B-TREE (?!FOR count)|Seq Scan|^(->\s+)?(Incremental )?Sort$/.test(step) ||
  (/^SEARCH|^Index Cond/.test(step) && !goodStart.test(step) && !readsEpoch.test(step))

test.for(engines)(
  '%s: every statement of the hot path and of long reads uses an index that starts with the owner',
  async (engine) => {
    // Dead pages left by other tests would change the plans.
    const app = await uploadApp({ config: { databaseUrl: await freshDatabase(engine) } })
    const ana = app.as('ana')
    const { _id: owner } = await ana.user()
    for (let bulk = 0; bulk < 3; bulk++) {
      await ana.post('/tasks/bulkCreateTasks', { tasks: Array(100).fill(taskInput({ labels: ['x'] })) })
    }
    const [{ _id: task }] = (await ana.get('/tasks/getTasks')).body.tasks
    for (let count = 0; count < 2; count++) {
      const { _id } = await app.upload(ana, task, `bytes ${count}`)
      await ana.delete(`/tasks/task/${task}/files/${_id}`)
    }
    for (let position = 1; position <= 60; position++)
      await ana.put(`/tasks/updateTask/${task}`, { position: -position })
    for (let first = 1; first <= 110; first += 55) {
      const ids = Array.from({ length: 55 }, (_, index) => String(first + index))
      await ana.post('/tasks/bulkDeleteTasks', { ids })
    }

    const { statements, recorder } = recording(app.database)
    const { tasks, files, trash, history } = wireRules({ ...app, database: recorder, log: pino({ level: 'silent' }) })
    const prepared = statements.size
    for (const filter of [
      {},
      { q: 'write' },
      { status: 'Pending', priority: 'Low', label: 'x', dueFrom: '2026-01-01' },
      { blocked: 'true', partOf: '1' },
    ] as const) {
      await tasks.list({ owner, seq: 0, epoch: '' }, filter)
    }
    for (const sort of ['due', 'title', 'urgency', 'id'] as const) {
      await tasks.page(owner, { sort, today: '2026-11-16', blocked: 'false' })
    }
    await tasks.page(owner, { partOf: '1' })
    await tasks.ready(owner, noFilter, { today: '2026-11-16', now: '2026-11-16T00:00:00.000Z' }, 64)
    await trash.list(owner)
    await history.ofSubject(owner, task)
    await history.ofSubject(owner, task, { limit: 20 })
    await tasks.update(by(owner), '#200', { partOf: '#201', blockedBy: ['#202'], related: [task] })
    await tasks.links(owner, task)
    const beforeMerge = statements.size
    const { change } = await tasks.update(by(owner), task, { priority: 'Low' }, 1)
    expect(statements.size).toBe(beforeMerge + 1)
    await tasks.update(by(owner), task, { title: 'Later' })
    await history.undo(by(owner), change ?? 0)
    const many = await tasks.updateMany(by(owner), ['#202', '#203', '#204'], { priority: 'High' })
    await history.undo(by(owner), many.change ?? 0)
    await tasks.update({ owner, via: 'token:codex' }, task, { title: 'By codex' })
    await history.undoToken(by(owner), { via: 'codex', since: '2020-01-01T00:00:00Z' })
    for (const pages of [tasks.pages(owner), files.pages(owner), history.pages(owner)]) for await (const _ of pages);
    expect(prepared).toBeGreaterThan(5)
    expect(statements.size).toBeGreaterThan(prepared + 10)

    const explain = await planner(engine, app.config.databaseUrl)
    const judge = async () => {
      for (const statement of statements) {
        const plan = await explain(statement)
        expect(plan.some((step) => readsTable.test(step))).toBe(true)
        expect([statement, plan.filter(isBad), plan]).toEqual([statement, [], plan])
        if (/from "events".*"task_id" ([<>]?=|in) /.test(statement))
          expect([statement, plan.join()]).toEqual([statement, expect.stringMatching(/task_id ?[<>=]/)])
        if (/via <> 'session'/.test(statement)) expect(plan.join()).toContain('events_of_tokens')
        // The key would do, but by it all tasks would be read, and hardly any has such links.
        if (/<> '\[\]'.* and id >/s.test(statement)) expect(plan.join()).toContain('tasks_with_links_by_id')
        if (/child\.part_of|"part_of" (=|in) /.test(statement))
          expect([statement, plan.join()]).toEqual([statement, expect.stringContaining('tasks_by_parent_and_id')])
      }
    }
    // Check without statistics, as right after an installation, and with them.
    await judge()
    await app.database.optimize()
    await judge()
  },
)

test('a plan with a full scan or a sort is detected', async () => {
  for (const engine of engines) {
    const { config } = await testApp({ engine })
    const explain = await planner(engine, config.databaseUrl)
    for (const statement of [
      "select id from tasks where title = 'x'",
      "select id from tasks where user_id = 'x' order by title",
      "select id from tasks where trashed_at > 'x'",
    ]) {
      expect([statement, (await explain(statement)).some(isBad)]).toEqual([statement, true])
    }
  }
})
