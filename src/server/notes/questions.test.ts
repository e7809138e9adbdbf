import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { device } from '../../../test/deck.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { withKey } from '../../../test/keys.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { addNote, notesOf } from '../../../test/notes.ts'
import { answerTo, askOwner, openQuestions, waitFor, withdraw } from '../../../test/questions.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { cookieOf, uploadApp } from '../../../test/uploads.ts'
import { newId } from '../../contract/new-id.ts'
import { questionLimits } from '../../contract/questions.ts'

/** A user with two programs, and a clock that can be moved. */
async function world(engine: (typeof engines)[number]) {
  let ahead = 0
  const app = await testApp({ engine, dependencies: { clock: () => Date.now() + ahead } })
  const ana = app.as('ana')
  const codexToken = await makeToken(ana, { name: 'codex' })
  return {
    ...app,
    ana,
    codexToken,
    codex: withToken(app, codexToken.token),
    aider: withToken(app, (await makeToken(ana, { name: 'aider' })).token),
    pass: (minutes: number) => {
      ahead += minutes * 60_000
    },
  }
}

test.for(engines)('%s: a token asks, the owner answers, and the asker reads the answer', async (engine) => {
  const { ana, codex, database } = await world(engine)
  const { _id } = await addTask(ana, { title: 'Clean up' })
  const asked = await askOwner(codex, 1, 'Drop the old column?\n', [' yes ', 'no'])
  expect(asked).toMatchObject({
    number: 1,
    kind: 'question',
    text: 'Drop the old column?',
    via: 'token:codex',
    question: { choices: ['yes', 'no'], answer: null, answeredAt: null, readAt: null, closed: null, closedAt: null },
  })
  expect((await ana.get('/tasks/questions')).body).toEqual({
    questions: [{ ...asked, task: { _id, number: 1, title: 'Clean up' } }],
    nextBefore: null,
  })
  expect((await waitFor(codex, 1, 1, 0)).body).toMatchObject({ state: 'open', answer: null, holdsTask: false })

  const answered = await answerTo(ana, 1, 1, 'yes')
  expect(answered.body).toMatchObject({
    message: 'Answered.',
    note: { question: { answer: 'yes', answeredVia: 'session', readAt: null } },
  })
  expect(await openQuestions(ana)).toEqual([])
  // The answer can be changed until the asker has read it.
  expect((await answerTo(ana, 1, 1, 'Yes, but keep a copy')).status).toBe(200)
  const read = (await waitFor(codex, 1, 1)).body
  expect(read).toMatchObject({
    message: 'The owner has answered question 1 of #1.',
    state: 'answered',
    answer: 'Yes, but keep a copy',
    note: { question: { readAt: expect.any(String) } },
  })
  const late = await answerTo(ana, 1, 1, 'no')
  expect([late.status, late.body.message]).toEqual([
    409,
    'codex has read the answer to question 1 of #1, so it stays as it is. Write a note instead.',
  ])
  expect((await answerTo(ana, 1, 1, 'Yes, but keep a copy')).body.change).toBe(null)
  expect((await waitFor(codex, 1, 1)).body.answer).toBe('Yes, but keep a copy')
  expect((await historyOf(ana, _id)).map(({ kind, via }) => `${kind} ${via}`)).toEqual([
    ...['noted system', 'noted session', 'noted session', 'noted token:codex', 'created session'],
  ])
  await expectExactCounts(database, (await ana.user())._id)
})

