import { expect, test } from 'vitest'
import { unprovedWords } from './unproved.ts'

const taskWith = (...met: boolean[]) => ({
  doneWhen: met.map((isMet, index) => ({ id: String(index), text: `Criterion ${index}`, isMet })),
})

test('a completion names criteria that nothing has shown', () => {
  expect(unprovedWords([taskWith(), taskWith(true)])).toBe('')
  expect(unprovedWords([taskWith(false)])).toBe('. Its criterion has no proof.')
  expect(unprovedWords([taskWith(true, false)])).toBe('. 1 of 2 criteria has no proof.')
  expect(unprovedWords([taskWith(false, false)])).toBe('. 2 of 2 criteria have no proof.')
  expect(unprovedWords([taskWith(false), taskWith()])).toBe('. 1 of them has criteria without proof.')
  expect(unprovedWords([taskWith(false), taskWith(false)])).toBe('. 2 of them have criteria without proof.')
})
