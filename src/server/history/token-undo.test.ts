import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { deckOf, historyOf, undo } from '../../../test/history.ts'
import { copyTask } from '../../../test/many-tasks.ts'
import { addNote, noteTexts } from '../../../test/notes.ts'
import { answerTo, askOwner, openQuestions } from '../../../test/questions.ts'
import { addReceipt, receiptsOf } from '../../../test/receipts.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { uploadApp } from '../../../test/uploads.ts'
import type { LeftAlone, TaskUndo } from '../../contract/schemas/history.ts'

const always = '2020-01-01T00:00:00Z'

/** Ana with the token codex. */
async function world(engine: Engine, makeApp: typeof testApp | typeof uploadApp = testApp) {
  const app = await makeApp({ engine })
  const ana = app.as('ana')
  const made = await makeToken(ana, { name: 'codex' })
  const codex = withToken(app, made.token)
  const preview = async (more = '') => (await ana.get(`/tasks/undoToken?via=codex&since=${always}${more}`)).body
  const undoCodex = async (more: object = {}) =>
    (await ana.post('/tasks/undoToken', { via: 'codex', since: always, ...more })).body
  const task = async (number: number) => (await ana.get(`/tasks/task/${number}`)).body
  return { ...app, ana, codex, made, preview, undoCodex, task }
}

const numbersOf = (tasks: TaskUndo[]) => tasks.map(({ task, changes, place }) => [task.number, changes, place])
const leftOf = (left: LeftAlone[]) =>
  left.map(({ task, fields, event }) => [task.number, fields, event.kind, event.via])

test.for(engines)(
  '%s: the work of a token is shown first, undone as one change, and that is undone',
  async (engine) => {
    const { ana, codex, database, preview, undoCodex } = await world(engine)
    await addTask(ana, { title: 'Limit requests', dueDate: '2026-11-21' })
    await addTask(ana, { title: 'Leave alone' })
    const before = await deckOf(ana)
    await codex.put('/tasks/updateTask/1', { title: 'Limit', dueDate: '2026-11-23' })
    await codex.put('/tasks/updateTask/1', { dueDate: '2026-11-24', priority: 'High' })
    await codex.post('/tasks/claim', { task: '1' })
    await addNote(codex, 1, 'Half of it is done.')
    await askOwner(codex, 1, 'Which limit?')
    await codex.post('/tasks/createTask', taskInput({ title: 'Added' }))
    await codex.put('/tasks/updateTask/3', { status: 'Completed' })
    const worked = await deckOf(ana)

    const rows = await everyRow(database)
    const shown = await preview()
    expect(await everyRow(database)).toEqual(rows)
    expect(shown).toMatchObject({ changes: 7, taskCount: 2, leftCount: 0, left: [], goneCount: 0 })
    expect(numbersOf(shown.tasks)).toEqual([
      [3, 2, 'trash'],
      [1, 5, null],
    ])
    expect(shown.tasks[1]).toMatchObject({
      before: { title: 'Limit', dueDate: '2026-11-24T00:00:00.000Z', priority: 'High', status: 'In Progress' },
      after: {
        title: 'Limit requests',
        dueDate: '2026-11-21T00:00:00.000Z',
        priority: 'Medium',
        status: 'Pending',
        claim: null,
      },
      others: [{ kind: 'noted', effect: 'removed', count: 2 }],
    })

    const undone = await undoCodex({ upTo: shown.upTo })
    expect(undone).toMatchObject({ message: 'Undid 7 changes by codex.', changes: 7, taskCount: 2, left: [] })
    const after = await deckOf(ana)
    expect(after.present).toEqual(before.present)
    expect(after.trash.tasks.map(({ title }) => title)).toEqual(['Added'])
    expect([await noteTexts(ana, 1), await openQuestions(ana)]).toEqual([[], []])
    // Each task has one event with its former fields, and one for each note. All belong to one change.
    expect(undone.seq - undone.change + 1).toBe(4)
    expect((await historyOf(ana, '1'))[0]).toMatchObject({ change: undone.change, undoes: null, via: 'session' })

    expect((await undo(ana)).status).toBe(200)
    expect(await deckOf(ana)).toEqual(worked)
    // The undo of the undo is not a change of another author.
    expect(await undoCodex()).toMatchObject({ changes: 7, left: [] })
    expect(await preview()).toMatchObject({ changes: 0, tasks: [], left: [] })
    expect(await undoCodex()).toMatchObject({ message: 'codex changed nothing in this time.', change: null, seq: null })
  },
)

