import { expect, test } from 'vitest'
import { asNode20, bundle, cliUser, sharedServer } from '../../test/cli.ts'
import { startProcess } from '../../test/process.ts'

const origin = sharedServer()
const user = (name: string, scope?: string) => cliUser(origin(), name, scope)

test('a question is asked, listed, answered and printed', async () => {
  const { run, call } = await user('quinn')
  await run('add', 'Clean up')
  await run('add', 'Pay rent 2020-01-01')
  const answer = (note: number, text: string) => call('POST', `/tasks/task/1/notes/${note}/answer`, { answer: text })
  const asked = await run('ask', '1', 'Drop the old', 'column?', '--choice', 'yes', '-c', 'no')
  expect(asked.stdout).toBe('Asked question 1 of #1. Wait for the answer with: taskdeck ask 1 --wait-for 1\n')
  expect((await run('ask', '#1', 'Drop the old column?', '-c', 'yes', '-c', 'no')).stdout).toMatch(/is open already/)
  expect((await run('ask', '1', 'Which?', '--quiet')).stdout).toBe('2\n')
  expect((await run('questions')).stdout).toBe('1\t2\tlaptop\tWhich?\t\n1\t1\tlaptop\tDrop the old column?\tyes / no\n')
  expect((await run('questions', '-q')).stdout).toBe('1 2\n1 1\n')
  expect((await run('list', '--needs-you', '-q')).stdout).toBe('1\n')
  expect((await run('list', 'needs:you', '-q')).stdout).toBe('1\n')
  expect((await run('next', '--json')).json.tasks).toMatchObject([
    { number: 1, openQuestions: 2, reasons: ['asks “Which?”', 'Medium'] },
    { number: 2 },
  ])
  expect((await run('show', '1')).stdout).toContain('question 1\n  Drop the old column?\n  Open. Suggested: yes / no\n')
  expect((await run('ask', '1', '--withdraw', '2')).stdout).toBe('Withdrew question 2 of #1\n')

  const waiting = run('ask', '1', 'Drop the old column?', '--choice', 'yes', '--wait')
  await answer(1, 'Yes, \u001b[31mbut\nkeep a copy')
  expect(await waiting).toMatchObject({
    code: 0,
    stdout: 'Yes,  [31mbut\nkeep a copy\n',
    stderr: 'Waiting for the answer to question 1 of #1 … (Ctrl+C leaves it open)\n',
  })
  expect((await run('ask', '1', '--wait-for', '1', '--json')).json).toMatchObject({
    answer: 'Yes, \u001b[31mbut\nkeep a copy',
    holdsTask: false,
    note: { question: { readAt: expect.any(String) } },
  })
  expect((await run('show', '1')).stdout).toContain('Answer: Yes,  [31mbut\n  keep a copy\n')
  expect((await run('questions')).stdout).toBe('')
})

test('an asker is told why there is no answer, and that it no longer holds the task', async () => {
  const { run, call } = await user('rae')
  const reader = await user('rae-reads', 'read')
  await run('add', 'Clean up')
  await reader.call('POST', '/tasks/createTask', { title: 'Read only' })
  await run('ask', '1', 'How?')
  await call('POST', '/tasks/task/1/notes/1/withdraw')
  const dismissed = await run('ask', '1', '--wait-for', '1')
  expect([dismissed.code, dismissed.stdout]).toEqual([1, ''])
  expect(dismissed.stderr).toContain('The owner has dismissed question 1 of #1 without an answer.')
  expect(JSON.parse((await run('ask', '1', '--wait-for', '1', '--json')).stderr).error).toMatchObject({
    code: 'dismissed',
    exitCode: 1,
  })
  await run('take', '1')
  await run('ask', '1', 'Why?')
  await call('POST', '/tasks/handOverClaims', { ids: ['1'] })
  await call('POST', '/tasks/task/1/notes/2/answer', { answer: 'So' })
  expect(await run('ask', '1', '--wait-for', '2')).toMatchObject({
    stdout: 'So\n',
    stderr: expect.stringContaining(
      'The owner has answered question 2 of #1. You do not hold task #1: the owner holds it now.\n',
    ),
  })
  const cases: [number, string[], string][] = [
    [2, ['ask', '1'], 'What to ask?'],
    [2, ['ask', '1', '--wait-for', 'x'], '--wait-for needs a number'],
    [2, ['ask', '1', 'How?', '--wait-for', '1'], 'needs its number only'],
    [2, ['ask', '1', 'How?', ...['1', '2', '3', '4', '5', '6'].flatMap((one) => ['-c', one])], 'At most 5 answers'],
    [1, ['ask', '9', 'How?'], '#9 does not exist'],
    [1, ['ask', '1', '--wait-for', '9'], 'That question does not exist'],
  ]
  for (const [code, args, words] of cases) {
    const ran = await run(...args)
    expect([args, ran.code, ran.stdout, ran.stderr]).toEqual([args, code, '', expect.stringContaining(words)])
  }
  expect((await reader.run('ask', '1', 'May I?')).stderr).toContain('This token may only read.')
})

test('Ctrl+C ends the wait and leaves the question open', async () => {
  const { run, env, call } = await user('sid')
  await run('add', 'Clean up')
  const args = [...asNode20, bundle, 'ask', '1', 'How?', '--wait']
  const asking = startProcess(process.execPath, args, { env, cwd: env.HOME ?? '' })
  await asking.said(/Waiting for the answer to question 1/)
  expect(await asking.stop('SIGINT')).toBe(130)
  expect(asking.output()).toContain('Question 1 of #1 stays open. Wait again with: taskdeck ask 1 --wait-for 1')
  expect((await call('GET', '/tasks/questions')).questions).toHaveLength(1)
})
