import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { device } from '../../../test/deck.ts'
import { connectForge, hashOf } from '../../../test/forges.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { addReceipt, receiptsOf, run } from '../../../test/receipts.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { cookieOf, uploadApp } from '../../../test/uploads.ts'
import { newId } from '../../contract/new-id.ts'
import { receiptLimits } from '../../contract/receipts.ts'
import { describeEvent } from '../../contract/words/event-words.ts'

const criterion = newId()
const [first, second, third] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)]
const proofOf = async (person: { get: (path: string) => Promise<{ body: { proof?: unknown } }> }) =>
  (await person.get('/tasks/task/1')).body.proof

test.for(engines)('%s: a receipt is stored once, listed, undone and brought back', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { _id: task } = await addTask(ana)
  const { token } = await makeToken(ana, { name: 'codex' })
  const codex = withToken(app, token)
  const output = (await app.upload(ana, task, 'ok', 'npm test.log'))._id
  const sent = run({
    criterion,
    startedAt: '2026-11-17T09:00:00.000Z',
    durationMs: 1_200,
    machine: 'laptop',
    repository: 'ana/project',
    branch: '1-fix',
    commit: first,
    isClean: true,
    sha256: '0'.repeat(64),
    output,
  })
  // Browsers read the whole output to show its last lines.
  const long = (await app.upload(ana, task, 'x'.repeat(receiptLimits.outputBytes + 1), 'long.log'))._id
  const refused = await codex.post('/tasks/task/1/receipts', { ...sent, output: long })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'output must be a file of at most 65,536 bytes: the end of the output.',
  ])
  const stored = await codex.post('/tasks/task/1/receipts', sent)
  expect([stored.status, stored.body.message]).toEqual([201, 'Receipt stored.'])
  const receipt = {
    summary: null,
    url: null,
    ...sent,
    isPassed: true,
    via: 'token:codex',
    createdAt: expect.any(String),
  }
  expect(stored.body.receipt).toEqual(receipt)
  expect(await receiptsOf(ana, 1)).toEqual([{ ...receipt, behind: 0 }])
  expect(await proofOf(ana)).toEqual({ [criterion]: { kind: 'run', isPassed: true, behind: 0 } })

  const again = await codex.post('/tasks/task/1/receipts', sent)
  expect(again.body).toMatchObject({ message: 'This receipt was stored before.', change: null })
  expect(await receiptsOf(ana, 1)).toHaveLength(1)

  expect((await undo(ana)).body.message).toMatch(/^Undone: the receipt of #1 is removed/)
  expect([await receiptsOf(ana, 1), await proofOf(ana)]).toEqual([[], undefined])
  // A receipt that was taken back stays so, even if the machine sends it once more.
  await codex.post('/tasks/task/1/receipts', sent)
  expect(await receiptsOf(ana, 1)).toEqual([])
  await redo(ana)
  expect(await receiptsOf(ana, 1)).toHaveLength(1)
  expect((await historyOf(ana, task)).filter(({ kind }) => kind === 'proved')).toHaveLength(3)
  expect((await ana.get('/tasks/task/1')).body.version).toBe(1)
  const exported = JSON.parse((await ana.get('/auth/export')).text)
  expect(exported.receipts).toEqual([{ ...receipt, task }])
  await expectExactCounts(app.database, (await ana.user())._id)

  await ana.delete('/tasks/deleteTask/1')
  await ana.delete('/tasks/trash/1')
  expect(await app.database.db.selectFrom('receipts').selectAll().execute()).toEqual([])
})

