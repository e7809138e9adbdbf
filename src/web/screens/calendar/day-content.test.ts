import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import { contentOfDay } from './day-content.ts'

const meeting = (title: string): ShownOnDay => ({
  meeting: { title, start: '', end: '', place: null, isBusy: true, calendar: 'Work', colour: null },
  ...{ start: '2026-11-17T14:00', end: '2026-11-17T15:00', from: '14:00', until: '15:00' },
})
const task = (title: string) => ({ title, partOf: null }) as Task
const many = <T>(count: number, make: (title: string) => T) =>
  Array.from({ length: count }, (_, index) => make(String(index)))

const widths = { task: () => 50, meeting: () => 50 }

const content = (meetings: number, tasks: number, coming: number, rowPx: number, isOpen = false) => {
  const day = { day: '2026-11-17', meetings: many(meetings, meeting), tasks: many(tasks, task), isOpen }
  const shown = contentOfDay({ ...day, coming: many(coming, task) }, { rowPx, titlePx: 100 }, widths)
  return [shown.meetings.length, shown.tasks.length, shown.coming.length, shown.hidden]
}

test('a day with room shows its meetings, tasks and repeating tasks', () => {
  expect(content(3, 3, 2, 400)).toEqual([3, 3, 2, 0])
})

test('in a full day, two meetings come before its tasks, and the others after them', () => {
  expect(content(6, 4, 2, 106)).toEqual([2, 1, 0, 9])
  expect(content(6, 4, 2, 210)).toEqual([3, 4, 0, 5])
  expect(content(0, 8, 0, 106)).toEqual([0, 3, 0, 5])
  expect(content(1, 0, 5, 106)).toEqual([1, 0, 2, 3])
})

test('an open day shows everything', () => {
  expect(content(6, 4, 2, 106, true)).toEqual([6, 4, 2, 0])
})
