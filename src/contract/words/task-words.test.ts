import { expect, test } from 'vitest'
import { describeChange } from './task-words.ts'

const [one, two] = [
  { number: 12, title: 'Fix login' },
  { number: 13, title: 'Write docs' },
]

test('a message names one task and counts several', () => {
  expect(describeChange([one], { status: 'Completed' }, 'iso')).toBe('Completed #12 Fix login')
  expect(describeChange([one, two], { status: 'Completed' }, 'iso')).toBe('Completed 2 tasks')
})

test('a message says what was done', () => {
  expect(describeChange([one], { status: 'In Progress' }, 'iso')).toBe('Moved #12 Fix login to In Progress')
  expect(describeChange([one, two], { priority: 'High' }, 'iso')).toBe('Set the priority of 2 tasks to High')
  expect(describeChange([one], { dueDate: '2026-11-20' }, 'month-first')).toBe(
    'Set the due date of #12 Fix login to Nov 20, 2026',
  )
  expect(describeChange([one, two], { dueDate: null }, 'iso')).toBe('Removed the due date of 2 tasks')
  expect(describeChange([one], { addLabels: ['ui', 'api'] }, 'iso')).toBe('Added #ui #api to #12 Fix login')
  expect(describeChange([one], { removeLabels: ['ui'] }, 'iso')).toBe('Removed #ui from #12 Fix login')
  expect(describeChange([one], { priority: 'High', addLabels: ['ui'] }, 'iso')).toBe('Updated #12 Fix login')
})
