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

/** A reminder after it was an alarm: it counts from the due date only on that day. */
function asAlarm(reminder: string, due: string): string {
  const before = /^due-([1-9]\d*)(T.*)$/.exec(reminder)
  if (before) return addDays(due, -Number(before[1])) + before[2]
  return reminder.startsWith(due) ? `due-0${reminder.slice(10)}` : reminder
}

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
      expect({ ...plain, reminders: [], partOf: null, blockedBy: [], ...fields }).toMatchObject({
        ...task,
        reminders: [...new Set(task.reminders?.map((one) => asAlarm(one, task.dueDate?.slice(0, 10) ?? '')))].sort(),
      })
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
    alarm: [/1130T080000Z/, '1130T083000Z', { reminders: ['2026-11-25T08:00', 'due-0T09:30'] }],
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
  expect(apple).toEqual({ title: 'Call', dueDate: wire('2026-11-20'), reminders: ['due-0T09:00'] })
  // A program that knows no days writes midnight.
  expect(fields('DUE:20261119T230000Z')).toEqual({ title: 'Call', dueDate: wire('2026-11-20') })
  const early = ['BEGIN:VALARM', 'TRIGGER;RELATED=END:-P1DT1H', 'END:VALARM']
  expect(fields('DUE;VALUE=DATE:20261120', ...early).reminders).toEqual(['due-2T23:00'])
  expect(() => fields('DUE:tomorrow')).toThrow('The to-do cannot be read: tomorrow is neither a day nor a time.')
  expect(() => fields('DUE:20260230')).toThrow('20260230 is not a day')
})

const weekly: Partial<Task> = { dueDate: wire('2026-11-16'), repeat: { rule: 'FREQ=WEEKLY;COUNT=5', from: 'due' } }
const before = text(weekly)
const after = (now: string, of = before) => changesOf(of, now, { ...context, task: { ...plain, ...weekly } })
const instance = (recurrence: string, ...lines: string[]) =>
  ['END:VTODO', 'BEGIN:VTODO', 'UID:uid-1', `RECURRENCE-ID;VALUE=DATE:${recurrence}`, ...lines, 'END:VTODO', ''].join(
    '\r\n',
  )
const withInstance = (recurrence: string, ...lines: string[]) =>
  before.replace('END:VTODO\r\n', instance(recurrence, ...lines))

test('a recurrence that is completed advances the task once, however the program writes it', () => {
  expect(after(before.replace('NEEDS-ACTION', 'COMPLETED'))).toMatchObject({
    ...{ fields: { status: 'Completed' }, completed: 'here' },
  })
  // Tasks.org moves the to-do, from its due date or from today, and may count down.
  const tasksOrg = before
    .replace(/PRODID.*/, 'PRODID:+//IDN tasks.org//android-130401//EN')
    .replace('DTSTART', 'X-START')
  for (const [due, count] of [
    ['20261123', 5],
    ['20261123', 4],
    ['20261125', 5],
  ]) {
    const moved = tasksOrg.replace(/DUE;VALUE=DATE:\d+/, `DUE;VALUE=DATE:${due}`).replace('COUNT=5', `COUNT=${count}`)
    expect(after(moved), moved).toMatchObject({ fields: {}, completed: 'moved' })
  }
  const postponed = tasksOrg.replace(/DUE;VALUE=DATE:\d+/, 'DUE;VALUE=DATE:20261120')
  expect(after(postponed)).toMatchObject({ fields: { dueDate: wire('2026-11-20') }, completed: 'no' })
  // Nextcloud moves the due date alone, and the start stays where the rule began.
  const later = after(before.replace(/DUE;VALUE=DATE:\d+/, 'DUE;VALUE=DATE:20261120'))
  expect([later.fields, later.completed]).toEqual([{ dueDate: wire('2026-11-20') }, 'no'])
  // Thunderbird completes the recurrence beside the to-do.
  expect(after(withInstance('20261116', 'STATUS:COMPLETED'))).toEqual({
    ...{ fields: {}, completed: 'moved', cancelled: false, kept: '' },
  })
  // Todoman and others add a completed copy with another UID, and move the to-do: it is only that.
  const moved = before.replaceAll('20261116', '20261123').replace('COUNT=5', 'COUNT=4')
  expect(after(moved)).toMatchObject({
    fields: { dueDate: wire('2026-11-23'), repeat: { rule: 'FREQ=WEEKLY;COUNT=4', from: 'due' } },
    completed: 'no',
  })
})