test.for(engines)('%s: later changes of others are left alone and named, field by field', async (engine) => {
  const { as, ana, codex, visitor, preview, undoCodex, task } = await world(engine)
  const other = withToken({ visitor }, (await makeToken(ana, { name: 'release-bot' })).token)
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await addTask(ana, { title })
  await codex.put('/tasks/updateTask/1', { title: 'One by codex', priority: 'High' })
  await ana.put('/tasks/updateTask/1', { priority: 'Low' })
  // Codex has changed the value of another author, which comes back.
  await codex.put('/tasks/updateTask/2', { title: 'Two by codex' })
  await ana.put('/tasks/updateTask/2', { title: 'Two by ana' })
  await codex.put('/tasks/updateTask/2', { title: 'Two again' })
  // Ana has taken this back herself, once with an undo and once by hand.
  const { change } = (await codex.put('/tasks/updateTask/3', { title: 'Three by codex' })).body
  await undo(ana, change)
  await codex.put('/tasks/updateTask/3', { priority: 'High' })
  await ana.put('/tasks/updateTask/3', { priority: 'Medium' })
  // The holder of a task decides on its status.
  await codex.post('/tasks/claim', { task: '4' })
  await ana.post('/tasks/handOverClaims', { ids: ['4'] })
  await codex.put('/tasks/updateTask/5', { title: 'Five by codex' })
  await ana.delete('/tasks/deleteTask/5')
  await codex.post('/tasks/createTask', taskInput({ title: 'Adopted' }))
  await other.put('/tasks/updateTask/6', { dueDate: '2026-12-24' })
  await addTask(as('bo'), { title: 'Of bo' })

  const shown = await preview()
  expect(numbersOf(shown.tasks)).toEqual([
    [2, 1, null],
    [1, 1, null],
  ])
  const left = [
    [6, [], 'updated', 'token:release-bot'],
    [5, [], 'trashed', 'session'],
    [4, ['status', 'startedAt', 'claim'], 'updated', 'session'],
    [1, ['priority'], 'updated', 'session'],
  ]
  expect(
    leftOf(shown.left).map(([number, fields, ...rest]) => [number, [...(fields as string[])].sort(), ...rest]),
  ).toEqual(left.map(([number, fields, ...rest]) => [number, [...(fields as string[])].sort(), ...rest]))
  expect(shown.left[3].event.after).toEqual({ priority: 'Low' })
  const undone = await undoCodex()
  expect([undone.message, undone.leftCount]).toEqual(['Undid 2 changes by codex.', 4])
  expect([await task(1), await task(2), await task(3), await task(4), await task(6)]).toMatchObject([
    { title: 'One', priority: 'Low' },
    { title: 'Two by ana' },
    { title: 'Three', priority: 'Medium' },
    { status: 'In Progress', claim: { by: 'session' } },
    { title: 'Adopted' },
  ])
})

