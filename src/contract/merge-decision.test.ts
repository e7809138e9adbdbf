import { expect, test } from 'vitest'
import { choiceOf } from './merge-decision.ts'

test('of two descriptions, the user chooses between the lines that conflict, and all other lines stand', () => {
  const texts = { base: 'a\nb\nc\nd\ne', wanted: 'a\nb\nmine\nd\ne', current: 'A\nb\ntheirs\nd\ne' }
  expect(choiceOf('description', texts, 'wanted')).toEqual({ value: 'A\nb\nmine\nd\ne', lines: ['mine'] })
  expect(choiceOf('description', texts, 'current')).toEqual({ value: 'A\nb\ntheirs\nd\ne', lines: ['theirs'] })
  expect(choiceOf('description', texts, 'both')).toEqual({
    value: 'A\nb\ntheirs\nmine\nd\ne',
    lines: ['theirs', 'mine'],
  })
})

test('of other fields, the user chooses between whole values, and both can be kept only of texts', () => {
  const titles = { base: 'Fix it', wanted: 'Mine', current: 'Theirs' }
  expect(choiceOf('title', titles, 'wanted')).toEqual({ value: 'Mine' })
  expect(choiceOf('title', titles, 'both')).toEqual({ value: 'Theirs / Mine' })
  const states = { base: 'Pending', wanted: 'Completed', current: 'In Progress' }
  expect(choiceOf('status', states, 'current')).toEqual({ value: 'In Progress' })
  expect(choiceOf('status', states, 'both')).toBeUndefined()
})