test.for(engines)('%s: the claims of a program about a run are limited and checked', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await addTask(ana)
  await addTask(bo)
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ kind: 'ci' }, /kind must be one of reported, run/],
    [{ kind: 'checked' }, /kind must be one of reported, run/],
    [{ command: undefined }, /needs its command and its exitCode/],
    [{ exitCode: undefined }, /needs its command and its exitCode/],
    [{ kind: 'reported', command: undefined, exitCode: undefined }, /summary or command is required/],
    [{ command: 'npm\u001b[2Jtest' }, /command must have 1 to 1000 characters, without control/],
    [{ machine: 'lap\u202etop' }, /machine must have 1 to 250/],
    [{ branch: 'b'.repeat(251) }, /branch must have 1 to 250/],
    [{ summary: 'x'.repeat(201) }, /summary must have 1 to 200/],
    [{ commit: 'abc' }, /commit must match pattern/],
    [{ sha256: 'abc' }, /sha256 must match pattern/],
    [{ criterion: '2' }, /criterion must be a UUID/],
    [{ exitCode: 256 }, /exitCode must be at most 255/],
    [{ durationMs: -1 }, /durationMs must be at least 0/],
    [{ startedAt: 'yesterday' }, /startedAt must be a time/],
    [{ url: 'https://example.com' }, /url is not a known field/],
    [{ output: newId() }, /output must be a completion file of #1/],
  ]
  for (const [given, message] of wrong) {
    const { status, body } = await ana.post('/tasks/task/1/receipts', { ...run(), ...given })
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
  }
  const { status } = await bo.post('/tasks/task/2/receipts', run())
  expect(status).toBe(404)
  expect(await receiptsOf(ana, 1)).toEqual([])
  // A clock that is wrong does not make a receipt the newest one for ever.
  const future = await addReceipt(ana, 1, { startedAt: '2099-01-01T00:00:00.000Z' })
  expect(future.startedAt).toBe(future.createdAt)
})

test.for(engines)(
  '%s: a task keeps a limited number of receipts, and the newest one of each criterion',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const { _id: task } = await addTask(ana)
    await addReceipt(ana, 1, { criterion, startedAt: '2020-01-01T00:00:00.000Z' })
    const oldest = await addReceipt(ana, 1, { startedAt: '2020-01-02T00:00:00.000Z' })
    const [row] = await app.database.db.selectFrom('receipts').selectAll().where('id', '=', oldest._id).execute()
    const rows = Array.from({ length: receiptLimits.perTask - 2 }, () => ({
      ...row,
      id: newId(),
      started_at: '2021-01-01T00:00:00.000Z',
    }))
    for (let at = 0; at < rows.length; at += 50)
      await app.database.db
        .insertInto('receipts')
        .values(rows.slice(at, at + 50) as never)
        .execute()
    await addReceipt(ana, 1, { command: 'npm run one-more' })
    const kept = await receiptsOf(ana, 1)
    expect(kept).toHaveLength(receiptLimits.perTask)
    expect(kept[0]).toMatchObject({ command: 'npm run one-more' })
    expect(kept.at(-1)).toMatchObject({ criterion })
    expect(kept.map(({ _id }) => _id)).not.toContain(oldest._id)
    // Undoing a receipt that only the history still has changes nothing, and the answer says so.
    const [, event] = (await historyOf(ana, task)).filter(({ kind }) => kind === 'proved')
    expect((await undo(ana, event?.change)).status).toBe(200)
    expect(await receiptsOf(ana, 1)).toHaveLength(receiptLimits.perTask)
  },
)

test.for(engines)('%s: a receipt is stale when a newer commit of the task is known', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  const link = (commit: string) => ana.post('/tasks/task/1/git', { commit, title: 'Fix', effect: 'links' })
  const behind = async () => (await receiptsOf(ana, 1)).map(({ commit, behind }) => [commit?.[0], behind])
  await addReceipt(ana, 1, { commit: first, criterion, startedAt: '2026-11-01T10:00:00.000Z' })
  await link(first)
  expect(await behind()).toEqual([['a', 0]])
  await link(second)
  expect(await behind()).toEqual([['a', 1]])
  expect(await proofOf(ana)).toEqual({ [criterion]: { kind: 'run', isPassed: true, behind: 1 } })
  // The commit of a newer run is known, even if nobody has pushed it.
  await addReceipt(ana, 1, { commit: third, startedAt: '2026-11-01T11:00:00.000Z' })
  expect((await behind()).at(-1)).toEqual(['a', 2])
  // A run of the new commit replaces the old one.
  await addReceipt(ana, 1, { commit: third, criterion, exitCode: 1, startedAt: '2026-11-01T12:00:00.000Z' })
  expect(await proofOf(ana)).toMatchObject({ [criterion]: { isPassed: false, behind: 1 } })
  await undo(ana)
  expect(await proofOf(ana)).toMatchObject({ [criterion]: { isPassed: true, behind: 2 } })
})

