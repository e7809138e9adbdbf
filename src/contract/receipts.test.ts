import { expect, test } from 'vitest'
import { commitsBehind, isCommand, shortHash, stateOf } from './receipts.ts'

const run = (commit: string | null, startedAt: string) => ({ commit, startedAt })
const link = (hash: string, at: string) => ({ hash, at })

test('a receipt is behind the commits that became known after its own', () => {
  const receipt = run('a', '10')
  expect(commitsBehind(receipt, [receipt], [])).toBe(0)
  expect(commitsBehind(receipt, [receipt], [link('a', '12'), link('b', '12')])).toBe(0)
  expect(commitsBehind(receipt, [receipt], [link('a', '12'), link('b', '13')])).toBe(1)
  expect(commitsBehind(receipt, [receipt], [link('b', '11')])).toBe(1)
  expect(commitsBehind(receipt, [receipt], [link('b', '09')])).toBe(0)
})

test('commits of other receipts are known since their first run', () => {
  const [a, b] = [run('a', '10'), run('b', '11')]
  expect([a, b].map((one) => commitsBehind(one, [a, b], []))).toEqual([1, 0])
  // Running an old commit again makes it no newer.
  const again = run('a', '12')
  expect([a, b, again].map((one) => commitsBehind(one, [a, b, again], []))).toEqual([1, 0, 1])
  // Both are pushed at once, later than both runs.
  expect(commitsBehind(a, [a, b], [link('a', '20'), link('b', '21')])).toBe(1)
})

test('a receipt without a commit is as old as its run', () => {
  const receipt = run(null, '10')
  expect(commitsBehind(receipt, [receipt], [link('a', '09'), link('b', '11')])).toBe(1)
  // A later run of a commit that was known before makes it no newer.
  expect(commitsBehind(receipt, [receipt, run('a', '12')], [link('a', '09')])).toBe(0)
})

test('a commit from which that of a receipt was made is never newer, however late it becomes known', () => {
  const [a, b] = ['a', 'b'].map((one) => one.repeat(40)) as [string, string]
  const receipt = { ...run(b, '10'), ancestors: [shortHash(a)] }
  expect(commitsBehind(receipt, [receipt], [link(b, '11'), link(a, '20')])).toBe(0)
  // All receipts of a commit know what one of them says.
  expect(commitsBehind(run(b, '12'), [receipt, run(b, '12')], [link(a, '20')])).toBe(0)
  // The other way round, the later commit is newer, even if it was known before.
  expect(commitsBehind(run(a, '20'), [receipt, run(a, '20')], [])).toBe(1)
})

test('no state says more than is known', () => {
  expect(stateOf(undefined)).toBe('none')
  expect(stateOf({ kind: 'run', isPassed: true, behind: 0 })).toBe('passed')
  expect(stateOf({ kind: 'ci', isPassed: false, behind: 0 })).toBe('failed')
  expect(stateOf({ kind: 'run', isPassed: false, behind: 2 })).toBe('stale')
  expect(stateOf({ kind: 'reported', isPassed: true, behind: 0 })).toBe('reported')
  expect(stateOf({ kind: 'checked', isPassed: true, behind: 3 })).toBe('checked')
})

test('a command is one line that people can see', () => {
  expect(['npm test', 'npm test -- --grep “limits”'].every(isCommand)).toBe(true)
  expect(['', ' ', 'a\nb', 'rm \u202e', 'x'.repeat(1_001)].some(isCommand)).toBe(false)
})
