import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { connectForge } from '../../../test/forges.ts'
import { undo } from '../../../test/history.ts'
import { addReceipt, receiptsOf } from '../../../test/receipts.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import type { Criterion } from '../../contract/done-when.ts'
import { type ProofRule, proofRules } from '../../contract/receipts.ts'

const doneWhen = [{ text: 'Tests pass', command: 'npm test' }, { text: 'The page is clear' }]

async function world(engine: (typeof engines)[number], rule: ProofRule) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const { _id: task } = await addTask(ana)
  const { task: changed } = (await ana.put('/tasks/updateTask/1', { doneWhen })).body
  const [tests = '', page = ''] = (changed.doneWhen as Criterion[]).map(({ id }) => id)
  expect((await ana.put('/auth/preferences', { proofRule: rule })).body.preferences.proofRule).toBe(rule)
  const { token } = await makeToken(ana, { name: 'codex' })
  const codex = withToken(app, token)
  const complete = () => codex.put('/tasks/updateTask/1', { status: 'Completed' })
  return { app, ana, codex, task, tests, page, complete }
}

test.for(engines)('%s: a token completes a task only with the proof that its owner asks for', async (engine) => {
  const { ana, codex, tests, page, complete } = await world(engine, 'criteria')
  const refused = await complete()
  expect([refused.status, refused.body.code]).toEqual([409, 'needs_proof'])
  expect(refused.body.message).toBe(
    'Agents complete #1 only with proof. Nothing was changed. Open: 1 “Tests pass”, shown by “npm test”: run taskdeck prove 1 --for 1. Open: 2 “The page is clear”, without a command: run one with taskdeck prove 1 --for 2 -- COMMAND, or report it.',
  )
  expect(refused.body.criteria).toEqual([
    { place: 1, text: 'Tests pass', command: 'npm test' },
    { place: 2, text: 'The page is clear', command: null },
  ])
  const many = await codex.post('/tasks/bulkUpdateTasks', { ids: ['1'], change: { status: 'Completed' } })
  expect([many.status, many.body.code]).toEqual([409, 'needs_proof'])

  // The word of a token is enough only where no command shows it.
  const say = (criterion: string) =>
    codex.post('/tasks/task/1/receipts', { kind: 'reported', criterion, summary: 'It works' })
  await say(tests)
  await say(page)
  expect((await complete()).body.criteria).toMatchObject([{ place: 1 }])
  const other = await addReceipt(codex, 1, { criterion: tests, command: 'true' })
  expect([other.kind, other.command]).toEqual(['reported', 'true'])
  expect((await complete()).body.criteria).toMatchObject([{ place: 1 }])
  await addReceipt(codex, 1, { criterion: tests, exitCode: 1 })
  expect((await complete()).body.criteria).toMatchObject([{ place: 1 }])
  await addReceipt(codex, 1, { criterion: tests, commit: 'a'.repeat(40) })
  await ana.post('/tasks/task/1/git', { commit: 'b'.repeat(40), title: 'Newer', effect: 'links' })
  // Both are older than the commit.
  expect((await complete()).body.criteria).toMatchObject([{ place: 1 }, { place: 2 }])
  await say(page)
  await addReceipt(codex, 1, { criterion: tests, commit: 'b'.repeat(40) })
  expect((await complete()).status).toBe(200)
})

test.for(engines)('%s: a tick by a person is Checked, and one by a token only Reported', async (engine) => {
  const { ana, codex, tests, page, complete } = await world(engine, 'criteria')
  const tick = (caller: Pick<typeof ana, 'put'>, ...ids: string[]) =>
    caller.put('/tasks/updateTask/1', {
      doneWhen: doneWhen.map((one, index) => ({
        ...one,
        id: [tests, page][index] ?? '',
        isMet: ids.includes([tests, page][index] ?? ''),
      })),
    })
  expect((await tick(codex, tests, page)).body.task.proof).toMatchObject({ [tests]: { kind: 'reported' } })
  expect((await complete()).body.criteria).toMatchObject([{ place: 1 }])
  await tick(ana)
  const checked = await tick(ana, tests, page)
  expect(checked.body.task.proof).toMatchObject({ [tests]: { kind: 'checked' }, [page]: { kind: 'checked' } })
  expect(
    (await receiptsOf(ana, 1))
      .map(({ kind, summary, via }) => [kind, summary, via])
      .slice(0, 2)
      .sort(),
  ).toEqual([
    ['checked', 'Tests pass', 'session'],
    ['checked', 'The page is clear', 'session'],
  ])
  // One undo takes the ticks and their receipts back.
  await undo(ana)
  expect((await receiptsOf(ana, 1)).map(({ kind }) => kind)).toEqual(['reported', 'reported'])
  expect((await ana.get('/tasks/task/1')).body.doneWhen.some(({ isMet }: Criterion) => isMet)).toBe(false)
  await tick(ana, tests, page)
  expect((await complete()).status).toBe(200)

  const made = await ana.post('/tasks/createTask', taskInput({ doneWhen: [{ text: 'Looked at', isMet: true }] }))
  const [{ id }] = made.body.task.doneWhen
  expect(made.body.task.proof).toEqual({ [id]: { kind: 'checked', isPassed: true, behind: 0 } })
})

test.for(engines)(
  '%s: the rule asks for proof never, with criteria, or always, and never of a person',
  async (engine) => {
    for (const rule of proofRules) {
      const { app, ana, codex, complete } = await world(engine, rule)
      await addTask(ana)
      const plain = () => codex.put('/tasks/updateTask/2', { status: 'Completed' })
      expect([(await complete()).status, (await plain()).status]).toEqual([
        rule === 'never' ? 200 : 409,
        rule === 'always' ? 409 : 200,
      ])
      if (rule !== 'always') continue
      expect((await plain()).body.message).toContain('Run: taskdeck prove 2 -- COMMAND')
      // A commit of a token is linked without completing. A signed webhook of the owner completes.
      const commit = { commit: 'c'.repeat(40), title: 'Closes #2', effect: 'completes' }
      expect((await codex.post('/tasks/task/2/git', commit)).body.message).toBe('Linked #2.')
      await addReceipt(codex, 2)
      expect((await plain()).status).toBe(200)
      await connectForge(app.app, ana, 'github').then((hook) => hook.push({ messages: ['Closes #1'] }))
      expect((await ana.get('/tasks/task/1')).body.status).toBe('Completed')
      expect((await ana.put('/tasks/updateTask/1', { status: 'Pending' })).status).toBe(200)
      expect((await ana.put('/tasks/updateTask/1', { status: 'Completed' })).status).toBe(200)
      // A token does not change the rule.
      expect((await codex.put('/auth/preferences', { proofRule: 'never' })).status).not.toBe(200)
    }
  },
)
