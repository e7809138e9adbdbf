import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { type CheckOptions, checkSuite, connectForge, hashOf } from '../../../test/forges.ts'
import { historyOf, undo } from '../../../test/history.ts'
import { addReceipt, receiptsOf } from '../../../test/receipts.ts'
import { addTask } from '../../../test/tasks.ts'
import { forges } from '../../contract/forges.ts'
import { describeAuthor, describeEvent } from '../../contract/words/event-words.ts'
import { maxCommits, readPayload } from './payloads.ts'

const message = 'Fix\n\nTask: #1'
const commit = hashOf(message)

for (const forge of forges) {
  test.for(engines)(
    `%s: ${forge}: a finished check of a commit is proof of the tasks that it names`,
    async (engine) => {
      const { app, as } = await testApp({ engine })
      const ana = as('ana')
      const { _id: task } = await addTask(ana)
      const doneWhen = [{ text: 'ci' }, { text: 'Another' }]
      const criterion = (await ana.put('/tasks/updateTask/1', { doneWhen })).body.task.doneWhen[0].id
      const hook = await connectForge(app, ana, forge)
      expect((await hook.check({ commit })).body.message).toBe('No task has this commit.')
      await hook.push({ messages: [message] })
      for (const result of [
        'cancelled',
        'canceled',
        'skipped',
        'pending',
        'running',
        'neutral',
        'action_required',
        'constructor',
      ])
        expect((await hook.check({ commit, result })).body.message).toBe('Taskdeck has no use for this event.')

      const done = await hook.check({ commit, id: 1 })
      expect([done.status, done.body.message]).toEqual([200, 'Passed: proof of #1.'])
      const [receipt] = await receiptsOf(ana, 1)
      expect(receipt).toMatchObject({
        ...{ kind: 'ci', isPassed: true, criterion, summary: 'CI', command: null, exitCode: null, commit, behind: 0 },
        ...{ repository: 'ana/project', startedAt: '2026-11-16T12:00:00.000Z', durationMs: 200_000 },
        ...{ url: expect.stringMatching(/^https:\/\/.*(runs|pipelines)/), via: `hook:${forge}:check` },
      })
      // The same run in another delivery is stored once.
      const [, push] = [await hook.check({ commit, id: 1, url: 'https://example.com/again' }), await receiptsOf(ana, 1)]
      expect(push).toHaveLength(1)
      await hook.check({ commit, result: 'failure', name: 'Lint', id: 2 })
      expect((await ana.get('/tasks/task/1')).body.proof).toEqual({
        [criterion]: { kind: 'ci', isPassed: true, behind: 0 },
        task: { kind: 'ci', isPassed: false, behind: 0 },
      })
      const [event] = await historyOf(ana, task)
      const words = event && `${describeAuthor('You', event)} ${describeEvent(event, 'iso', () => '')}`
      expect(words).toMatch(/^You via \w+ check reported the check “Lint” \(failed\)$/)
      await undo(ana)
      expect((await receiptsOf(ana, 1)).map(({ summary }) => summary)).toEqual(['CI'])
    },
  )
}

const suiteSender = (hook: Awaited<ReturnType<typeof connectForge>>) => (options: CheckOptions) => {
  const text = JSON.stringify(checkSuite(options))
  return hook.send(text, { ...hook.kit.headers('check', text, hook.secret), 'x-github-event': 'check_suite' })
}

test.for(engines)(
  '%s: a suite and the workflow run that it belongs to are one receipt, in any order',
  async (engine) => {
    const { app, as } = await testApp({ engine })
    const ana = as('ana')
    await addTask(ana)
    const hook = await connectForge(app, ana, 'github')
    const sendSuite = suiteSender(hook)
    await hook.push({ messages: [message] })
    const receipts = async () => (await receiptsOf(ana, 1)).map(({ summary, isPassed }) => [summary, isPassed])
    const suite = { commit, id: 42, name: 'GitHub Actions' }
    await sendSuite(suite)
    expect(await receipts()).toEqual([['GitHub Actions', true]])
    await hook.check({ commit, suite: 42 })
    expect(await receipts()).toEqual([['CI', true]])
    // The suite of another workflow, this time after its run. One that no workflow has made is another thing.
    await hook.check({ commit, suite: 43, id: 2, name: 'Lint' })
    expect((await sendSuite({ ...suite, id: 43 })).body.message).toBe('Passed: proof of #1.')
    await sendSuite({ ...suite, id: 44, name: 'Builds' })
    expect((await receipts()).map(([name]) => name).sort()).toEqual(['Builds', 'CI', 'Lint'])
    // A second attempt has another result.
    await sendSuite({ ...suite, attempt: 2, result: 'failure' })
    expect(await receipts()).toContainEqual(['GitHub Actions', false])
    await hook.check({ commit, suite: 42, attempt: 2, result: 'failure' })
    const all = await receipts()
    expect([all.length, all.filter(([name]) => name === 'CI').length]).toEqual([4, 2])
    // One undo brings back what the run has replaced.
    await undo(ana)
    expect(await receipts()).toContainEqual(['GitHub Actions', false])
  },
)

test.for(engines)(
  '%s: a check counts for a proved commit and for the branch of a task, but not for a fork',
  async (engine) => {
    const { app, as } = await testApp({ engine })
    const ana = as('ana')
    await addTask(ana)
    await addTask(ana)
    const hook = await connectForge(app, ana, 'github', ['ana'])
    const sendSuite = suiteSender(hook)
    const [proved, other] = [hashOf('proved'), hashOf('other')]
    await addReceipt(ana, 1, { commit: proved })
    expect((await sendSuite({ commit: proved })).body.message).toBe('Passed: proof of #1.')
    expect((await receiptsOf(ana, 1)).find(({ kind }) => kind === 'ci')).toMatchObject({
      summary: 'Builds',
      url: `https://github.com/ana/project/commit/${proved}/checks`,
    })
    expect((await hook.check({ commit: other, branch: '2-fix', fork: true })).body.message).toBe(
      'No task has this commit.',
    )
    expect((await sendSuite({ commit: other, branch: '2-fix', fork: true })).body.message).toBe(
      'No task has this commit.',
    )
    expect((await hook.check({ commit: other, branch: '2-fix', result: 'failure' })).body.message).toBe(
      'Failed: proof of #2.',
    )
    // Tasks in the trash get none.
    await ana.delete('/tasks/deleteTask/2')
    expect((await hook.check({ commit: other, branch: '2-fix', id: 3 })).body.message).toBe('No task has this commit.')
  },
)

test('values of a check that are not plain are left out, and everything in it is read with a limit', () => {
  const read = (given: object) => readPayload.gitea('status', { id: 1, sha: commit, state: 'success', ...given })
  expect(read({ target_url: 'javascript:alert(1)' })).toMatchObject({ check: { url: null } })
  expect(read({ target_url: 'https://ana:secret@example.com' })).toMatchObject({ check: { url: null } })
  expect(read({ sha: 'main' })).toBeUndefined()
  expect(read({ state: ['success'] })).toBeUndefined()
  const builds = Array.from({ length: maxCommits * 10 }, () => ({ status: 'failed' }))
  const pipeline = { object_kind: 'pipeline', object_attributes: { sha: commit, status: 'success' }, builds }
  expect(readPayload.gitlab('', pipeline)).toMatchObject({ check: { isPassed: true, name: 'Pipeline' } })
})
