import { expect, test } from 'vitest'
import { shownTasks } from '../../../test/shown-tasks.ts'
import { readTable } from './csv.ts'
import { cellMoment, clockAfter, clockIn, momentAt } from './days.ts'
import { readFiles } from './read-files.ts'
import { groupRemarks } from './remarks.ts'

test('tables of spreadsheets: a line with the delimiter, old line ends, and single digits in dates', () => {
  const text = 'sep=;\r\ntitle;due\r\nOne, two;2026-1-5\r\n;x\r\nThree;5.1.26\r\n'
  const { format, tasks, problems } = shownTasks(text, 'plan.csv')
  expect(format).toBe('csv')
  expect(tasks).toMatchObject([
    { title: 'One, two', dueDate: '2026-01-05' },
    { title: 'Three', dueDate: '2026-01-05' },
  ])
  expect(problems).toEqual([{ line: 4, message: 'It has no title.' }])
  const rows = Array.from({ length: 900 }, (_, index) => `Task ${index},a,b,c`)
  expect(readTable(['title,x,y,z', ...rows].join('\r')).rows).toHaveLength(900)
})

test('a time in a table becomes a reminder, in the time zone of the user if it has one', () => {
  const text =
    'title,due\nLocal,2026-11-20 15:30\nZoned,2026-11-20T23:30:00Z\nMidnight,11/30/2026 12:00 AM\nNoon,11/30/2026 12:00 PM\n'
  const { tasks, remarks } = shownTasks(text, '', { timeZone: 'Europe/Berlin' })
  expect(tasks.map(({ title, dueDate, reminders }) => [title, dueDate, reminders])).toEqual([
    ['Local', '2026-11-20', ['due-0T15:30']],
    ['Zoned', '2026-11-21', ['due-0T00:30']],
    ['Midnight', '2026-11-30', undefined],
    ['Noon', '2026-11-30', ['due-0T12:00']],
  ])
  expect(remarks).toHaveLength(3)
  expect(cellMoment('soon', 'UTC')).toBeUndefined()
  expect(cellMoment('20261120', 'UTC')).toEqual({ day: '2026-11-20' })
})

test('words of priorities and states are found beside signs and numbers', () => {
  const words = ['P1 - Urgent', '🔥 High', '3. Medium', 'low!', 'whatever', '']
  const text = ['title,priority,status', ...words.map((word, index) => `T${index},${word},${index ? '✅ Done' : ''}`)]
  expect(shownTasks(text.join('\n')).tasks.map(({ priority, status }) => [priority, status])).toEqual([
    ['Critical', 'Pending'],
    ...['High', 'Medium', 'Low', undefined, undefined].map((priority) => [priority, 'Completed']),
  ])
})

test('a label without letters is named, and others keep any script', () => {
  const { tasks, remarks } = shownTasks('title,labels\nA,"🔥, مهم, ---, Ünï cödé"\n')
  expect(tasks).toMatchObject([{ labels: ['مهم', 'ünï-cödé'] }])
  expect(remarks).toEqual(['“🔥”', '“ ---”'])
  const groups = groupRemarks([{ line: 2, kind: 'label', message: '“🔥”' }])
  expect(groups).toEqual([
    { title: '1 label without letters', reason: 'A label has letters or digits. They are left out: “🔥”', lines: [2] },
  ])
})

test('Todoist: a backup names the project, comments may have files, and a duration is an estimate', () => {
  const csv = [
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG',
    'task,* A heading,,4,1,Ana (1),Bo (2),,en,,90,minute,2026-12-24,en',
    'note,"See this [[file {""file_name"":""a.png"",""file_url"":""https://x""}]]",,,,,,,,,,,,',
    'task,Second,,4,1,Ana (1),,every day,en,,None,None,,',
  ].join('\n')
  const { tasks, remarks } = shownTasks(csv, 'Work & Home [2203].csv')
  expect(tasks).toMatchObject([
    { title: 'A heading', labels: ['work-home'], estimate: 2, dueDate: '2026-12-24', description: 'See this' },
    { title: 'Second', labels: ['work-home'], repeat: { rule: 'FREQ=DAILY' } },
  ])
  expect(tasks[1]).not.toHaveProperty('estimate')
  expect(remarks).toEqual(['The person in charge is left out.', 'The file of its comment is left out.'])
  const zip = readFiles(
    'todoist',
    [
      { name: 'Inbox [1].csv', text: csv },
      { name: 'Private [2].csv', text: csv },
    ],
    {},
  )
  expect(zip.tasks.map(({ task }) => task.labels)).toEqual([undefined, undefined, ['private'], ['private']])
})

