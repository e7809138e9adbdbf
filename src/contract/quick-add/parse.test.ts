import { expect, test } from 'vitest'
import { linesOf, newLine, withGiven, withoutGiven, withPlain, withText } from './lines.ts'
import { parseLine } from './parse.ts'

// A Sunday, in the middle of the day wherever the test runs.
const now = new Date(2026, 10, 15, 12)
const read = (text: string, ...plain: string[]) =>
  parseLine(plain.reduce(withPlain, newLine(text)), { dateStyle: 'month-first', now })

test('a line gives title, due date, priority and labels', () => {
  const { task, pieces } = read('Fix login timeout tomorrow !high #auth')
  expect(task).toEqual({
    title: 'Fix login timeout',
    dueDate: '2026-11-16',
    priority: 'High',
    status: 'Pending',
    labels: ['auth'],
  })
  expect(pieces.map(({ kind, text, start, end }) => [kind, text, start, end])).toEqual([
    ['due', 'tomorrow', 18, 26],
    ['priority', '!high', 27, 32],
    ['label', '#auth', 33, 38],
  ])
})

test('a line without a date gives a task without one, and never a description', () => {
  expect(read('Write it down').task).toEqual({
    title: 'Write it down',
    priority: 'Medium',
    status: 'Pending',
    labels: [],
  })
})

test('pieces are found where they are in the text, whatever stands between them', () => {
  const text = ' #Ops, call Bo by friday, !low then  #ops'
  const { task, pieces } = read(text)
  expect(task).toMatchObject({ title: 'call Bo then', labels: ['ops'], priority: 'Low', dueDate: '2026-11-20' })
  expect(pieces.map(({ start, end }) => text.slice(start, end))).toEqual(['#Ops', 'friday', '!low', '#ops'])
})

test('a short day or month that is also a word is a word at the start of a title, and a date elsewhere', () => {
  for (const line of ['Sun rises at', 'sat nav update', 'mar the surface', 'May release', 'sun']) {
    expect(read(line), line).toMatchObject({ task: { title: line }, pieces: [] })
  }
  expect(read('#home Sun rises tomorrow').task).toMatchObject({ title: 'Sun rises', dueDate: '2026-11-16' })
  expect(read('Call Bo sat').task).toMatchObject({ title: 'Call Bo', dueDate: '2026-11-21' })
  expect(read('on sun call Bo').task).toMatchObject({ title: 'call Bo', dueDate: expect.any(String) })
  expect(read('May 5 release').task).toMatchObject({ title: 'release', dueDate: '2027-05-05' })
})

test('labels beyond the limit stay in the title', () => {
  const labels = Array.from({ length: 11 }, (_none, index) => `#l${index}x`)
  expect(read(`Sort ${labels.join(' ')}`).task).toMatchObject({
    title: 'Sort #l10x',
    labels: labels.slice(0, 10).map((label) => label.slice(1)),
  })
})

test('a word that was kept as text is read again after it was typed again', () => {
  const kept = withPlain(newLine('Read Thursday'), 'Thursday')
  const pieces = (text: string) => parseLine(withText(kept, text), { dateStyle: 'iso', now }).pieces
  expect(pieces('Read Thursday!')).toEqual([])
  expect(
    parseLine(withText(withText(kept, 'Read Th'), 'Read Thursday'), { dateStyle: 'iso', now }).pieces,
  ).toHaveLength(1)
})

test('dates are parsed in many words, and are not in the past', () => {
  for (const [words, day] of [
    ['today', '2026-11-15'],
    ['next friday', '2026-11-20'],
    ['in 3 days', '2026-11-18'],
    ['on Dec 24', '2026-12-24'],
    ['Jan 5', '2027-01-05'],
    ['2026-12-01', '2026-12-01'],
  ] as const) {
    expect(read(`Ship ${words}`).task, words).toMatchObject({ dueDate: day, title: 'Ship' })
  }
})

test('pieces that the user rejects stay in the title', () => {
  expect(read('Meet May about #auth !high', 'May', '#auth', '!high').task).toMatchObject({
    title: 'Meet May about #auth !high',
    priority: 'Medium',
    labels: [],
  })
})

