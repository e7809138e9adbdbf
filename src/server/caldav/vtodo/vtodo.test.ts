import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { cases } from '../../../../test/cases.ts'
import { repeatRules } from '../../../../test/repeat-rules.ts'
import { addDays } from '../../../contract/calendar-day.ts'
import { parseRule } from '../../../contract/repeat-check.ts'
import { formatRule } from '../../../contract/repeat-rule.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { wireDay } from '../../../contract/task-fields.ts'
import { cleanLabel, isLabel, priorities } from '../../../contract/tasks.ts'
import { changesOf } from './changes.ts'
import type { TaskForCalendar, VtodoContext } from './types.ts'
import { taskToCalendar } from './write.ts'

const ids = { this: '00000000-0000-7000-8000-000000000001', other: '00000000-0000-7000-8000-000000000002' }
const plain: Task = {
  ...{
    _id: ids.this,
    number: 1,
    version: 3,
    fileCount: 0,
    position: 1,
    claim: null,
    completedAt: null,
    startedAt: null,
  },
  ...{ createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-18T09:30:00.000Z' },
  ...{ title: 'Write', description: '', labels: [], priority: 'Medium', status: 'Pending' },
  ...{ dueDate: null, startDate: null, repeat: null },
}
const context: VtodoContext = {
  timeZone: 'Europe/Berlin',
  today: '2026-11-18',
  linkTo: ({ number }) => `https://deck.example/taskdeck/#/task/${number}`,
  uidOf: (id) => (id === ids.other ? 'OTHER;1' : id),
  idOf: (uid) => (uid === 'OTHER;1' ? ids.other : uid.startsWith('0') ? uid : undefined),
}
const wire = (day: string) => day + wireDay
const shown = (task: Partial<Task>, more: Partial<TaskForCalendar> = {}): TaskForCalendar => ({
  ...{ task: { ...plain, ...task }, uid: 'uid-1', notes: [], parts: { done: 0, total: 0 }, kept: '' },
  ...more,
})
const text = (task: Partial<Task>, more?: Partial<TaskForCalendar>) => taskToCalendar(shown(task, more), context)
const todo = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:uid-1', ...lines, 'END:VTODO', 'END:VCALENDAR'].join('\r\n')

const day = fc.integer({ min: 0, max: 4_000 }).map((days) => wire(addDays('2024-01-01', days)))
const words = fc.oneof(fc.string({ unit: 'binary', maxLength: 150 }), fc.string({ unit: 'grapheme', maxLength: 50 }))
const typed = words.map((one) =>
  one
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\u2028\u2029]/g, '')
    .trim(),
)
const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(isLabel).map(cleanLabel)
const time = fc
  .tuple(fc.integer({ min: 4, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((one) => String(one).padStart(2, '0')).join(':'))
const reminder = fc.oneof(
  fc.tuple(fc.integer({ min: 0, max: 365 }), time).map(([days, at]) => `due-${days}T${at}`),
  fc.tuple(day, time).map(([one, at]) => `${one.slice(0, 10)}T${at}`),
)
const ordered = (rule: string) => {
  const parsed = parseRule(rule)
  return 'rule' in parsed ? formatRule(parsed.rule) : rule
}
const anyTask = fc
  .record({
    title: typed.map((one) => one.replace(/\s*\n\s*/g, ' ').trim()).filter((one) => one.length > 0),
    description: typed,
    labels: fc.uniqueArray(label, { maxLength: 10 }),
    priority: fc.constantFrom(...priorities),
    status: fc.constantFrom('Pending', 'In Progress'),
    dueDate: day,
    startBefore: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
    reminders: fc.uniqueArray(reminder, { maxLength: 10 }).map((all) => all.sort()),
    rule: fc.option(repeatRules.map(ordered), { nil: undefined }),
    partOf: fc.constantFrom(null, ids.other),
    blockedBy: fc.subarray([ids.other]),
  })
  .map(
    ({ startBefore, rule, ...task }): Partial<Task> => ({
      ...task,
      startDate: startBefore && !rule ? wire(addDays(task.dueDate.slice(0, 10), -startBefore)) : null,
      repeat: rule ? { rule, from: 'due' } : null,
    }),
  )

const parts = { done: 1, total: 3 }

test('a to-do that comes back as it was changes nothing, also if a program has written it anew', () => {
  fc.assert(
    fc.property(anyTask, typed, (task, note) => {
      const before = text(task, { notes: note ? [note] : [], parts })
      for (const after of [before, ICAL.stringify(ICAL.parse(before))]) {
        const changes = changesOf(before, after, { ...context, task: { ...plain, ...task } })
        expect(changes).toEqual({ fields: {}, kept: '', completed: 'no', cancelled: false })
        expect(changesOf(before, after, context).fields).toEqual({})
      }
      const lines = before.split('\r\n')
      expect(Math.max(...lines.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(75)
    }),
    { numRuns: cases(12, 600) },
  )
})

test('a new task has every value of the to-do', () => {
  fc.assert(
    fc.property(anyTask, (task) => {
      const { fields } = changesOf(null, text(task), context)
      expect({ ...plain, reminders: [], partOf: null, blockedBy: [], ...fields }).toMatchObject(task)
    }),
    { numRuns: cases(12, 600) },
  )
})

test('a client that changes one property changes one field', () => {
  const other: Record<string, [line: RegExp, changed: string, fields: object]> = {
    title: [/^SUMMARY.*$/m, 'SUMMARY:Read\\, then write', { title: 'Read, then write' }],
    description: [/^PRIORITY/m, 'DESCRIPTION:One\\nTwo\r\nPRIORITY', { description: 'One\nTwo' }],
    labels: [/^CATEGORIES.*$/m, 'CATEGORIES:home,Über uns,x\\,y', { labels: ['home', 'über-uns', 'x-y'] }],
    priority: [/^PRIORITY.*$/m, 'PRIORITY:1', { priority: 'Critical' }],
    status: [/^STATUS.*$/m, 'STATUS:IN-PROCESS', { status: 'In Progress' }],
    due: [/^DUE.*$/m, 'DUE;VALUE=DATE:20261203', { dueDate: wire('2026-12-03') }],
    'no due date': [/^DUE.*\r\n/m, '', { dueDate: null }],
    start: [/^DTSTART.*$/m, 'DTSTART;VALUE=DATE:20261119', { startDate: wire('2026-11-19') }],
    parent: [/^RELATED-TO;RELTYPE=PARENT.*\r\n/m, '', { partOf: null }],
    blocker: [/^RELATED-TO;RELTYPE=DEPENDS-ON.*\r\n/m, '', { blockedBy: [] }],
    alarm: [/PT540M/, 'PT9H30M', { reminders: ['2026-11-25T08:00', 'due-0T09:30'] }],
    repetition: [
      /^PRIORITY/m,
      'RRULE:FREQ=WEEKLY;WKST=SU\r\nPRIORITY',
      { repeat: { rule: 'FREQ=WEEKLY', from: 'due' } },
    ],
  }
  const task: Partial<Task> = {
    ...{ labels: ['home'], dueDate: wire('2026-11-30'), startDate: wire('2026-11-20') },
    ...{ partOf: ids.other, blockedBy: [ids.other], reminders: ['2026-11-25T08:00', 'due-0T09:00'] },
  }
  const before = text(task, { notes: ['Said'], parts })
  for (const [name, [line, replacement, fields]] of Object.entries(other)) {
    const after = before.replace(line, replacement)
    expect(after, name).not.toBe(before)
    expect(changesOf(before, after, { ...context, task: { ...plain, ...task } }).fields, name).toEqual(fields)
    expect(changesOf(before, after, context).fields, name).toEqual(fields)
  }
})

test('a time becomes the day where the user is, and a reminder', () => {
  const fields = (...lines: string[]) => changesOf(null, todo('SUMMARY:Call', ...lines), context).fields
  expect(fields('DUE:20261120T233000Z')).toMatchObject({ dueDate: wire('2026-11-21'), reminders: ['due-0T00:30'] })
  expect(fields('DUE;TZID=America/New_York:20261120T200000')).toMatchObject({ dueDate: wire('2026-11-21') })
  expect(fields('DTSTART:20261120T090000', 'DUE:20261122T170000')).toMatchObject({
    ...{ startDate: wire('2026-11-20'), reminders: ['2026-11-20T09:00', 'due-0T17:00'] },
  })
  // Apple's apps give a to-do the same start, and an alarm at the same time.
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261120T080000Z', 'END:VALARM']
  const apple = fields('DTSTART;TZID=Europe/Berlin:20261120T090000', 'DUE;TZID=Europe/Berlin:20261120T090000', ...alarm)
  expect(apple).toEqual({ title: 'Call', dueDate: wire('2026-11-20'), reminders: ['2026-11-20T09:00', 'due-0T09:00'] })
  const early = ['BEGIN:VALARM', 'TRIGGER;RELATED=END:-P1DT1H', 'END:VALARM']
  expect(fields('DUE;VALUE=DATE:20261120', ...early).reminders).toEqual(['due-2T23:00'])
  expect(() => fields('DUE:tomorrow')).toThrow('The to-do cannot be read: tomorrow is neither a day nor a time.')
  expect(() => fields('DUE:20260230')).toThrow('20260230 is not a day')
})
