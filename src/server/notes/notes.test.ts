import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { device } from '../../../test/deck.ts'
import { historyOf, redo, trashOf, undo } from '../../../test/history.ts'
import { withKey } from '../../../test/keys.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { copyTask } from '../../../test/many-tasks.ts'
import { addNote, notesOf, noteTexts } from '../../../test/notes.ts'
import { credentials } from '../../../test/people.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { longestTurn } from '../../../test/turns.ts'
import { cookieOf, uploadApp } from '../../../test/uploads.ts'
import { newId } from '../../contract/new-id.ts'
import { noteLimits } from '../../contract/notes.ts'
import { jsonRefresh } from '../tasks/stored-json.ts'

test.for(engines)('%s: notes are added, edited and deleted, and each is undone by itself', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const { _id: task } = await addTask(ana)
  const first = await addNote(ana, task, '  - **One**\n')
  expect(first).toMatchObject({
    number: 1,
    kind: 'note',
    text: '  - **One**',
    via: 'session',
    editedAt: null,
    version: 1,
  })
  const second = await addNote(ana, 1, 'Two')
  const edited = await ana.put(`/tasks/task/1/notes/${first._id}`, { text: 'First' })
  expect(edited.body).toMatchObject({ message: 'Note saved.', note: { text: 'First', version: 2 } })
  expect(edited.body.note.editedAt).not.toBeNull()
  expect((await ana.delete('/tasks/task/1/notes/2')).body).toMatchObject({ message: 'Note deleted.' })
  expect(await noteTexts(ana, 1)).toEqual(['First'])

  expect((await undo(ana)).body.message).toBe('Undone: the note of #1 is back.')
  expect(await notesOf(ana, 1)).toEqual([second, edited.body.note])
  expect((await undo(ana)).body.message).toBe('Undone: the note of #1 is as it was.')
  expect(await notesOf(ana, 1)).toMatchObject([{ text: 'Two' }, { text: first.text, editedAt: null, version: 3 }])
  expect((await undo(ana)).body.message).toBe('Undone: the note of #1 is deleted.')
  expect(await noteTexts(ana, 1)).toEqual([first.text])
  await redo(ana)
  expect(await noteTexts(ana, 1)).toEqual(['Two', first.text])
  // A new note never gets the number of another one.
  await ana.delete('/tasks/task/1/notes/2')
  expect(await addNote(ana, 1, 'Three')).toMatchObject({ number: 3 })

  // An earlier change of the same note is not undone under a later one; notes of others do not matter.
  const [add] = (await historyOf(ana, task))
    .filter(({ kind, after }) => kind === 'noted' && after?.note?.number === 1)
    .slice(-1)
  await ana.put('/tasks/task/1/notes/1', { text: 'Again' })
  const refused = await undo(ana, add?.change)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The note of #1 has been edited since. Nothing was undone.',
  ])
  expect((await historyOf(ana, task)).map(({ kind }) => kind)).toContain('noted')
  expect((await ana.get('/tasks/task/1')).body.version).toBe(1)
  await expectExactCounts(app.database, (await ana.user())._id)
})

test.for(engines)('%s: a thread is read in pages, and has limits', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const { _id: task } = await addTask(ana)
  const { _id: owner } = await ana.user()
  await addNote(ana, 1, 'n1')
  const [row] = await database.db.selectFrom('notes').selectAll().execute()
  const rows = Array.from({ length: noteLimits.perTask - 1 }, (_, index) => ({
    ...row,
    ...{ user_id: owner, task_id: task, id: newId(), number: index + 2, text: `n${index + 2}` },
  }))
  for (let at = 0; at < rows.length; at += 100) {
    await database.db
      .insertInto('notes')
      .values(rows.slice(at, at + 100) as never)
      .execute()
  }
  await database.db.updateTable('tasks').set({ note_count: 1_000, last_note_number: 1_000 }).execute()
  const page = (await ana.get('/tasks/task/1/notes')).body
  expect([page.notes.length, page.notes[0].text, page.total, page.nextBefore]).toEqual([50, 'n1000', 1_000, 951])
  const older = (await ana.get('/tasks/task/1/notes?before=12&limit=10')).body
  expect([older.notes[0].text, older.notes.length, older.nextBefore]).toEqual(['n11', 10, 2])
  const last = (await ana.get('/tasks/task/1/notes?before=2')).body
  expect([last.notes.length, last.nextBefore]).toEqual([1, null])

  const full = await ana.post('/tasks/task/1/notes', { text: 'One more' })
  expect([full.status, full.body.message]).toEqual([
    413,
    'Task #1 has 1,000 notes, which is the maximum. Delete some of them first.',
  ])
  await ana.delete('/tasks/task/1/notes/7')
  await addNote(ana, 1, 'x'.repeat(noteLimits.text))
  for (const text of ['x'.repeat(noteLimits.text + 1), ' \n ']) {
    const refused = await ana.post('/tasks/task/1/notes', { text })
    expect([refused.status, refused.body.message]).toEqual([400, 'text must have 1 to 10000 characters.'])
  }
})