test('a recurrence that is left out moves the task on, and the last one goes to the trash', () => {
  const skipped = { dueDate: wire('2026-11-23'), startDate: null, repeat: { rule: 'FREQ=WEEKLY;COUNT=4', from: 'due' } }
  const leftOut = before.replace('END:VTODO', 'EXDATE;VALUE=DATE:20261116\r\nEND:VTODO')
  expect(after(leftOut)).toMatchObject({ fields: skipped, completed: 'no', cancelled: false })
  expect(after(withInstance('20261116', 'STATUS:CANCELLED'))).toMatchObject({ fields: skipped, completed: 'no' })
  const last = { ...plain, ...weekly, repeat: { rule: 'FREQ=WEEKLY;COUNT=1', from: 'due' as const } }
  const one = (now: string) => now.replace('COUNT=5', 'COUNT=1')
  expect(changesOf(one(before), one(leftOut), { ...context, task: last })).toMatchObject({
    fields: {},
    cancelled: true,
  })
  expect(after(before.replace('NEEDS-ACTION', 'CANCELLED'))).toMatchObject({ fields: {}, cancelled: true })
})

test('a series that another program has begun goes on at its first open recurrence', () => {
  const master = ['SUMMARY:Rent', 'DTSTART;VALUE=DATE:20261101', 'DUE;VALUE=DATE:20261103', 'RRULE:FREQ=MONTHLY']
  const done = (day: string) => ['END:VTODO', 'BEGIN:VTODO', 'UID:uid-1', `RECURRENCE-ID:${day}`, 'STATUS:COMPLETED']
  const { fields } = changesOf(null, todo(...master, ...done('20261101'), ...done('20261201')), context)
  expect(fields).toMatchObject({ dueDate: wire('2027-01-03'), repeat: { rule: 'FREQ=MONTHLY', from: 'due' } })
  // A to-do of another program without RECURRENCE-ID: one that is completed beside the one that repeats.
  const copy = ['END:VTODO', 'BEGIN:VTODO', 'UID:uid-1', 'STATUS:COMPLETED', 'DUE;VALUE=DATE:20261103']
  expect(changesOf(null, todo(...master, ...copy), context).fields.dueDate).toBe(wire('2026-12-03'))
})

test('rules of other programs are understood, and one that Taskdeck does not have is refused with the reason', () => {
  const rule = (given: string) =>
    changesOf(null, todo('DUE:20261120T200000Z', `RRULE:${given}`), context).fields.repeat?.rule
  expect(rule('FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;WKST=SU')).toBe('FREQ=MONTHLY;BYDAY=-1FR')
  expect(rule('FREQ=DAILY;BYHOUR=9;UNTIL=20261231T233000Z')).toBe('FREQ=DAILY;UNTIL=20270101')
  expect(rule('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU')).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO')
  expect(() => rule('FREQ=HOURLY')).toThrow('Taskdeck cannot repeat a task by this rule: FREQ must be DAILY')
  expect(() => rule('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU')).toThrow('WKST is not supported')
})