test.for(engines)('%s: tasks, lists, filters and open browsers know how many questions are open', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  for (const dueDate of ['2026-01-01', null, null]) await addTask(ana, { dueDate })
  const codex = withToken(app, (await makeToken(ana, { name: 'codex' })).token)
  const browser = device(() => app.origin, await cookieOf(ana))
  await browser.open()
  await expect.poll(() => browser.view().isReady).toBe(true)
  const expectOpen = async (count: number | undefined) => {
    expect((await listTasks(ana)).map(({ openQuestions }) => openQuestions)).toEqual([undefined, count, undefined])
    expect((await ana.get('/tasks/task/2')).body.openQuestions).toBe(count)
    const shown = () => [...browser.view().byId.values()].find(({ number }) => number === 2)?.openQuestions
    await expect.poll(shown).toBe(count)
    const asking = (await ana.get('/tasks/getTasks?needs=you')).body.tasks
    expect(asking.map(({ number }: { number: number }) => number)).toEqual(count ? [2] : [])
  }
  await expectOpen(undefined)
  await askOwner(codex, 2, 'One?')
  await askOwner(codex, 2, 'Two?')
  await addNote(codex, 2, 'Three')
  await expectOpen(2)
  const next = (await ana.get('/tasks/page?sort=urgency&today=2026-11-14')).body
  expect(next.tasks.map(({ number }: { number: number }) => number)).toEqual([2, 1, 3])
  expect(Object.values(next.reasons)[0]).toEqual(['2 open questions', 'Medium'])
  // Such a task waits for its owner, so no agent gets it unasked.
  for (const number of [1, 3]) expect((await codex.post('/tasks/claim', {})).body.task.number).toBe(number)
  const nothing = await codex.post('/tasks/claim', {})
  expect([nothing.body.code, nothing.body.message]).toEqual([
    'nothing_ready',
    'No task is ready: each is completed, held, blocked, not started, has open parts, or waits for an answer.',
  ])
  await answerTo(ana, 2, 1, 'yes')
  await expectOpen(1)
  await undo(ana)
  await expectOpen(2)
  await ana.delete('/tasks/task/2/notes/2')
  await expectOpen(1)
  await undo(ana)
  await withdraw(codex, 2, 2)
  await expectOpen(1)
  await withdraw(ana, 2, 1)
  await expectOpen(undefined)
  browser.close()
})

test.for(engines)('%s: a completed task needs nobody, and a reopened one does again', async (engine) => {
  const { ana, codex } = await world(engine)
  await addTask(ana)
  await askOwner(codex, 1, 'How?')
  const waiting = waitFor(codex, 1, 1)
  await ana.put('/tasks/updateTask/1', { status: 'Completed' })
  expect((await waiting).body).toMatchObject({
    state: 'completed',
    message: 'Task #1 was completed, so its question 1 is no longer asked. It is open again if the task is reopened.',
  })
  expect([await openQuestions(ana), (await ana.get('/tasks/getTasks?needs=you')).body.tasks]).toEqual([[], []])
  await ana.put('/tasks/updateTask/1', { status: 'Pending' })
  expect(await openQuestions(ana)).toEqual(['How?'])
  const again = waitFor(codex, 1, 1)
  await ana.delete('/tasks/deleteTask/1')
  expect((await again).body).toMatchObject({ state: 'deleted', message: expect.stringContaining('was deleted') })
  expect(await openQuestions(ana)).toEqual([])
  expect((await answerTo(ana, 1, 1, 'So')).status).toBe(404)
  await ana.post('/tasks/trash/1/restore')
  expect(await openQuestions(ana)).toEqual(['How?'])
  await answerTo(ana, 1, 1, 'So')
  expect((await waitFor(codex, 1, 1)).body.answer).toBe('So')
})

test.for(engines)('%s: only tokens ask, only the owner answers, and only the asker waits', async (engine) => {
  const { ana, codex, aider } = await world(engine)
  await addTask(ana)
  await addNote(codex, 1, 'A note')
  await askOwner(codex, 1, 'How?')
  const messageOf = async (request: Promise<{ status: number; body: { message: string } }>) => {
    const { status, body } = await request
    return `${status} ${body.message}`
  }
  expect(await messageOf(ana.post('/tasks/task/1/questions', { text: 'Who?' }))).toBe(
    '403 Only scripts and agents ask, with a token, and you answer. Write a note instead.',
  )
  for (const token of [codex, aider]) {
    expect(await messageOf(answerTo(token, 1, 2, 'So'))).toBe(
      '403 A token cannot answer for the owner. Only the owner answers questions, in the web app.',
    )
  }
  for (const request of [waitFor(aider, 1, 2), withdraw(aider, 1, 2), waitFor(ana as never, 1, 2)]) {
    expect(await messageOf(request)).toBe(
      '403 This token has not asked question 2. Only its asker waits for the answer and withdraws it; the owner dismisses it in the web app.',
    )
  }
  for (const request of [answerTo(ana, 1, 1, 'So'), waitFor(codex, 1, 1), withdraw(codex, 1, 1)]) {
    expect(await messageOf(request)).toBe('409 Note 1 of #1 is no question.')
  }
  expect((await waitFor(codex, 1, 3)).status).toBe(404)
  const badChoices: [unknown, string][] = [
    [['1', '2', '3', '4', '5', '6'], 'choices must have at most 5 items.'],
    [['yes', 'yes'], 'choices must not contain duplicates.'],
    [['two\nlines'], 'choices.0 must have 1 to 80 characters, without control characters'],
    [['x'.repeat(81)], 'choices.0 must have 1 to 80 characters'],
    [['y\u202ees'], 'choices.0 must have 1 to 80 characters'],
  ]
  for (const [choices, message] of badChoices) {
    const refused = await codex.post('/tasks/task/1/questions', { text: 'Which?', choices })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)])
  }
  expect((await waitFor(codex, 1, 2, 51)).body.message).toBe('seconds must be at most 50.')
  expect((await ana.get('/tasks/questions?before=x')).body.message).toBe(
    'before must be the nextBefore of another page.',
  )

  // An open question can still be edited by its asker. Afterwards, it keeps its text.
  expect((await codex.put('/tasks/task/1/notes/2', { text: 'How exactly?' })).status).toBe(200)
  await answerTo(ana, 1, 2, 'So')
  for (const person of [ana, codex]) {
    expect(await messageOf(person.put('/tasks/task/1/notes/2', { text: 'What?' }))).toBe(
      '409 Question 2 is answered or closed, so it keeps its text. Add a note instead.',
    )
    expect(await messageOf(withdraw(person, 1, 2))).toBe(
      '409 Question 2 of #1 is answered already. Nothing was withdrawn.',
    )
  }
})

