import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { archiveBytes, archiveOf, fullDeck, importArchive, readArchive } from '../../../test/archives.ts'
import { engines } from '../../../test/database.ts'
import { expectExactCounts } from '../../../test/log.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

const trashOf = async (person: Pick<Person, 'get'>) => (await person.get('/tasks/trash')).body.tasks
const taskOf = async (person: Pick<Person, 'get'>, id: string | number) => (await person.get(`/tasks/task/${id}`)).body
const historyOf = async (person: Pick<Person, 'get'>, id: string | number) =>
  (await person.get(`/tasks/task/${id}/history`)).body.events

test.for(engines)('%s: an archive is imported into an account without tasks as it was', async (engine) => {
  const { app, as, ana, release, part, database } = await fullDeck(engine)
  const bytes = await archiveBytes(app, ana)
  const before = await readArchive(bytes)
  const cleo = as('cleo')
  const dry = await importArchive(cleo, bytes, '?dryRun=true')
  expect([dry.status, dry.body]).toMatchObject([200, { message: 'Would import 3 tasks.', created: 3, change: null }])
  expect([await listTasks(cleo), (await cleo.get('/views')).body.views]).toEqual([[], []])
  const done = await importArchive(cleo, bytes)
  expect([done.status, done.body]).toMatchObject([
    200,
    {
      message: 'Imported 3 tasks.',
      ...{ created: 3, unchanged: 0, noteCount: 1, receiptCount: 1, fileCount: 2, fileBytes: 6, viewCount: 1 },
      ...{ colourCount: 1, isRenumbered: false, hasSettings: true, leftOut: [], change: 1 },
      first: [{ number: 2, title: 'Notes' }, { number: 1 }, { number: 3, title: 'Given up' }],
    },
  ])
  const after = await archiveOf(app, cleo)
  for (const kind of ['settings', 'view', 'label', 'task']) expect(after.of(kind)).toEqual(before.of(kind))
  const receipts = before.of('receipt').map((receipt) => ({ ...receipt, via: 'imported:session' }))
  expect(receipts).toMatchObject([{ ancestors: ['a'.repeat(16)] }])
  expect(after.of('receipt')).toEqual(receipts)
  const { files } = await taskOf(cleo, release._id)
  const download = await cleo.get(`/tasks/task/${release._id}/files/${files[0].id ?? files[0]._id}`)
  expect([download.status, ['one', 'two']]).toEqual([200, expect.arrayContaining([download.text])])
  // The history comes along, marked, and before that of the import.
  const events = await historyOf(cleo, part._id)
  expect(events.map(({ kind, via }: { kind: string; via: string }) => [kind, via])).toEqual([
    ['created', 'session'],
    ['proved', 'imported:session'],
    ['noted', 'imported:session'],
    ['created', 'imported:session'],
  ])
  expect(events.slice(1).map(({ at }: { at: string }) => at)).toEqual(
    (await historyOf(ana, part._id)).map(({ at }: { at: string }) => at),
  )
  await expectExactCounts(database, (await cleo.user())._id)
  // The numbers go on where they were.
  expect((await addTask(cleo)).number).toBe(4)
})