test('a number after # is not a label, and a mark inside a word is ignored', () => {
  expect(read('See #12 and a#b wow!low').task).toMatchObject({
    title: 'See #12 and a#b wow!low',
    labels: [],
    priority: 'Medium',
  })
  expect(read('Twice #ui #ui !h !low').task).toMatchObject({ title: 'Twice !low', labels: ['ui'], priority: 'High' })
  expect(read('tomorrow').task).toMatchObject({ title: 'tomorrow', dueDate: '2026-11-16' })
})

test('punctuation is not part of a mark', () => {
  expect(read('Fix login !high, then rest by friday. #auth.').task).toMatchObject({
    title: 'Fix login then rest',
    priority: 'High',
    labels: ['auth'],
    dueDate: '2026-11-20',
  })
  expect(read('Try #c++ and #v1.2').task).toMatchObject({ title: 'Try #c++ and #v1.2', labels: [] })
})

test('times stay in the title', () => {
  expect(read('Call Bo tomorrow at 5pm').task).toMatchObject({ title: 'Call Bo at 5pm', dueDate: '2026-11-16' })
})

test('a repetition is a piece of the line, and begins on the first day that fits unless a date is given', () => {
  const { task, pieces } = read('Pay rent every month on the 1st, !high #home')
  expect(task).toMatchObject({
    ...{ title: 'Pay rent', dueDate: '2026-12-01', priority: 'High', labels: ['home'] },
    repeat: { rule: 'FREQ=MONTHLY;BYMONTHDAY=1', from: 'due' },
  })
  expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
    ['repeat', 'every month on the 1st'],
    ['priority', '!high'],
    ['label', '#home'],
  ])
  for (const [words, rule, dueDate, from = 'due'] of [
    ['every day', 'FREQ=DAILY', '2026-11-15'],
    ['every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-16'],
    ['every 2 weeks', 'FREQ=WEEKLY;INTERVAL=2', '2026-11-15'],
    ['every mon, thu', 'FREQ=WEEKLY;BYDAY=MO,TH', '2026-11-16'],
    ['every last friday', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27'],
    ['every! 3 days', 'FREQ=DAILY;INTERVAL=3', '2026-11-15', 'completion'],
    ['every 2 weeks on thursday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', '2026-11-19'],
    ['every day tomorrow', 'FREQ=DAILY', '2026-11-16'],
  ] as const) {
    expect(read(`Water ${words}`).task, words).toMatchObject({ title: 'Water', dueDate, repeat: { rule, from } })
  }
  const kept = read('Ship every mon, fri', 'every mon, fri')
  expect([kept.task.title, kept.task.repeat, kept.pieces]).toEqual(['Ship every mon, fri', undefined, []])
})

test('3/12 follows the date style', () => {
  const dayIn = (dateStyle: 'day-first' | 'month-first') =>
    parseLine(newLine('Ship 3/12'), { dateStyle, now }).task.dueDate
  expect([dayIn('day-first'), dayIn('month-first')]).toEqual(['2026-12-03', '2027-03-12'])
})

test('a long title is cut after parsing, and the description has all of it', () => {
  const line = `${'long '.repeat(60)}tomorrow !low #auth`
  const { task, isCut } = read(line)
  expect(isCut).toBe(true)
  expect(task).toMatchObject({
    description: 'long '.repeat(60).trim(),
    dueDate: '2026-11-16',
    priority: 'Low',
    labels: ['auth'],
  })
  expect(task.title).toMatch(/^long .*…$/)
  expect(task.title).toHaveLength(200)
  expect(read('x'.repeat(200)).isCut).toBe(false)
})

test('a pasted list gives its lines without bullets and checkboxes, and checked lines are completed', () => {
  const read = (text: string) => linesOf(text).map(({ text, status }) => ({ text, status }))
  expect(read('- one\n* two\n\n  3. three\r\n- [ ] four\nfive\n+ six\n[ ] seven\n-5 degrees')).toEqual(
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', '-5 degrees'].map((text) => ({ text, status: 'Pending' })),
  )
  expect(read('- [x] one\n* [X] two\n[x] three')).toEqual(
    ['one', 'two', 'three'].map((text) => ({ text, status: 'Completed' })),
  )
  expect(parseLine(newLine('one', 'Completed'), { dateStyle: 'iso', now }).task.status).toBe('Completed')
  expect(new Set(linesOf('same\nsame').map(({ id }) => id)).size).toBe(2)
})