test.for(engines)('%s: a token changes only its own notes, and the owner any of them', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  const [codex, cli] = [await makeToken(ana, { name: 'codex' }), await makeToken(ana, { name: 'cli' })]
  const [asCodex, asCli] = [withToken(app, codex.token), withToken(app, cli.token)]
  const reader = withToken(app, (await makeToken(ana, { name: 'reader', scope: 'read' })).token)
  await addNote(ana, 1, 'Of Ana')
  expect(await addNote(asCodex, 1, 'Of codex')).toMatchObject({ via: 'token:codex' })
  expect((await reader.post('/tasks/task/1/notes', { text: 'No' })).status).toBe(403)
  expect(await noteTexts(reader, 1)).toEqual(['Of codex', 'Of Ana'])
  for (const note of [1, 2]) {
    const refused = await asCli.put(`/tasks/task/1/notes/${note}`, { text: 'No' })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `This token has not written note ${note}. A token changes and deletes only its own notes; the owner changes the others in the web app.`,
    ])
    expect((await asCli.delete(`/tasks/task/1/notes/${note}`)).status).toBe(403)
  }
  expect((await asCodex.put('/tasks/task/1/notes/2', { text: 'Mine' })).status).toBe(200)
  expect((await ana.put('/tasks/task/1/notes/2', { text: 'Put right' })).body.note).toMatchObject({
    via: 'token:codex',
  })
  expect((await ana.delete('/tasks/task/1/notes/2')).status).toBe(200)
})

test.for(engines)('%s: an edit that is based on an older version does not overwrite', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana)
  const id = newId()
  const first = await withKey(ana, 'a').post('/tasks/task/1/notes', { _id: id, text: 'One' })
  expect((await withKey(ana, 'a').post('/tasks/task/1/notes', { _id: id, text: 'One' })).text).toBe(first.text)
  const again = await ana.post('/tasks/task/1/notes', { _id: id, text: 'One' })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  const edit = (text: string, version: number) =>
    ana.send('PUT', `/tasks/task/1/notes/${id}`, { text }, { headers: { 'if-match': `"${version}"` } })
  expect((await edit('Two', 1)).status).toBe(200)
  const late = await edit('Three', 1)
  expect([late.status, late.body]).toMatchObject([
    412,
    {
      code: 'changed_meanwhile',
      message: 'Note 1 of #1 has been edited since. Nothing was saved. Read it again, then edit it.',
      note: { text: 'Two', version: 2 },
    },
  ])
  // The same text is no conflict, and no change.
  expect((await edit('Two', 1)).body).toMatchObject({ change: null, note: { version: 2 } })
  expect((await edit('x', Number.NaN)).body.message).toBe('If-Match must be a version of the note, such as "3".')
})

test.for(engines)('%s: every answer and every open browser know how many notes a task has', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana)
  await addTask(ana)
  const browser = device(() => app.origin, await cookieOf(ana))
  await browser.open()
  await expect.poll(() => browser.view().isReady).toBe(true)
  const reload = vi.spyOn(globalThis, 'fetch')
  const expectCount = async (count: number | undefined) => {
    expect((await listTasks(ana)).map(({ noteCount }) => noteCount)).toEqual([undefined, count])
    expect((await ana.get('/tasks/task/1')).body.noteCount).toBe(count)
    await expect.poll(() => browser.view().byId.get(task._id)?.noteCount).toBe(count)
  }
  await expectCount(undefined)
  await addNote(ana, 1, 'One')
  await addNote(ana, 1, 'Two')
  await expectCount(2)
  await ana.put('/tasks/task/1/notes/1', { text: 'First' })
  await ana.delete('/tasks/task/1/notes/2')
  await expectCount(1)
  await undo(ana)
  await expectCount(2)
  expect((await ana.put('/tasks/updateTask/1', { title: 'Renamed' })).body.task.noteCount).toBe(2)
  await ana.delete('/tasks/deleteTask/1')
  expect((await ana.get('/tasks/task/1/notes')).status).toBe(404)
  expect((await trashOf(ana)).tasks).toMatchObject([{ noteCount: 2 }])
  expect((await ana.post('/tasks/trash/1/restore')).body.task.noteCount).toBe(2)
  await expectCount(2)
  // A note that is added while outdated JSON is rewritten counts, and so does one of a task that an older node has changed.
  const outdated = { json: '{"fileCount":0,"title":"outdated"}', json_format: 7 }
  await app.database.db.updateTable('tasks').set(outdated).execute()
  await expectCount(2)
  let isAdded = false
  await jsonRefresh({
    ...app.database,
    async readAside(owner, query) {
      const rows = await app.database.readAside(owner, query)
      if (owner && !isAdded) await addNote(ana, 1, 'Three')
      isAdded ||= owner !== ''
      return rows
    },
  })()
  await expectCount(3)
  const loaded = reload.mock.calls.filter(([url]) => String(url).includes('/tasks/getTasks'))
  expect(loaded, 'the browser applies the events and does not load the deck again').toEqual([])
  browser.close()
})

