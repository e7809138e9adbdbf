import { expect, test } from 'vitest'
import { changeWords } from './change-words.ts'

test('a change of one task names it, one of many counts them, and both say what they are now', () => {
  const [one, two] = [{ number: 12 }, { number: 13 }]
  expect(changeWords([one], { dueDate: '2026-11-20' }, 'month-first')).toBe('#12: due Nov 20, 2026.')
  expect(changeWords([one, two], { status: 'Completed' }, 'iso')).toBe('2 tasks: Completed.')
  expect(changeWords([one], { priority: 'High', addLabels: ['ui'], removeLabels: ['api'] }, 'iso')).toBe(
    '#12: High priority, with #ui, without #api.',
  )
})
