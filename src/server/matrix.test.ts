import { expect, test } from 'vitest'
import { engines } from '../../test/database.ts'
import type { Person } from '../../test/people.ts'
import { everyRow } from '../../test/rows.ts'
import { addTask } from '../../test/tasks.ts'
import { anyThing, fillings, nameOf, paramsOf, rightThing, type Things, twoUsers } from '../../test/two-users.ts'
import { endOfForm, filePart, formType } from '../../test/uploads.ts'
import { api, apiCalls } from '../contract/calls/api.ts'
import { taskCalls } from '../contract/calls/tasks.ts'
import { pathOf } from '../contract/client.ts'
import type { Route } from '../contract/endpoint.ts'

/** The deliveries of forges, providers, and the readers of calendars and shared links have no caller. Their secrets have their own tests. */
const withParams = apiCalls.filter(
  (call) =>
    paramsOf(call).length &&
    !paramsOf(call).includes('provider') &&
    call !== api.webhooks.receive &&
    call !== api.calendars.feed &&
    call !== api.shares.file,
)

/** The body and headers that a call needs to get past validation. */
const payloads: Record<string, { payload: unknown; headers?: Record<string, string> }> = {
  'POST /tasks/task/:id/links': { payload: { kind: 'related' } },
  'PUT /tasks/updateTask/:id': { payload: { title: 'Taken over', status: 'Completed' } },
  'POST /tasks/task/:id/upload': {
    payload: Buffer.concat([filePart(), endOfForm]),
    headers: { 'content-type': formType },
  },
  'POST /tasks/task/:id/notes': { payload: { text: 'Taken over' } },
  'PUT /tasks/task/:id/notes/:note': { payload: { text: 'Taken over' } },
  'POST /tasks/task/:id/questions': { payload: { text: 'Taken over?' } },
  'POST /tasks/task/:id/notes/:note/answer': { payload: { answer: 'Taken over' } },
  'POST /tasks/task/:id/notes/:note/wait': { payload: { seconds: 0 } },
  'POST /tasks/task/:id/receipts': { payload: { kind: 'reported', summary: 'Taken over' } },
  'PUT /auth/passkeys/:id': { payload: { name: 'Taken over' } },
  'PUT /auth/tokens/:id': { payload: { scope: 'read' } },
  'PUT /views/:id': { payload: { name: 'Taken over', place: 0 } },
  'PUT /ways/:id': { payload: { isOn: false } },
  'PUT /shares/:id': { payload: { name: 'Taken over', parts: ['dates'] } },
  'POST /shares/:id/renew': { payload: {} },
  'PUT /outgoing-webhooks/:id': { payload: { name: 'Taken over' } },
  'PUT /meetings/calendars/:id': { payload: { name: 'Taken over' } },
  'PUT /issue-sources/:id': { payload: { label: 'taken-over' } },
  'PUT /hooks/:id': { payload: { name: 'Taken over' } },
  'POST /tasks/task/:id/git': { payload: { commit: 'a'.repeat(40), title: 'Taken over', effect: 'completes' } },
}

/** The calls that only programs make. */
const ofPrograms = ['POST /tasks/task/:id/questions', 'POST /tasks/task/:id/notes/:note/wait']

function ask(person: Person, mine: Things, call: Route, params: Record<string, string>) {
  const { payload: given, headers: sent = {} } = payloads[nameOf(call)] ?? {}
  const headers = ofPrograms.includes(nameOf(call)) ? { ...sent, authorization: `Bearer ${mine.secret}` } : sent
  // A body names only the caller's own things here.
  const payload = call.path.endsWith('/links') && given ? { ...given, to: mine.linked } : given
  return person.send(call.method, pathOf(call.path, params), payload, { headers })
}

/** Parameters that name nothing; a kind of link is no thing of a user. */
const nobodysThings = (call: Route, { linkKind }: Things) =>
  Object.fromEntries(paramsOf(call).map((param) => [param, param === 'kind' ? linkKind : '999']))