test.for(engines)('%s: one undo takes an import back, and importing again makes nothing twice', async (engine) => {
  const { app, as, ana, part } = await fullDeck(engine)
  const bytes = await archiveBytes(app, ana)
  const cleo = as('cleo')
  const { change } = (await importArchive(cleo, bytes)).body
  const again = await importArchive(cleo, bytes)
  expect(again.body).toMatchObject({
    message: 'Imported 0 tasks, 3 already here.',
    created: 0,
    unchanged: 3,
    change: null,
  })
  expect((await cleo.post('/tasks/undo', {})).body.message).toBe('Undone: 3 tasks are in the trash.')
  expect([await listTasks(cleo), (await trashOf(cleo)).length]).toEqual([[], 3])
  expect((await importArchive(cleo, bytes)).body).toMatchObject({
    ...{ created: 0, unchanged: 3, restored: 0 },
    leftOut: ['2 tasks of the archive are in the trash here, and stay there.'],
  })
  expect((await importArchive(cleo, bytes, '?restore=true')).body).toMatchObject({ created: 0, restored: 2 })
  expect((await listTasks(cleo)).map(({ number }) => number).sort()).toEqual([1, 2])
  expect((await cleo.get(`/tasks/task/${part._id}/notes`)).body.notes).toHaveLength(1)
  // The imported history is shown, and never undone.
  expect((await cleo.post('/tasks/undo', { change })).status).toBe(409)
  const activity = (await cleo.get('/tasks/activity?limit=3')).body
  expect(activity.changes.map(({ change: number }: { change: number }) => number)).toEqual([9, 5, 1])
  const rest = (await cleo.get(`/tasks/activity?before=${activity.nextBefore}`)).body
  expect([rest.changes.at(-1).kind, rest.nextBefore]).toEqual(['created', null])
  await cleo.delete(`/tasks/trash/3`)
  expect((await importArchive(cleo, bytes)).body).toMatchObject({
    ...{ created: 0, unchanged: 2 },
    leftOut: ['1 task of the archive was deleted for good here, and is left out.'],
  })
})

test.for(engines)('%s: in an account with tasks, numbers are given anew and mentions follow', async (engine) => {
  const { as, app } = await testApp({ engine })
  const [ana, cleo] = [as('ana'), as('cleo')]
  const first = await addTask(ana, { title: 'First' })
  const second = await addTask(ana, {
    title: 'After #1',
    description: 'See #1 and `#1`, not https://example.com/#1 or #12.\n\n    #1 in code',
    doneWhen: [{ text: 'as in #1', isMet: false }],
    blockedBy: [first._id],
  })
  await ana.post(`/tasks/task/${second._id}/notes`, { text: '#2 follows #1' })
  await addTask(cleo, { title: 'Mine' })
  const { body } = await importArchive(cleo, await archiveBytes(app, ana))
  expect(body).toMatchObject({
    created: 2,
    isRenumbered: true,
    hasSettings: false,
    leftOut: ['Your settings stay as they are.'],
  })
  expect(await taskOf(cleo, 3)).toMatchObject({
    ...{ _id: second._id, title: 'After #2', blockedBy: [first._id], version: second.version },
    description: 'See #2 and `#1`, not https://example.com/#1 or #12.\n\n    #1 in code',
    doneWhen: [{ text: 'as in #2' }],
  })
  expect((await cleo.get('/tasks/task/3/notes')).body.notes[0].text).toBe('#3 follows #2')
  const made = (await historyOf(cleo, 3)).at(-1)
  expect(made.after).toMatchObject({ number: 3, title: 'After #2' })
  expect((await listTasks(cleo)).map(({ title }) => title).sort()).toEqual(['After #2', 'First', 'Mine'])
})

test.for(engines)('%s: ids of another user name nothing, and a token imports no settings', async (engine) => {
  const { app, ana, as, visitor } = await fullDeck(engine)
  const bytes = await archiveBytes(app, ana)
  const before = await archiveOf(app, ana)
  const cleo = as('cleo')
  const { token } = await makeToken(cleo, { scope: 'write' })
  const done = await importArchive(withToken({ visitor }, token), bytes)
  expect(done.body).toMatchObject({
    created: 3,
    hasSettings: false,
    leftOut: [expect.stringContaining('with a token')],
  })
  await cleo.post('/tasks/undo', {})
  const after = await archiveOf(app, ana)
  for (const kind of ['task', 'note', 'receipt', 'file', 'event']) expect(after.of(kind)).toEqual(before.of(kind))
  const { token: reader } = await makeToken(cleo, { name: 'reader', scope: 'read' })
  expect((await importArchive(withToken({ visitor }, reader), bytes)).status).toBe(403)
})