test.for(engines)('%s: an answered question stays, and a deleted task comes back as it was', async (engine) => {
  const { ana, codex, preview, undoCodex, task } = await world(engine)
  await addTask(ana, { title: 'One' })
  await addTask(ana, { title: 'Two' })
  await addTask(ana, { title: 'Three' })
  const { number } = await askOwner(codex, 1, 'Which limit?')
  await answerTo(ana, 1, number, 'Ten')
  await codex.post(`/tasks/task/1/notes/${number}/wait`, { seconds: 0 })
  await codex.put('/tasks/updateTask/2', { title: 'Two by codex' })
  await codex.delete('/tasks/deleteTask/2')
  await codex.put('/tasks/updateTask/3', { title: 'Gone' })
  await ana.delete('/tasks/deleteTask/3')
  await ana.delete('/tasks/trash/3')
  const shown = await preview()
  expect(numbersOf(shown.tasks)).toEqual([[2, 2, 'back']])
  expect([leftOf(shown.left), shown.goneCount]).toEqual([[[1, [], 'noted', 'session']], 1])
  await undoCodex()
  expect((await task(2)).title).toBe('Two')
  expect(await noteTexts(ana, 1)).toEqual(['Which limit?'])
})

test.for(engines)('%s: only a chosen time and chosen tasks are undone, even of a revoked token', async (engine) => {
  let now = Date.parse('2026-11-17T08:00:00Z')
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const made = await makeToken(ana, { name: 'codex' })
  const codex = withToken(app, made.token)
  for (const title of ['One', 'Two', 'Three']) await addTask(ana, { title })
  const rename = (number: number, title: string) => codex.put(`/tasks/updateTask/${number}`, { title })
  for (const [hours, number, title] of [
    [1, 1, 'At nine'],
    [2, 2, 'At ten'],
    [2, 3, 'Also at ten'],
    [3, 1, 'At eleven'],
  ] as const) {
    now = Date.parse('2026-11-17T08:00:00Z') + hours * 3_600_000
    await rename(number, title)
  }
  await ana.delete(`/auth/tokens/${made.id}`)
  const titles = async () => (await listTasks(ana)).map(({ title }) => title).sort()
  const ask = async (period: object) => (await ana.post('/tasks/undoToken', { via: 'codex', ...period })).body
  // A later change of the same token outside the period counts like one of somebody else.
  const early = (
    await ana.get('/tasks/undoToken?via=codex&since=2026-11-17T08:30:00Z&until=2026-11-17T10:30:00%2B00:00')
  ).body
  expect([numbersOf(early.tasks).map(([number]) => number), leftOf(early.left)]).toEqual([
    [3, 2],
    [[1, ['title'], 'updated', 'token:codex']],
  ])
  await ask({ since: '2026-11-17T10:30:00Z' })
  expect(await titles()).toEqual(['Also at ten', 'At nine', 'At ten'])
  await ask({ since: '2026-11-17T10:00:00Z', except: ['#3'] })
  expect(await titles()).toEqual(['Also at ten', 'At nine', 'Two'])
  await ask({ since: '2026-11-17T08:00:00Z', upTo: early.upTo })
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
  expect((await ana.post('/tasks/undoToken', { via: 'codx', since: always })).body).toEqual({
    message: 'No change in the history was made with a token named “codx”.',
    code: 'not_found',
  })
  for (const period of [{}, { since: 'yesterday' }, { since: always, until: 'x' }, { since: always, all: true }])
    expect([period, (await ana.post('/tasks/undoToken', { via: 'codex', ...period })).status]).toEqual([period, 400])
})

test.for(engines)('%s: files of a token are removed and brought back', async (engine) => {
  const { ana, codex, upload, undoCodex, preview } = (await world(engine, uploadApp)) as Awaited<
    ReturnType<typeof world>
  > & { upload: Awaited<ReturnType<typeof uploadApp>>['upload'] }
  const { _id } = await addTask(ana)
  const file = await upload(ana, _id, 'bytes', 'notes.txt')
  await codex.delete(`/tasks/task/${_id}/files/${file._id}`)
  expect((await preview()).tasks[0].others).toEqual([{ kind: 'detached', effect: 'back', count: 1 }])
  await undoCodex()
  expect((await ana.get('/tasks/task/1')).body.files.map(({ name }: { name: string }) => name)).toEqual(['notes.txt'])
})