test('everything that Taskdeck does not know comes back, as long as it still fits', () => {
  const own = [
    'SUMMARY;LANGUAGE=de:Müll',
    'DESCRIPTION;ALTREP="data:text/html,<b>Hi</b>":Hi',
    'CATEGORIES:Home & garden',
    'CATEGORIES:🏠,b',
    'PRIORITY:2',
    'X-APPLE-SORT-ORDER:42',
    'LOCATION;X-A="q:;":Cellar',
    'URL:https://example.com/other',
    'RELATED-TO:not-here-yet',
    'RELATED-TO;RELTYPE=FINISHTOSTART:xyz',
    'PERCENT-COMPLETE:40',
    'COMMENT:mine',
  ]
  const alarms = [
    ...['BEGIN:VALARM', 'UID:alarm-1', 'ACTION:AUDIO', 'TRIGGER:-PT15M', 'X-APPLE-DEFAULT-ALARM:TRUE', 'END:VALARM'],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Near', 'X-APPLE-PROXIMITY:ARRIVE', 'END:VALARM'],
  ]
  const made = changesOf(null, todo(...own, 'DUE:20261120T090000', ...alarms), context)
  expect(made.fields).toEqual({
    ...{ title: 'Müll', description: 'Hi', labels: ['home-garden', 'b'], priority: 'High' },
    ...{ dueDate: wire('2026-11-20'), reminders: ['due-0T08:45', 'due-0T09:00'] },
  })
  const task: Partial<Task> = made.fields as Partial<Task>
  const notes = { notes: ['A note'] }
  const back = text(task, { kept: made.kept, ...notes })
  const lines = back.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toEqual(expect.arrayContaining(own))
  expect(lines.filter((one) => /^(SUMMARY|PRIORITY|URL)/.test(one))).toHaveLength(3)
  expect(back).toContain(
    'UID:alarm-1\r\nACTION:AUDIO\r\nX-APPLE-DEFAULT-ALARM:TRUE\r\nTRIGGER;VALUE=DATE-TIME:20261120T074500Z',
  )
  expect(back).toContain('X-APPLE-PROXIMITY:ARRIVE')
  expect(changesOf(back, back, context)).toEqual({ fields: {}, kept: made.kept, completed: 'no', cancelled: false })
  const unmarked = back.replace(';X-TASKDECK-OWN=TRUE', '')
  expect(changesOf(back, unmarked, context).kept).toBe(made.kept)
  const other = text({ ...task, title: 'Trash', description: '', labels: ['b'], priority: 'Low' }, { kept: made.kept })
  expect(other).not.toMatch(/LANGUAGE|ALTREP|garden|PRIORITY:2/)
  // The parent has come.
  const known = { ...context, idOf: (uid: string) => (uid === 'not-here-yet' ? ids.other : undefined) }
  const linked = changesOf(back, back, { ...known, task: { ...plain, ...task } })
  expect(linked.fields).toEqual({ partOf: ids.other })
  expect(linked.kept).not.toContain('not-here-yet')
})

test('texts that are too long for a field are shortened there, and come back whole', () => {
  const [title, description] = ['x🙂'.repeat(150), 'y'.repeat(12_000)]
  const made = changesOf(null, todo(`SUMMARY:${title}`, `DESCRIPTION:${description}`), context)
  expect([...(made.fields.title ?? '')]).toHaveLength(200)
  expect(made.fields.description).toHaveLength(10_000)
  const back = text(made.fields as Partial<Task>, { kept: made.kept })
  expect(back.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\nDESCRIPTION:${description}\r\n`)
})

test('a body that is no to-do is refused with the reason', () => {
  const refusal = (body: string) => {
    try {
      changesOf(null, body, context)
    } catch (error) {
      return (error as Error).message
    }
    return undefined
  }
  const alarms = (count: number) =>
    Array.from({ length: count }, (_, hour) => ['BEGIN:VALARM', `TRIGGER:-PT${hour}H`, 'END:VALARM']).flat()
  expect(refusal('')).toBe('The to-do cannot be read: it is no calendar.')
  expect(refusal('BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR')).toContain('it has a VEVENT')
  expect(refusal(todo().replace('UID:uid-1', ''))).toContain('a UID has 1 to 255 characters')
  expect(refusal(todo('END:VTODO', 'BEGIN:VTODO', 'UID:uid-2'))).toContain('different UIDs')
  expect(refusal(todo('END:VTODO', 'BEGIN:VTODO', 'UID:uid-1'))).toContain('several to-dos with one UID')
  expect(refusal(todo('BEGIN:VALARM'))).toContain('line 5 ends VTODO, which is not open')
  expect(refusal('BEGIN:VCALENDAR\n'.repeat(10))).toContain('more than 5 levels')
  expect(refusal(todo('no property'))).toContain('line 4 is no property')
  expect(refusal(todo(`X-A:${'a'.repeat(300_000)}`))).toContain('131072 bytes')
  expect(refusal(todo(`X-A:${'a'.repeat(40_000)}`))).toContain('bytes that Taskdeck does not show')
  expect(refusal(todo('X-A:1\r\n'.repeat(2_000)))).toContain('2000 lines')
  expect(refusal(todo('DUE:20261120T000000', ...alarms(15)))).toContain('at most 10 reminders')
})