test('the matrix covers every parameter of every path, and no other part of a request names a thing', () => {
  for (const call of withParams) for (const param of paramsOf(call)) expect(anyThing(call, param)).not.toEqual([])
  const fields = apiCalls
    .flatMap(({ schema: { query, body } }) => [query, body])
    .flatMap((schema) => [...fieldsIn(schema)])
  // A body field that names a thing of a user needs a line in the matrix as well.
  const names = /id$|ids$|number|seq|^(task|file|session|user|owner|change|undoes|after)$/i
  // The id of a new task has its own tests in tasks/chosen-ids.test.ts, those of a new note, question and receipt in notes/notes.test.ts, notes/questions.test.ts and receipts/receipts.test.ts, and that of a new view in views/views.test.ts. Lists of ids have their own test below, and the
  // change to those tasks names nothing. The ids of the tasks that follow repeating ones have theirs in tasks/repeating.test.ts. `change` and `after` are numbers of the caller's own changes; tests below and those
  // of the live streams show that they reach no other user. A stream that names another `user` is refused: see
  // http/other-user.test.ts. The last `task` is shared: see shares/shares.test.ts. An `id` beside `_id` is that of a criterion, unique within its task only. `client_id` is the name of a program. The first three `id` are those of passkeys: see passkeys/passkeys.test.ts. The first two `after` are places in the order of the caller's own security events and tasks. The first `user` is asked for in accounts/known.test.ts: everybody may.
  expect(fields.filter((field) => names.test(field))).toEqual([
    ...[
      'user',
      ...['id', 'id', 'id'],
      'after',
      ...['client_id', 'client_id', 'client_id', 'client_id', 'client_id', 'client_id'],
      'after',
      ...['_id', 'id'],
      ...['_id', 'id'],
      'ids',
      'change',
      'ids',
      'ids',
      ...['id', '_id'],
      ...['task', 'task', 'ids', 'ids'],
      '_id',
      '_id',
      '_id',
      'change',
      'id',
      'task',
      'after',
      'user',
    ],
  ])
})

function* fieldsIn(schema: unknown): Generator<string> {
  for (const [key, value] of Object.entries(schema ?? {})) {
    if (key === 'properties') yield* Object.keys(value as object)
    if (value && typeof value === 'object') yield* fieldsIn(value)
  }
}

test.for(engines)(
  "%s: another user's thing is not found, in any call and in any combination with the caller's own",
  async (engine) => {
    const { things, ana, bo, database, stored } = await twoUsers(engine)
    const own = (mine: Things, params: Record<string, string>) =>
      Object.values(params).every((value) => Object.values(mine).includes(value))
    const before = [await everyRow(database), await stored()]
    let asked = 0
    for (const [person, mine, theirs] of [
      [ana, things.ana, things.bo],
      [bo, things.bo, things.ana],
    ] as const) {
      for (const call of withParams) {
        for (const params of fillings(call, [theirs, mine], anyThing).filter((filling) => !own(mine, filling))) {
          const { status, text } = await ask(person, mine, call, params)
          expect([nameOf(call), params, status]).toEqual([nameOf(call), params, 404])
          const answer = JSON.parse(text)
          expect(Object.keys(answer).sort()).toEqual(['code', 'message'])
          // The response must not differ from that for a thing that never existed.
          const nothing = await ask(person, mine, call, nobodysThings(call, mine))
          expect(answer.code).toBe(nothing.body.code)
          for (const value of Object.values(theirs)) if (value.length > 2) expect(text).not.toContain(value)
          asked++
        }
      }
    }
    expect([await everyRow(database), await stored()]).toEqual(before)
    // Both users, every call that takes a task, by id and by number, and the files in every combination.
    expect(asked).toBeGreaterThanOrEqual(2 * (5 * 2 + 2 * 4 + 2 * 6 + 2 * 12 + 2))
  },
)

test.for(engines)("%s: the same calls reach the caller's own things, by each of their names", async (engine) => {
  const { things, ana, bo } = await twoUsers(engine)
  for (const [person, mine] of [
    [ana, things.ana],
    [bo, things.bo],
  ] as const) {
    // It was paused, so that nothing is read meanwhile.
    await person.post(`/issue-sources/${mine.source}/resume`)
    const last = (call: Route) => (call.method === 'DELETE' ? (/Task/.test(call.path) ? 2 : 1) : 0)
    for (const call of withParams.toSorted((a, b) => last(a) - last(b))) {
      const ways = fillings(call, [mine, { ...mine, number: `#${mine.number}` }], rightThing)
      const once = call.method === 'DELETE' || call.path.endsWith('/restore')
      for (const params of once ? ways.slice(0, 1) : ways) {
        expect([nameOf(call), params, (await ask(person, mine, call, params)).status]).toEqual([
          nameOf(call),
          params,
          call.status,
        ])
      }
    }
  }
})

test.for(engines)(
  '%s: a file is found under its own task only, and not under another task of the same user',
  async (engine) => {
    const { things, ana, database, stored } = await twoUsers(engine)
    const other = await addTask(ana)
    const before = [await everyRow(database), await stored()]
    for (const task of [other._id, String(other.number)]) {
      for (const call of withParams.filter((one) => paramsOf(one).includes('file'))) {
        for (const file of anyThing(call, 'file').map((thing) => things.ana[thing])) {
          const { status, body } = await ask(ana, things.ana, call, { id: task, file })
          expect([nameOf(call), status, body.code]).toEqual([nameOf(call), 404, 'not_found'])
        }
      }
    }
    expect([await everyRow(database), await stored()]).toEqual(before)
  },
)

