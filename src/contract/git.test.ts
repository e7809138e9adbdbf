import { expect, test } from 'vitest'
import { closedTasks, taskOfBranch, taskOfTitle, taskTrailers } from './git.ts'

test('a message closes the tasks that it says it closes, in every usual form', () => {
  for (const word of ['close', 'Closes', 'closed', 'closing', 'fix', 'fixes', 'FIXED', 'fixing', 'resolve', 'resolves'])
    expect([word, closedTasks(`${word} #12`)]).toEqual([word, [12]])
  expect(closedTasks('Implements: #7')).toEqual([7])
  expect(closedTasks('Fix login\n\nCloses #1, #2 and #3. Fixes #4, and #5.\nfixes #1')).toEqual([1, 2, 3, 4, 5])
})

test('a number that is only mentioned or quoted closes nothing', () => {
  for (const text of [
    'See #12',
    'fix the bug of #12',
    'prefixes #12',
    'closes ana/project#12',
    'fixes #12abc',
    'fixes#12',
    'fixes #1234567890',
    'Revert "Log in again, fixes #12"\n\nThis reverts commit 1a2b3c4.',
    '<!-- Say `closes #12` if this completes a task -->',
    'Write `closes #12` to complete it',
    'Example:\n\n```\ngit commit -m "closes #12"\n```\n',
    '```\ncloses #12',
  ])
    expect([text, closedTasks(text)]).toEqual([text, []])
  expect(closedTasks('<!-- closes #1 -->\ncloses #2\n```\nfixes #3\n```\nfixes #4')).toEqual([2, 4])
})

test('a hostile message is read quickly, and names a limited number of tasks', () => {
  const started = performance.now()
  const many = Array.from({ length: 20_000 }, (_, index) => `#${index + 1}`).join(', ')
  expect(closedTasks(`closes ${many}`)).toHaveLength(50)
  for (const text of ['closes '.repeat(200_000), '<!--'.repeat(200_000), '`'.repeat(400_000), '```\n'.repeat(100_000)])
    expect(closedTasks(text)).toEqual([])
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('trailers name tasks', () => {
  expect(taskTrailers('Fix login\n\nTask: #12\nSigned-off-by: Ana\ntask: #3\n')).toEqual([12, 3])
  expect(taskTrailers('The Task: #12 is done')).toEqual([])
})

test('a branch is named after a task by the number that its last part begins with', () => {
  expect(['12-fix-login', 'ana/12-fix-login', '12_fix', 'feature/x/7-ä'].map(taskOfBranch)).toEqual([12, 12, 12, 7])
  for (const name of ['main', '12', 'release/2-1', 'v12-x', '12-fix/more', '2026-11-16', 'fix-12-login', ''])
    expect([name, taskOfBranch(name)]).toEqual([name, undefined])
})

test('a change request is named after a task by the beginning of its title', () => {
  expect(['#12 Fix login', '[#12] Fix login', '#12: Fix', '12-fix-login'].map(taskOfTitle)).toEqual([12, 12, 12, 12])
  for (const title of ['3 new endpoints', 'Fix #12', '12-factor apps for all', ''])
    expect([title, taskOfTitle(title)]).toEqual([title, undefined])
})