test.for(engines)('%s: receipts of a token leave the task and come back, and those of others stay', async (engine) => {
  const { ana, codex, undoCodex, preview, task } = await world(engine)
  await addTask(ana)
  const doneWhen = [{ text: 'Tests pass', command: 'npm test' }, { text: 'The page is clear' }]
  const criteria = (await ana.put('/tasks/updateTask/1', { doneWhen })).body.task.doneWhen
  const [tests, page] = criteria.map(({ id }: { id: string }) => id)
  await addReceipt(codex, 1, { criterion: tests, exitCode: 1 })
  const kept = await addReceipt(ana, 1, { command: 'npm run lint' })
  await addReceipt(codex, 1, { criterion: tests })
  await codex.put('/tasks/updateTask/1', { doneWhen: [criteria[0], { ...criteria[1], isMet: true }] })
  const worked = await task(1)
  expect(worked.proof).toMatchObject({ [tests]: { isPassed: true }, [page]: { kind: 'reported' } })

  const shown = await preview()
  expect(shown).toMatchObject({ changes: 4, leftCount: 0 })
  expect(shown.tasks[0].others).toEqual([{ kind: 'proved', effect: 'removed', count: 3 }])
  await undoCodex()
  expect((await receiptsOf(ana, 1)).map(({ _id }) => _id)).toEqual([kept._id])
  expect(await task(1)).toMatchObject({
    doneWhen: [{ isMet: false }, { isMet: false }],
    proof: { task: { kind: 'run' } },
  })
  expect(await preview()).toMatchObject({ changes: 0, left: [] })
  await undo(ana)
  expect([await task(1), await receiptsOf(ana, 1)]).toMatchObject([{ proof: worked.proof }, { length: 4 }])
})

test.for(engines)('%s: a token that may only read sees the list, and one that may write undoes', async (engine) => {
  const { as, ana, codex, visitor } = await world(engine)
  await addTask(ana, { title: 'One' })
  await codex.put('/tasks/updateTask/1', { title: 'By codex' })
  const reader = withToken({ visitor }, (await makeToken(ana, { name: 'reader', scope: 'read' })).token)
  expect((await reader.get(`/tasks/undoToken?via=codex&since=${always}`)).body.changes).toBe(1)
  expect((await reader.post('/tasks/undoToken', { via: 'codex', since: always })).status).toBe(403)
  const stranger = await as('bo').get(`/tasks/undoToken?via=codex&since=${always}`)
  expect([stranger.status, stranger.body.code]).toEqual([404, 'not_found'])
  expect((await codex.post('/tasks/undoToken', { via: 'codex', since: always })).body.changes).toBe(1)
  expect((await ana.get('/tasks/task/1')).body.title).toBe('One')
})

test.for(engines)(
  '%s: thousands of changes of a token are undone at once, and others write meanwhile',
  { tags: 'long', timeout: 240_000 },
  async (engine) => {
    const { as, ana, codex, database, undoCodex } = await world(engine)
    const [task, ofBo] = [await addTask(ana, { title: 'Many' }), await addTask(as('bo'))]
    // PostgreSQL takes longer to prepare as many.
    const count = engine === 'sqlite' ? cases(4_000, 10_000) : cases(1_500, 2_500)
    const ids = await copyTask(database, task._id, count)
    const done = await codex.post('/tasks/bulkUpdateTasks', { ids, change: { priority: 'High' } })
    expect(done.status).toBe(200)
    await ana.put(`/tasks/updateTask/${ids[1]}`, { priority: 'Low' })
    let isOver = false
    const undone = undoCodex().finally(() => {
      isOver = true
    })
    let writes = 0
    for (; !isOver; writes++) {
      expect((await as('bo').put(`/tasks/updateTask/${ofBo._id}`, { title: `Title ${writes}` })).status).toBe(200)
    }
    expect(writes).toBeGreaterThan(2)
    const number = (count - 1).toLocaleString('en')
    expect(await undone).toMatchObject({ message: `Undid ${number} changes by codex.`, leftCount: 1 })
    const changed = database.db.selectFrom('tasks').where('priority', '<>', 'Medium')
    expect(await changed.select(['number', 'priority']).execute()).toEqual([{ number: 2, priority: 'Low' }])
  },
)
