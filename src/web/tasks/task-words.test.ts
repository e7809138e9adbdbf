import { expect, test } from 'vitest'
import { changeWords } from './task-words.ts'

const [one, two] = [
  { number: 12, title: 'Fix login' },
  { number: 13, title: 'Write docs' },
]

test('a message names one task and counts several', () => {
  expect(changeWords([one], { status: 'Completed' }, 'iso')).toBe('Completed #12 Fix login')
  expect(changeWords([one, two], { status: 'Completed' }, 'iso')).toBe('Completed 2 tasks')
})

test('a message says what was done', () => {
  expect(changeWords([one], { status: 'In Progress' }, 'iso')).toBe('Moved #12 Fix login to In Progress')
  expect(changeWords([one, two], { priority: 'High' }, 'iso')).toBe('Set the priority of 2 tasks to High')
  expect(changeWords([one], { dueDate: '2026-11-20' }, 'month-first')).toBe(
    'Set the due date of #12 Fix login to Nov 20, 2026',
  )
  expect(changeWords([one], { addLabels: ['ui', 'api'] }, 'iso')).toBe('Added #ui #api to #12 Fix login')
  expect(changeWords([one], { removeLabels: ['ui'] }, 'iso')).toBe('Removed #ui from #12 Fix login')
  expect(changeWords([one], { priority: 'High', addLabels: ['ui'] }, 'iso')).toBe('Updated #12 Fix login')
})