test.for(engines)('%s: a question that is asked again while it is open is the same question', async (engine) => {
  const { ana, codex, aider } = await world(engine)
  await addTask(ana)
  await addTask(ana)
  const first = await askOwner(codex, 1, 'Which?', ['a', 'b'])
  const again = (await codex.post('/tasks/task/1/questions', { text: 'Which?  ', choices: ['a', 'b'], _id: newId() }))
    .body
  expect(again).toMatchObject({ message: 'Question 1 of #1 is open already.', note: first, change: null })
  // Other suggestions replace the former ones.
  expect(await askOwner(codex, 1, 'Which?', ['c'])).toMatchObject({ number: 1, question: { choices: ['c'] } })
  expect(await askOwner(aider, 1, 'Which?')).toMatchObject({ number: 2 })
  expect(await askOwner(codex, 2, 'Which?')).toMatchObject({ number: 1 })
  await answerTo(ana, 1, 1, 'c')
  expect(await askOwner(codex, 1, 'Which?')).toMatchObject({ number: 3 })
  const keyed = withKey(codex, 'k')
  const once = await keyed.post('/tasks/task/1/questions', { text: 'Once?' })
  expect((await keyed.post('/tasks/task/1/questions', { text: 'Once?' })).text).toBe(once.text)
  for (let open = 3; open < questionLimits.openPerTask; open++) await askOwner(codex, 1, `More? ${open}`)
  const refused = await codex.post('/tasks/task/1/questions', { text: 'One more?' })
  expect([refused.status, refused.body.message]).toEqual([
    413,
    'Task #1 has 20 open questions, which is the maximum. Wait for answers, or withdraw some of them.',
  ])
  const page = (await ana.get('/tasks/questions?limit=15')).body
  const rest = (await ana.get(`/tasks/questions?limit=15&before=${encodeURIComponent(page.nextBefore)}`)).body
  const texts = [...page.questions, ...rest.questions].map(({ text }: { text: string }) => text)
  expect([page.questions.length, texts.length, new Set(texts).size, rest.nextBefore]).toEqual([15, 21, 19, null])
  expect([texts[0], texts.at(-1)]).toEqual(['More? 19', 'Which?'])
})

test.for(engines)('%s: asks, answers and withdrawals are undone, until the answer is read', async (engine) => {
  const { ana, codex, database } = await world(engine)
  await addTask(ana, { title: 'First' })
  await ana.put('/tasks/updateTask/1', { title: 'Renamed' })
  await askOwner(codex, 1, 'How?')
  await undo(ana)
  expect([await openQuestions(ana), (await waitFor(codex, 1, 1)).body.message]).toEqual([
    [],
    'That question does not exist. It may have been deleted.',
  ])
  await redo(ana)
  await withdraw(ana, 1, 1)
  expect(await openQuestions(ana)).toEqual([])
  const closed = await answerTo(ana, 1, 1, 'So')
  expect([closed.status, closed.body.message]).toEqual([
    409,
    'Question 1 of #1 was dismissed. Nobody waits for an answer. Write a note instead.',
  ])
  expect((await waitFor(codex, 1, 1)).body).toMatchObject({
    state: 'dismissed',
    message: expect.stringContaining('The owner has dismissed question 1 of #1 without an answer.'),
  })
  await undo(ana)
  expect(await openQuestions(ana)).toEqual(['How?'])
  const { change } = (await answerTo(ana, 1, 1, 'So')).body
  expect((await undo(ana, change)).status).toBe(200)
  expect(await openQuestions(ana)).toEqual(['How?'])
  expect((await redo(ana)).status).toBe(200)
  expect((await notesOf(ana, 1))[0]?.question).toMatchObject({ answer: 'So', readAt: null })

  await waitFor(codex, 1, 1)
  const refused = await undo(ana, change)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Question 1 of #1 has an answer that its asker has read since. Nothing was undone.',
  ])
  const [mark] = await historyOf(ana, '1')
  expect((await undo(ana, mark?.change)).body.message).toBe(
    'The answer was read, which cannot be undone. Nothing was undone.',
  )
  // An undo without a number passes over it, and takes back what the user did before.
  expect((await undo(ana)).body.message).toBe('Undone: #1 is as it was.')
  expect((await ana.get('/tasks/task/1')).body.title).toBe('First')
  await expectExactCounts(database, (await ana.user())._id)
})

