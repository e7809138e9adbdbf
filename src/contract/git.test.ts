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

test('a verb that is denied closes nothing, and the next one does', () => {
  for (const text of [
    ...["won't fix #44", 'Won’t fix #44', 'wont fix #44', 'wont-fix #44', 'does not close #38', "doesn't close #38"],
    ...["don't fix #1", 'do not fix #1', 'did not resolve #1', "didn't resolve #1", 'This is not closing #1'],
    ...['cannot fix #1', "can't fix #1", 'can not fix #1', 'could not resolve #1', "couldn't really fix #1"],
    ...['never closes #1', 'never fully resolved #1', 'no longer fixes #1', 'without fixing #1', 'without closing: #1'],
    ...['will not close #1', 'would not fix #1', "shouldn't close #1", "isn't fixing #1", "hasn't been fixed #1"],
    ...['does **not** close #1', 'does _not_ yet close #1', 'does NOT close #1', 'not meant to close #1'],
    ...['is not going to fix #1', 'does not by itself close #1', 'not a fix #1', 'not to close #1', 'non-closing #1'],
    ...['unable to fix #1', 'fails to close #1', 'failed to fix #1', 'refuses to close #1', 'avoid closing #1'],
    ...['instead of closing #1', 'rather than fix #1', 'partially fixes #1', 'Partly fixes #1', 'nothing fixes #1'],
    ...['does not close #1, #2 and #3', 'does not close #1 or fix #2', 'neither closes #1 nor fixes #2'],
    ...['A long line that ends where it does not\nclose #1', 'Prepare login (does not close #1)', '- does not fix #1'],
  ])
    expect([text, closedTasks(text)]).toEqual([text, []])
  for (const text of [
    ...['Do not crash on an empty list, fixes #1', "Don't crash (fixes #1)", "Don't crash on start fixes #1"],
    ...['Never retry an upload; closes #1', 'It was not tested. Fixes #1', 'Why not? Closes #1', 'not only fixes #1'],
    ...['not just fixes #1, it is faster', 'Works without a server\n\nfixes #1', 'It still does not\nFixes #1'],
    ...[
      'Does not close #2 but fixes #1',
      "It won't hang: fixes #1",
      'Not there yet:\n\n- closes #1',
      'Cannot log in - fixes #1',
    ],
    ...["Don't log twice\n\nCloses: #1", 'knot fixes #1', 'donut fixes #1', 'Handle no input and fix #1'],
  ])
    expect([text, closedTasks(text)]).toEqual([text, [1]])
})

test('quoted and indented text and code close nothing, whatever the marks', () => {
  for (const text of [
    ...[
      '> closes #12',
      'He wrote:\n> It closes #12\n> and fixes #13',
      '   > closes #12',
      '>closes #12',
      '> > closes #12',
    ],
    ...[
      'Like this:\n\n    closes #12',
      '\tcloses #12',
      '  \tcloses #12',
      '      fixes #12',
      'a\r\n\r\n    closes #12\r\n',
    ],
    ...['``closes #12``', '`` `closes #12` ``', '````\n```\ncloses #12\n```\n````', '  ```sh\ncloses #12\n  ```'],
    ...['~~~\ncloses #12\n~~~', '```\ncloses #12\n``` more\ncloses #13\n```'],
  ])
    expect([text, closedTasks(text)]).toEqual([text, []])
  for (const text of [
    ...[
      '> Why?\n\ncloses #12',
      '> quoted\ncloses #12',
      '- closes #12',
      '   closes #12',
      '* `x` closes #12',
      'a ` b, closes #12',
    ],
    ...[
      '``` `x` closes #12',
      '    code\ncloses #12',
      '~~~\nx\n~~~\ncloses #12',
      'a\r\ncloses #12\r\n',
      'a > b, closes #12',
    ],
  ])
    expect([text, closedTasks(text)]).toEqual([text, [12]])
  expect(taskTrailers('```\nTask: #1\n```\n> Task: #2\n    Task: #3\n\nTask: #4')).toEqual([4])
})

test('a hostile message is read quickly, and names a limited number of tasks', () => {
  // Of the processor, because other tests run at the same time.
  const started = process.cpuUsage()
  const many = Array.from({ length: 20_000 }, (_, index) => `#${index + 1}`).join(', ')
  expect(closedTasks(`closes ${many}`)).toHaveLength(50)
  for (const text of [
    ...['closes '.repeat(200_000), '<!--'.repeat(200_000), '`'.repeat(400_000), '```\n'.repeat(100_000)],
    ...[
      '` `` '.repeat(100_000),
      Array.from({ length: 400 }, (_, n) => '`'.repeat(n)).join(' '),
      'not to '.repeat(50_000),
    ],
    ...[
      'not it close #1 or '.repeat(5_000),
      '> '.repeat(100_000),
      `not${' '.repeat(60_000)}close #1`.replace('#1', ''),
    ],
  ])
    expect(closedTasks(text)).toEqual([])
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1_000)
})

test('trailers name tasks', () => {
  expect(taskTrailers('Fix login\n\nTask: #12\nSigned-off-by: Ana\ntask: #3\n')).toEqual([12, 3])
  expect(taskTrailers('The Task: #12 is done')).toEqual([])
})

test('a branch is named after a task by the number that its last segment begins with', () => {
  expect(['12-fix-login', 'ana/12-fix-login', '12_fix', 'feature/x/7-ä'].map(taskOfBranch)).toEqual([12, 12, 12, 7])
  for (const name of ['main', '12', 'release/2-1', 'v12-x', '12-fix/more', '2026-11-16', 'fix-12-login', ''])
    expect([name, taskOfBranch(name)]).toEqual([name, undefined])
})

test('a change request is named after a task by the beginning of its title', () => {
  expect(['#12 Fix login', '[#12] Fix login', '#12: Fix', '12-fix-login'].map(taskOfTitle)).toEqual([12, 12, 12, 12])
  for (const title of ['3 new endpoints', 'Fix #12', '12-factor apps for all', ''])
    expect([title, taskOfTitle(title)]).toEqual([title, undefined])
})