test.for(engines)(
  "%s: a list of ids that contains another user's task changes nothing, not even the caller's own tasks",
  async (engine) => {
    const { things, ana, bo, database, stored } = await twoUsers(engine)
    const withIds = [
      { path: taskCalls.bulkUpdate.path, more: { change: { status: 'Completed', addLabels: ['taken'] } } },
      { path: taskCalls.bulkRemove.path, more: {} },
    ]
    const before = [await everyRow(database), await stored()]
    for (const [person, mine, theirs] of [
      [ana, things.ana, things.bo],
      [bo, things.bo, things.ana],
    ] as const) {
      for (const { path, more } of withIds) {
        for (const id of [
          theirs.task,
          theirs.number,
          theirs.trashed,
          theirs.trashedNumber,
          theirs.doomed,
          theirs.file,
        ]) {
          for (const ids of [[id], [id, mine.task], [mine.number, id], [mine.task, id, mine.number]]) {
            const { status, text } = await person.post(path, { ids, ...more })
            // The same as for a task that nobody has.
            const unknown = ids.map((name) => (name === id ? 'nobodys' : name))
            const nothing = await person.post(path, { ids: unknown, ...more })
            const expected = nothing.text.replace('nobodys', String(id))
            expect([path, ids, status, text]).toEqual([path, ids, 404, expected])
          }
        }
      }
    }
    expect([await everyRow(database), await stored()]).toEqual(before)
    for (const { path, more } of withIds) {
      expect((await ana.post(path, { ids: [things.ana.task, things.ana.number], ...more })).status).toBe(200)
    }
  },
)

test.for(engines)(
  "%s: undo and redo accept only the caller's own change numbers and never affect another user",
  async (engine) => {
    const { ana, bo, database } = await twoUsers(engine)
    const [anaId, boId] = [(await ana.user())._id, (await bo.user())._id]
    const rowsOf = async (id: string) =>
      (await everyRow(database)).filter((row) => row.includes(id) && !row.startsWith('sessions ')).sort()
    const countOf = async (id: string) =>
      (await database.db.selectFrom('decks').select('last_seq').where('user_id', '=', id).executeTakeFirst())
        ?.last_seq ?? 0
    const [ofAna, ofBo] = [await countOf(anaId), await countOf(boId)]
    expect([ofAna > 5, ofBo > ofAna]).toEqual([true, true])

    // Numbers that only Bo's changes have do not exist for Ana.
    const before = await everyRow(database)
    for (let change = ofAna + 1; change <= ofBo; change++) {
      const { status, body } = await ana.post('/tasks/undo', { change })
      expect([status, body]).toEqual([404, { message: 'That change does not exist.', code: 'not_found' }])
    }
    expect(await everyRow(database)).toEqual(before)

    // Numbers that both users have refer to Bo's changes when Bo sends them.
    const anas = await rowsOf(anaId)
    const statuses = new Set<number>()
    for (let change = 1; change <= ofAna; change++) {
      statuses.add((await bo.post('/tasks/undo', { change })).status)
      expect(await rowsOf(anaId)).toEqual(anas)
    }
    for (const path of ['/tasks/redo', '/tasks/undo', '/tasks/undo', '/tasks/redo']) {
      statuses.add((await bo.post(path)).status)
    }
    expect(statuses).toEqual(new Set([200, 409]))
    expect(await rowsOf(anaId)).toEqual(anas)
    expect(await countOf(boId)).toBeGreaterThan(ofBo)
  },
)

test.for(engines)('%s: lists and the export contain nothing of another user', async (engine) => {
  const { things, ana, bo } = await twoUsers(engine)
  for (const [person, theirs] of [
    [ana, things.bo],
    [bo, things.ana],
  ] as const) {
    for (const call of apiCalls.filter(
      (call) =>
        // The stream does not end. The tests of the live streams cover its contents. A device and a program belong to no user yet. Agents get no stream. The work of a token is found by its name: see history/token-undo.test.ts.
        call !== api.live.events &&
        call !== api.agents.stream &&
        call !== api.tokens.device &&
        call !== api.oauth.request &&
        call !== api.history.tokenUndo &&
        call.method === 'GET' &&
        call.access !== 'everyone' &&
        !/:/.test(call.path),
    )) {
      const { status, text } = await person.get(call.path)
      expect([call.path, status]).toEqual([call.path, 200])
      for (const value of Object.values(theirs)) if (value.length > 2) expect(text).not.toContain(value)
    }
  }
})