test.for(engines)('%s: a commit that is pushed late makes no receipt of a later commit stale', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  await addReceipt(ana, 1, { criterion, commit: third, ancestors: [second, first] })
  const link = (commit: string) => ana.post('/tasks/task/1/git', { commit, title: 'Fix', effect: 'links' })
  await link(first)
  expect(await proofOf(ana)).toMatchObject({ [criterion]: { behind: 0 } })
  expect(await receiptsOf(ana, 1)).toMatchObject([{ behind: 0 }])
  await link('d'.repeat(40))
  expect(await proofOf(ana)).toMatchObject({ [criterion]: { behind: 1 } })
  const ancestors = Array.from({ length: receiptLimits.ancestors + 1 }, () => first)
  const { status } = await ana.post('/tasks/task/1/receipts', { ...run(), commit: third, ancestors })
  expect(status).toBe(400)
})

test.for(engines)('%s: the commits of one push are known in their order', async (engine) => {
  const { app, as } = await testApp({ engine })
  const ana = as('ana')
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  const messages = ['One\n\nTask: #1', 'Two\n\nTask: #1', 'Tidy']
  const [one = '', two = ''] = messages.map(hashOf)
  await addReceipt(ana, 1, { commit: one, command: 'of one' })
  await hook.push({ messages })
  expect(await receiptsOf(ana, 1)).toMatchObject([{ command: 'of one', behind: 1 }])
  await addReceipt(ana, 1, { commit: two, command: 'of two' })
  expect(await receiptsOf(ana, 1)).toMatchObject([
    { command: 'of two', behind: 0 },
    { command: 'of one', behind: 1 },
  ])
  // A commit that names no task follows those of its push, too.
  const last = ['Three\n\nTask: #1', 'Tidy again']
  await addReceipt(ana, 1, { commit: hashOf('Tidy again'), command: 'of the last' })
  await hook.push({ messages: last })
  expect((await receiptsOf(ana, 1))[0]).toMatchObject({ command: 'of the last', behind: 0 })
  await hook.push({ messages: ['Four\n\nTask: #1'] })
  expect((await receiptsOf(ana, 1))[0]).toMatchObject({ command: 'of the last', behind: 1 })
})

test.for(engines)('%s: a receipt respects and renews a claim, and reaches browsers live', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { _id: task } = await addTask(ana)
  const tokens = [await makeToken(ana, { name: 'codex' }), await makeToken(ana, { name: 'claude' })]
  const [codex, claude] = tokens.map(({ token }) => withToken(app, token))
  await codex?.post('/tasks/claim', { task: '1' })
  const refused = await claude?.send('POST', '/tasks/task/1/receipts', run(), { headers: { 'respect-claims': 'true' } })
  expect([refused?.status, refused?.body.code]).toEqual([409, 'held'])
  const browser = device(() => app.origin, await cookieOf(ana))
  await browser.open()
  await expect.poll(() => browser.view().isReady).toBe(true)
  await addReceipt(ana, 1, { criterion })
  await expect.poll(() => browser.view().byId.get(task)?.proof).toMatchObject({ [criterion]: { kind: 'run' } })
  await undo(ana)
  await expect.poll(() => browser.view().byId.get(task)?.proof).toBeUndefined()

  // A commit makes a receipt stale, and no longer when its link is undone.
  await addReceipt(ana, 1, { criterion, commit: first })
  const behind = () => browser.view().byId.get(task)?.proof?.[criterion]?.behind
  await ana.post('/tasks/task/1/git', { commit: second, title: 'Newer', effect: 'links' })
  await expect.poll(behind).toBe(1)
  await undo(ana)
  await expect.poll(behind).toBe(0)
  const [event] = await historyOf(ana, task)
  expect(event && describeEvent(event, 'iso', () => '')).toBe('unlinked commit bbbbbbb (undo)')
  await redo(ana)
  await expect.poll(behind).toBe(1)
})