test('a text of more than 2,000 characters is not read, because that would take long with every key press', () => {
  const text = `${'#a1 '.repeat(25_000)}tomorrow`
  expect(read(text)).toMatchObject({ pieces: [], isCut: true, task: { labels: [], description: text } })
  expect(read(`${'x'.repeat(1_990)} tomorrow`).pieces).toHaveLength(1)
})

test('a line links its task to others that exist, and keeps the words if there is no such task', () => {
  const idOf = (number: number) => (number < 20 ? `id${number}` : undefined)
  const linked = (text: string, plain: string[] = [], isPart = false) =>
    parseLine(plain.reduce(withPlain, newLine(text)), { dateStyle: 'month-first', now }, { idOf, isPart })
  const { task, pieces } = linked('Write the docs part of #12 after #13, After  #14 tomorrow #docs')
  expect(task).toMatchObject({
    title: 'Write the docs',
    partOf: 'id12',
    blockedBy: ['id13', 'id14'],
    dueDate: '2026-11-16',
    labels: ['docs'],
  })
  expect(pieces.map(({ text }) => text)).toEqual(['part of #12', 'after #13', 'After  #14', 'tomorrow', '#docs'])
  expect(linked('Write a note related to #3').task).toMatchObject({ title: 'Write a note', related: ['id3'] })
  expect(linked('Look after #20 and #12').task).toMatchObject({ title: 'Look after #20 and #12' })
  expect(linked('Talk after #13', ['after #13']).task).toEqual({
    title: 'Talk after #13',
    priority: 'Medium',
    status: 'Pending',
    labels: [],
  })
  // A task has one parent.
  expect(linked('a part of #1 part of #2').task).toMatchObject({ title: 'a part of #2', partOf: 'id1' })
  expect(linked('a part of #1', [], true).task.title).toBe('a part of #1')
})

test('a line says when work starts, beside the due date', () => {
  for (const [line, dates] of [
    ['Plan trip starts monday', { startDate: '2026-11-16' }],
    ['Plan trip, starting on Dec 1, due Dec 24', { startDate: '2026-12-01', dueDate: '2026-12-24' }],
    ['Plan trip friday starts tomorrow', { startDate: '2026-11-16', dueDate: '2026-11-20' }],
    ['Plan trip starts someday', { startDate: '9999-12-31' }],
    // The first of the repeating tasks is not due before it starts.
    ['Plan trip every week starting Nov 25', { startDate: '2026-11-25', dueDate: '2026-11-25' }],
  ] as const) {
    const { task } = read(line)
    expect({ line, title: task.title.replace(/,+$/, ''), ...dates }).toEqual({
      line,
      title: 'Plan trip',
      ...(task.startDate ? { startDate: task.startDate } : {}),
      ...(task.dueDate ? { dueDate: task.dueDate } : {}),
    })
  }
  const { pieces } = read('Plan trip friday starts tomorrow')
  expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
    ['due', 'friday'],
    ['start', 'starts tomorrow'],
  ])
  const kept = read('The camp starts monday', 'starts monday')
  expect([kept.task.title, kept.task.startDate, kept.task.dueDate]).toEqual([
    'The camp starts monday',
    undefined,
    undefined,
  ])
  // Words about another day are no due date.
  expect(read('Read mails from monday').task).not.toHaveProperty('dueDate')
})

test('values of the place are taken unless a word says otherwise, and can be taken back', () => {
  const given = { dueDate: '2026-11-20', status: 'In Progress', priority: 'Low' } as const
  const readGiven = (text: string, line = withGiven(newLine(text), given)) =>
    parseLine(line, { dateStyle: 'month-first', now }).task
  expect(readGiven('Order disks')).toMatchObject({ title: 'Order disks', ...given })
  expect(readGiven('Order disks tomorrow !high')).toMatchObject({ dueDate: '2026-11-16', priority: 'High' })
  // The first Monday from the given day on, not from today on.
  expect(readGiven('Stand-up every monday')).toMatchObject({ dueDate: '2026-11-23' })
  const line = withoutGiven(withGiven(newLine('Order disks'), given), 'dueDate')
  expect(readGiven('', line)).not.toHaveProperty('dueDate')
  expect(readGiven('', line)).toMatchObject({ status: 'In Progress', priority: 'Low' })
  expect(withoutGiven(withGiven(newLine('x'), { status: 'Pending' }), 'status')).not.toHaveProperty('given')
})
