import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import type { Task } from '../schemas/tasks.ts'
import { someday } from '../start-date.ts'
import { isOfToday } from './task-days.ts'
import { agendaTasks, putOffSince, todayOf } from './today.ts'

/** A Tuesday. */
const today = '2026-11-17'
const morning = `${today}T09:00:00.000Z`
const day = (text: string) => `${text}T00:00:00.000Z`
const task = (number: number, fields: Partial<Task> = {}) => numberedTask(number, { dueDate: null, ...fields })
const numbers = (tasks: Task[]) => tasks.map(({ number }) => number)
const seen = (all: Task[], weekStart: 'monday' | 'sunday' | 'saturday' = 'monday') => {
  const { now, agenda, week } = todayOf(all, today, weekStart, morning)
  const { due, starts, back } = agenda
  return {
    now: numbers(now.map((ranked) => ranked.task)),
    due: numbers(due),
    starts: numbers(starts),
    back: numbers(back),
    week,
  }
}

test('a task stands in one place only: dated today in the agenda, otherwise in Now, and put off or waiting in neither', () => {
  const all = [
    task(1, { dueDate: day('2026-11-12') }),
    task(2, { dueDate: day(today) }),
    task(3, { startDate: day(today), dueDate: day('2026-12-04') }),
    task(4, { startDate: day(today) }),
    task(5, { startDate: day(today), dueDate: day(today) }),
    task(6, { startDate: day(today), dueDate: day('2026-11-10') }),
    task(7, { startDate: day('2026-11-18'), dueDate: day('2026-11-10') }),
    task(8, { startDate: day(someday), dueDate: day(today) }),
    task(9, { blockedBy: ['id1'] }),
    task(10, { blockedBy: ['id1'], dueDate: day(today) }),
    task(11, { dueDate: day(today), status: 'Completed' }),
    task(12, {}),
  ]
  expect(seen(all)).toMatchObject({ now: [1, 12], due: [10, 5, 2], starts: [3], back: [6, 4] })
  // Overdue, due today, starting and coming back: the overdue one that came back counts once.
  expect(all.filter((one) => isOfToday(one, today))).toHaveLength(7)
})

test('Now leaves out tasks with a question, which the user answers first, and those that a program holds', () => {
  const claim = { by: 'agent:codex', at: morning, minutes: 30 }
  const all = [
    task(1, { openQuestions: 1 }),
    task(2, { openQuestions: 1, status: 'Completed' }),
    task(3, { claim: { ...claim, until: `${today}T09:30:00.000Z` } }),
    task(4, { claim: { ...claim, until: `${today}T08:59:00.000Z` } }),
    task(5, { claim: { ...claim, by: 'session', until: `${today}T09:30:00.000Z` } }),
  ]
  expect(seen(all).now).toEqual([5, 4])
})

test('the agenda shows the highest priority first, then started tasks', () => {
  const due = { dueDate: day(today) }
  const all = [
    task(1, { ...due, priority: 'Low' }),
    task(2, { ...due, priority: 'High' }),
    task(3, { ...due, priority: 'Medium' }),
    task(4, { ...due, priority: 'Medium', status: 'In Progress' }),
  ]
  expect(seen(all).due).toEqual([2, 4, 3, 1])
})

test('the week counts the open tasks of each day, and none that is still put off on its day', () => {
  const all = [
    task(1, { dueDate: day('2026-11-16') }),
    task(2, { dueDate: day('2026-11-16'), status: 'Completed' }),
    task(3, { dueDate: day('2026-11-16'), startDate: day('2026-11-20') }),
    task(4, { dueDate: day(today) }),
    task(5, { dueDate: day('2026-11-20'), startDate: day('2026-11-19') }),
    task(6, { dueDate: day('2026-11-20'), startDate: day('2026-11-21') }),
    task(7, { dueDate: day('2026-11-15') }),
    task(8, { dueDate: day('2026-11-23') }),
  ]
  expect(seen(all).week).toEqual([
    { day: '2026-11-16', count: 1 },
    { day: '2026-11-17', count: 1 },
    { day: '2026-11-18', count: 0 },
    { day: '2026-11-19', count: 0 },
    { day: '2026-11-20', count: 1 },
    { day: '2026-11-21', count: 0 },
    { day: '2026-11-22', count: 0 },
  ])
  expect(seen(all, 'sunday').week.map(({ day: shown, count }) => [shown, count])).toEqual([
    ['2026-11-15', 1],
    ['2026-11-16', 1],
    ['2026-11-17', 1],
    ['2026-11-18', 0],
    ['2026-11-19', 0],
    ['2026-11-20', 1],
    ['2026-11-21', 0],
  ])
})

test('every open task is in Now, in the agenda, in Later or blocked', () => {
  const days = [null, day('2026-11-10'), day(today), day('2026-11-18')]
  const all = days.flatMap((dueDate, one) =>
    days.map((startDate, other) =>
      task(1 + one * 4 + other, { dueDate, startDate, ...(other % 2 ? { blockedBy: ['id1'] } : {}) }),
    ),
  )
  const { now, agenda } = todayOf(all, today, 'monday', morning)
  const placed = [...now.map((ranked) => ranked.task), ...agendaTasks(agenda)]
  expect(new Set(placed).size).toBe(placed.length)
  const left = all.filter((one) => !placed.includes(one))
  expect(left.every(({ startDate, blockedBy }) => (startDate ?? '') > day(today) || blockedBy?.length)).toBe(true)
})

test('a task that came back says since when it was put off, unless it was changed today', () => {
  expect(putOffSince({ updatedAt: '2026-11-03T12:00:00.000Z' }, today)).toBe('2026-11-03')
  expect(putOffSince({ updatedAt: `${today}T12:00:00.000Z` }, today)).toBeUndefined()
})