test.for(engines)('%s: a token that sees the answer in the list of notes has read it', async (engine) => {
  const { ana, codex, aider } = await world(engine)
  await addTask(ana)
  await askOwner(codex, 1, 'How?')
  await answerTo(ana, 1, 1, 'So')
  for (const reader of [ana, aider]) expect((await notesOf(reader, 1))[0]?.question).toMatchObject({ readAt: null })
  expect((await answerTo(ana, 1, 1, 'Otherwise')).status).toBe(200)
  expect((await notesOf(codex, 1))[0]?.question).toMatchObject({ answer: 'Otherwise', readAt: expect.any(String) })
  expect((await answerTo(ana, 1, 1, 'So')).status).toBe(409)
})

test.for(engines)('%s: an answer says whether the asker still holds the task', async (engine) => {
  const { ana, codex, aider, pass } = await world(engine)
  await addTask(ana)
  await codex.post('/tasks/claim', { task: '1' })
  for (const text of ['One?', 'Two?', 'Three?']) await askOwner(codex, 1, text)
  for (const number of [1, 2, 3]) await answerTo(ana, 1, number, 'yes')
  const read = async (number: number) => {
    const { message, holdsTask } = (await waitFor(codex, 1, number)).body
    return [holdsTask, message]
  }
  expect(await read(1)).toEqual([true, 'The owner has answered question 1 of #1.'])
  pass(31)
  expect(await read(2)).toEqual([
    false,
    'The owner has answered question 2 of #1. Your claim of task #1 has ended: claim it again before you go on.',
  ])
  await aider.post('/tasks/claim', { task: '1' })
  expect(await read(3)).toEqual([
    false,
    'The owner has answered question 3 of #1. You do not hold task #1: aider holds it now.',
  ])
})

test.for(engines)('%s: a revoked token closes its open questions, and says so', async (engine) => {
  const { ana, codex, aider, codexToken, app, visitor } = await world(engine)
  await addTask(ana)
  await addTask(ana)
  await ana.put('/tasks/updateTask/2', { title: 'Renamed' })
  await askOwner(codex, 1, 'How?')
  await askOwner(codex, 1, 'Why?')
  await askOwner(codex, 2, 'When?')
  await askOwner(aider, 2, 'Who?')
  const waiting = waitFor(codex, 1, 1)
  await ana.delete(`/auth/tokens/${codexToken.id}`)
  const ended = await waiting
  expect([ended.status, ended.body.message]).toEqual([401, expect.stringContaining('revoked')])
  expect(await openQuestions(ana)).toEqual(['Who?'])
  expect((await listTasks(ana)).map(({ openQuestions }) => openQuestions)).toEqual([1, undefined])
  const refused = await answerTo(ana, 1, 1, 'So')
  expect(refused.body.message).toBe(
    'Question 1 of #1 was closed, because its token was revoked. Nobody waits for an answer. Write a note instead.',
  )
  // The questions stay closed: their token is gone.
  expect((await undo(ana)).body.message).toContain('the note of #2 is deleted')
  // A program that signs out closes its questions, and so does a new password that revokes all access.
  const laptop = await makeToken(ana, { name: 'laptop' })
  await askOwner(withToken({ visitor }, laptop.token), 1, 'Leaving?')
  await app.inject({ method: 'POST', url: '/auth/revoke', payload: { token: laptop.token } })
  expect(await openQuestions(ana)).toEqual([])
  await askOwner(aider, 1, 'Still there?')
  await ana.put('/auth/password', { current: 'password of ana', password: 'another password', revokeAll: true })
  expect(await openQuestions(ana)).toEqual([])
})