test('todo.txt: a repetition counts from the completion or from the due date', () => {
  const text =
    '(A) Water due:2026-11-20 rec:2w\nPay due:2026-11-20 rec:+1m\nOdd rec:often due:2026-11-20\nWork rec:b due:2026-11-20'
  expect(shownTasks(text, 'todo.txt').tasks.map(({ title, repeat }) => [title, repeat])).toEqual([
    ['Water', { rule: 'FREQ=WEEKLY;INTERVAL=2', from: 'completion' }],
    ['Pay', { rule: 'FREQ=MONTHLY', from: 'due' }],
    ['Odd rec:often', undefined],
    ['Work', { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', from: 'completion' }],
  ])
})

test('GitHub: answers of its API are read like those of gh', () => {
  const issue = {
    ...{ number: 7, title: 'Crash', state: 'closed', url: 'https://api.github.com/repos/a/b/issues/7' },
    ...{ html_url: 'https://github.com/a/b/issues/7', created_at: '2026-01-02T03:04:05Z' },
    ...{ closed_at: '2026-01-03T00:00:00Z', milestone: { title: 'v1', due_on: '2026-02-01T00:00:00Z' } },
  }
  const request = { ...issue, number: 8, title: 'Mend it', pull_request: { url: 'https://api.github.com/x' } }
  expect(shownTasks(JSON.stringify([issue, request])).remarks).toEqual(['A change request is no task.'])
  expect(shownTasks(JSON.stringify([issue, request])).tasks).toMatchObject([
    {
      ...{ source: 'https://github.com/a/b/issues/7', status: 'Completed', dueDate: '2026-02-01' },
      ...{ createdAt: '2026-01-02T03:04:05.000Z', completedAt: '2026-01-03T00:00:00.000Z' },
    },
  ])
})

test('Taskwarrior: one task per line is read like a list, and tasks never wait for themselves', () => {
  const task = (uuid: string, depends: string[]) => ({ uuid, description: uuid, status: 'pending', depends })
  const all = [task('a', ['b']), task('b', ['c']), task('c', ['a', 'd']), task('d', ['d'])]
  const { format, tasks, remarks } = shownTasks(all.map((one) => JSON.stringify(one)).join('\n'))
  expect(format).toBe('taskwarrior')
  expect(tasks.map(({ blockedBy }) => blockedBy)).toEqual([['b'], ['c'], ['d'], undefined])
  expect(remarks).toEqual(['It would wait for itself: a blocker is left out.'])
  expect(shownTasks(JSON.stringify(all)).tasks).toEqual(tasks)
})

test('Trello: values of custom fields stand in the description', () => {
  const board = {
    customFields: [
      { id: 'f1', name: 'Effort', type: 'number' },
      { id: 'f2', name: 'Team', type: 'list', options: [{ id: 'o1', value: { text: 'Core' } }] },
    ],
    lists: [{ id: 'l', name: 'Doing' }],
    cards: [
      {
        ...{ id: 'c', name: 'Card', desc: 'Text', idList: 'l' },
        customFieldItems: [
          { idCustomField: 'f1', value: { number: '3' } },
          { idCustomField: 'f2', idValue: 'o1', value: null },
        ],
      },
    ],
  }
  expect(shownTasks(JSON.stringify(board)).tasks).toMatchObject([
    { title: 'Card', description: 'Text\n\nEffort: 3\nTeam: Core', labels: ['doing'] },
  ])
})

test('alarms of a calendar are reminders where the user is, and those that have no time are named', () => {
  const todo = (...lines: string[]) => ['BEGIN:VTODO', 'SUMMARY:x', ...lines, 'END:VTODO']
  const alarm = (...lines: string[]) => ['BEGIN:VALARM', ...lines, 'END:VALARM']
  const text = [
    'BEGIN:VCALENDAR',
    ...todo('DUE;TZID=America/New_York:20261120T180000', ...alarm('TRIGGER;RELATED=END:-PT30M', 'ACTION:DISPLAY')),
    ...todo('DUE:20261120T140000Z', ...alarm('TRIGGER:-P1D'), ...alarm('TRIGGER;VALUE=DATE-TIME:20261118T230000Z')),
    ...todo(
      'DUE;VALUE=DATE:20261120',
      ...alarm('TRIGGER:-PT15H'),
      ...alarm('TRIGGER;VALUE=DATE-TIME:20261122T080000Z'),
    ),
    ...todo(...alarm('TRIGGER;VALUE=DATE-TIME:20261118T080000Z'), ...alarm('TRIGGER:-PT5M')),
    ...todo('DUE:20261120T140000Z', ...alarm('TRIGGER;VALUE=DATE-TIME:19760401T005545Z', 'ACTION:NONE')),
    ...todo('DUE:20261120T140000Z', 'STATUS:COMPLETED', ...alarm('TRIGGER:-P1D')),
    ...todo('DUE;TZID=Mars:20261120T140000'),
    'END:VCALENDAR',
  ].join('\n')
  const { tasks, remarks } = shownTasks(text, '', { timeZone: 'Europe/Berlin' })
  expect(tasks.map(({ dueDate, reminders, description }) => [dueDate, reminders, description])).toEqual([
    ['2026-11-21', ['due-1T23:30'], undefined],
    ['2026-11-20', ['due-1T00:00', 'due-1T15:00'], 'Due time: 15:00'],
    ['2026-11-20', ['2026-11-22T09:00', 'due-1T09:00'], undefined],
    [undefined, ['2026-11-18T09:00'], undefined],
    ['2026-11-20', ['due-0T15:00'], undefined],
    ['2026-11-20', undefined, 'Due time: 15:00'],
    ['2026-11-20', undefined, 'Due time: 14:00 (Mars)'],
  ])
  expect(remarks.filter((remark) => remark.includes('left out'))).toEqual(['One of its reminders is left out.'])
})

test('reminders of Vikunja and Super Productivity stay reminders, ten of each task', () => {
  const reminders = Array.from({ length: 12 }, (_, hour) => ({ reminder: `2026-11-20T${10 + hour}:00:00Z` }))
  const task = { id: 1, title: 'Call', done: false, due_date: '2026-11-21T08:00:00Z', created: '', reminders }
  const { tasks, remarks } = shownTasks(JSON.stringify([{ id: 2, title: 'Work', tasks: [task] }]), '', {
    timeZone: 'Europe/Berlin',
  })
  expect(tasks[0]?.reminders).toHaveLength(10)
  expect(tasks[0]?.reminders?.slice(0, 2)).toEqual(['due-1T11:00', 'due-1T12:00'])
  expect(tasks[0]?.description).toBe('Due time: 09:00')
  expect(remarks).toContain('It keeps 10 reminders.')
  const entity = (value: object) => ({ title: 'Call', isDone: false, ...value })
  const backup = {
    task: {
      ids: ['a', 'b'],
      entities: {
        a: entity({ id: 'a', dueDay: '2026-11-20', remindAt: Date.UTC(2026, 10, 19, 8) }),
        b: entity({ id: 'b', reminderId: 'r' }),
      },
    },
    reminders: [{ id: 'r', remindAt: Date.UTC(2026, 10, 19, 9) }],
  }
  const read = shownTasks(JSON.stringify(backup), '', { timeZone: 'Europe/Berlin' })
  expect(read.tasks.map((one) => one.reminders)).toEqual([['due-1T09:00'], ['2026-11-19T10:00']])
  expect(read.remarks).toEqual([])
})

test('times of day are read in the forms that people write, and as clocks of any zone show them', () => {
  expect(['9:00', '3pm', '3:30 PM', '12 a.m.', '12:05pm', '23:59', '24:00', '13pm', '7', 'noon'].map(clockIn)).toEqual([
    ...['09:00', '15:00', '15:30', '00:00', '12:05', '23:59'],
    ...Array.from({ length: 4 }, () => undefined),
  ])
  expect(momentAt('2026-07-01', '12:00', 'Asia/Kathmandu')).toBe('2026-07-01T06:15:00.000Z')
  expect(momentAt('2026-10-25', '12:00', 'Europe/Berlin')).toBe('2026-10-25T11:00:00.000Z')
  expect(momentAt('2026-10-25', '12:00', '+01:00')).toBeUndefined()
  expect(clockAfter({ day: '2026-11-20', time: '09:00' }, '-P1DT30M')).toEqual({ day: '2026-11-19', time: '08:30' })
  expect(clockAfter({ day: '2026-11-20' }, 'P1W')).toEqual({ day: '2026-11-27', time: '00:00' })
  expect(clockAfter({ day: '2026-11-20' }, 'soon')).toBeUndefined()
})

test('the place of a calendar entry stays, and reminders of Super Productivity without a time are named', () => {
  const ics = 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Meet\nLOCATION:Room 1\\, left\nEND:VTODO\nEND:VCALENDAR'
  expect(shownTasks(ics).tasks).toMatchObject([{ title: 'Meet', description: 'Location: Room 1, left' }])
  const backup = { task: { ids: ['t'], entities: { t: { id: 't', title: 'Call', reminderId: 'r' } } } }
  expect(shownTasks(JSON.stringify(backup)).remarks).toEqual(['Its reminder is left out.'])
})