test.for(engines)('%s: notes are deleted for good, exported and removed with their task', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const { _id: kept } = await addTask(ana)
  await addTask(ana)
  const note = await addNote(ana, 1, 'Kept')
  await addNote(ana, 2, 'A secret')
  await ana.put('/tasks/task/2/notes/1', { text: 'Another secret' })
  expect(JSON.parse((await ana.get('/auth/export')).text).notes).toMatchObject([{ ...note, task: kept }, { number: 1 }])
  await ana.delete('/tasks/deleteTask/2')
  await ana.delete('/tasks/trash/2')
  const stored = async () =>
    JSON.stringify([
      await database.db.selectFrom('notes').selectAll().execute(),
      await database.db.selectFrom('events').selectAll().execute(),
    ])
  expect(await stored()).not.toContain('secret')
  expect(await stored()).toContain('Kept')
  await ana.post('/auth/delete', { password: credentials('ana').password })
  await expect.poll(stored).toBe('[[],[]]')
})

test.for(engines)('%s: a repeating task keeps its notes when it is completed', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { repeat: { rule: 'FREQ=DAILY', from: 'due' } })
  await addNote(ana, 1, 'Done by hand')
  const { body } = await ana.put('/tasks/updateTask/1', { status: 'Completed' })
  expect([body.task.noteCount, body.nextTask.noteCount]).toEqual([1, undefined])
})

test.for(engines)('%s: a search finds the words of notes, and says which note has them', async (engine) => {
  const { as } = await testApp({ engine })
  const [ana, bo] = [as('ana'), as('bo')]
  for (const title of ['Rate limits', 'Deploy', 'Limiter']) await addTask(ana, { title, labels: [title.slice(0, 2)] })
  await addTask(bo)
  await addNote(bo, 1, 'Limits of others')
  await addNote(ana, 2, 'Older note about the **Limiter**')
  const { _id } = await addNote(
    ana,
    2,
    `${'Some words before. '.repeat(20)}The líMits drain over one window. ${'And after. '.repeat(20)}`,
  )
  await addNote(ana, 1, 'The limits again')
  const search = async (query: string) => {
    const { tasks, notes } = (await ana.get(`/tasks/getTasks?${query}`)).body
    return [tasks.map(({ number }: { number: number }) => number), Object.values(notes ?? {})]
  }
  const excerpt =
    '… words before. Some words before. The líMits drain over one window. And after. And after. And after. And after. And …'
  expect(await search('q=limit')).toEqual([[3, 1, 2], [{ _id, number: 2, excerpt }]])
  expect(await search('q=drain+window')).toEqual([[2], [expect.objectContaining({ number: 2 })]])
  expect(await search('q=drain&label=ra')).toEqual([[], []])
  expect(await search('q=limits+older')).toEqual([[], []])
  await ana.delete('/tasks/deleteTask/2')
  expect(await search('q=drain')).toEqual([[], []])
})

test('other requests are answered while the words of long notes are looked for', async () => {
  const { as, database } = await testApp({ config: { listCacheBytes: 0 } })
  const ana = as('ana')
  const { _id: task } = await addTask(ana)
  const ids = await copyTask(database, task, 60)
  await addNote(ana, 1, `${'é '.repeat(4_000)}wanted`)
  const row = await database.db.selectFrom('notes').selectAll().executeTakeFirstOrThrow()
  const rows = ids.slice(1).map((task_id) => ({ ...row, task_id, id: newId() }))
  await database.db.insertInto('notes').values(rows).execute()
  for (const path of ['/tasks/notes?q=wanted', '/tasks/getTasks?q=wanted']) {
    const search = () => ana.get(path)
    expect([path, (await longestTurn(search)) < 150]).toEqual([path, true])
    expect(Object.keys((await search()).body.notes)).toHaveLength(60)
  }
})
