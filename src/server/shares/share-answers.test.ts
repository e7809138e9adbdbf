import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { historyOf, undo } from '../../../test/history.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { notesOf } from '../../../test/notes.ts'
import { readerOf, shareIt } from '../../../test/shares.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

/** A shared task with a question. */
async function world(
  engine: (typeof engines)[number],
  question: object = { text: 'Which of these days?', choices: ['Mon', 'Tue'] },
) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'Dinner' })
  const { share, secret } = await shareIt(ana, { task: task._id, name: 'Bo', question } as never)
  return { ...app, ana, task, share, bo: readerOf(app, secret, '192.0.2.1') }
}

const waiting = async (ana: Awaited<ReturnType<typeof world>>['ana']) =>
  (await ana.get('/tasks/questions')).body.questions

test.for(engines)(
  '%s: an answer is a note that needs the owner, and can be changed until it is read',
  async (engine) => {
    const { ana, task, bo, database, share, ...app } = await world(engine)
    expect((await bo.page()).task?.question).toEqual({
      ...{ text: 'Which of these days?', choices: ['Mon', 'Tue'], answer: null, isFinal: false },
    })
    expect((await bo.answer('Mon')).body).toEqual({ message: 'Your answer was sent.' })
    const [note] = await notesOf(ana, task._id)
    expect(note).toMatchObject({ kind: 'answer', text: 'Which of these days?\nMon', via: 'link:Bo' })
    expect(await waiting(ana)).toMatchObject([{ _id: note?._id, task: { number: 1 } }])
    expect((await ana.get('/tasks/getTasks?needs=you')).body.tasks).toMatchObject([{ _id: task._id, openQuestions: 1 }])
    expect((await ana.get('/shares')).body.shares).toMatchObject([
      { answered: { text: 'Mon', at: expect.any(String) } },
    ])

    await bo.answer('Tue')
    await bo.answer('Tue')
    expect(await notesOf(ana, task._id)).toMatchObject([
      { _id: note?._id, text: 'Which of these days?\nTue', version: 2 },
    ])
    expect((await bo.page()).task?.question).toMatchObject({ answer: 'Tue', isFinal: false })

    const { token } = await makeToken(ana, { name: 'codex' })
    const withdraw = (person: Pick<typeof ana, 'post'>) => person.post(`/tasks/task/1/notes/${note?._id}/withdraw`, {})
    expect((await withdraw(withToken(app, token))).body.message).toBe(
      'A token cannot mark an answer as read. Only the owner does, in the web app.',
    )
    expect((await withdraw(ana)).body.message).toBe('Marked as read.')
    expect(await waiting(ana)).toEqual([])
    const late = await bo.answer('Mon')
    expect([late.status, late.body.message]).toEqual([409, 'Your answer was read already, so it stays as it is.'])
    expect((await bo.page()).task?.question).toMatchObject({ answer: 'Tue', isFinal: true })
    expect((await historyOf(ana, task._id)).map(({ kind, via }) => `${kind} ${via}`)).toEqual([
      ...['noted session', 'noted link:Bo', 'noted link:Bo', 'created session'],
    ])
    await undo(ana)
    expect(await waiting(ana)).toHaveLength(1)
    expect((await bo.answer('Mon')).status).toBe(200)
    const edited = await ana.put(`/tasks/task/1/notes/${note?._id}`, { text: 'Other words' })
    expect([edited.status, edited.body.message]).toEqual([
      409,
      'Note 1 is the answer of a reader, so it keeps its text. Add a note instead.',
    ])
    // Another question begins anew.
    await ana.put(`/shares/${share.id}`, { question: { text: 'At what time?' } })
    expect((await bo.page()).task?.question).toEqual({
      text: 'At what time?',
      choices: [],
      answer: null,
      isFinal: false,
    })
    await bo.answer('At 8 <b>pm</b>\nor later')
    expect(await notesOf(ana, task._id)).toMatchObject([{ text: 'At what time?\nAt 8 <b>pm</b>\nor later' }, {}])
    await expectExactCounts(database, (await ana.user())._id)
  },
)

test.for(engines)('%s: an answer that makes no sense is refused, and so are too many', async (engine) => {
  const { ana, task, bo, ...app } = await world(engine)
  for (const [answer, status, message] of [
    ['Wed', 400, 'Choose one of the answers.'],
    ['', 400, expect.stringContaining('answer must have 1 to 500')],
    ['x'.repeat(501), 400, expect.stringContaining('answer must have 1 to 500')],
    ['a\u202eb', 400, expect.stringContaining('answer must have 1 to 500')],
  ] as const) {
    const refused = await bo.answer(answer)
    expect([refused.status, refused.body.message]).toEqual([status, message])
  }
  const silent = readerOf(app, (await shareIt(ana, { task: task._id })).secret)
  expect((await silent.answer('Mon')).body.message).toBe('This page asks no question.')
  for (let change = 0; change < 20; change++) expect((await bo.answer(change % 2 ? 'Mon' : 'Tue')).status).toBe(200)
  expect((await bo.answer('Tue')).status).toBe(429)
  await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
  expect((await bo.page()).task?.question).toMatchObject({ isFinal: true })
  expect(await waiting(ana)).toEqual([])
})

test('an answer to a completed task is refused, and a full task tells a stranger nothing', async () => {
  const { ana, task, bo, database } = await world('sqlite')
  await database.db.updateTable('tasks').set({ note_count: 1_000 }).execute()
  const full = await bo.answer('Mon')
  expect([full.status, full.body.message]).toEqual([
    413,
    'Your answer could not be stored. Tell the person who shared this page.',
  ])
  await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
  const late = await bo.answer('Mon')
  expect([late.status, late.body.message]).toEqual([409, 'This is done, so no answer is needed any more.'])
})
