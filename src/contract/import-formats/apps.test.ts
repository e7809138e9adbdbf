import { expect, test } from 'vitest'
import { shownTasks } from '../../../test/shown-tasks.ts'

test('Taskwarrior: moments are days of the time zone, dependencies block, and of a repeating task only the open one is imported', () => {
  const entries = [
    {
      ...{
        id: 1,
        uuid: 'a1',
        description: 'Pay the "rent" 🚀',
        status: 'pending',
        entry: '20261101T100000Z',
        project: 'Home.Garden',
      },
      ...{ due: '20261116T230000Z', priority: 'H', tags: ['next', 'Geld'], depends: ['b2'], start: '20261102T100000Z' },
      annotations: [{ entry: '20261101T100000Z', description: 'https://example.com' }],
    },
    {
      id: 2,
      uuid: 'b2',
      description: 'Find the form',
      status: 'waiting',
      entry: '20261101T100000Z',
      wait: '20261124T230000Z',
    },
    { id: 0, uuid: 'c3', description: 'Old', status: 'completed', end: '20261102T120000Z', depends: 'b2,x9' },
    { id: 0, uuid: 'd4', description: 'Gone', status: 'deleted' },
    {
      id: 3,
      uuid: 'e5',
      description: 'Water the plants',
      status: 'recurring',
      recur: 'weekly',
      due: '20261101T000000Z',
    },
    {
      id: 4,
      uuid: 'f6',
      description: 'Water the plants',
      status: 'pending',
      recur: 'weekly',
      parent: 'e5',
      due: '20261118T143000Z',
    },
    {
      id: 5,
      uuid: 'g7',
      description: 'Water the plants',
      status: 'pending',
      recur: 'weekly',
      parent: 'e5',
      due: '20261125T143000Z',
    },
    { id: 6, uuid: 'h8', description: 'Odd', status: 'pending', recur: '36hours' },
  ]
  const { format, tasks, remarks } = shownTasks(JSON.stringify(entries), '', { timeZone: 'Europe/Berlin' })
  expect(format).toBe('taskwarrior')
  expect(tasks).toEqual([
    {
      ...{ title: 'Pay the "rent" 🚀', description: 'https://example.com', labels: ['next', 'geld', 'home-garden'] },
      ...{ status: 'In Progress', priority: 'High', dueDate: '2026-11-17', createdAt: '2026-11-01T10:00:00.000Z' },
      blockedBy: ['Find the form'],
    },
    { title: 'Find the form', status: 'Pending', startDate: '2026-11-25', createdAt: '2026-11-01T10:00:00.000Z' },
    { title: 'Old', status: 'Completed', completedAt: '2026-11-02T12:00:00.000Z', blockedBy: ['Find the form'] },
    {
      ...{ title: 'Water the plants', reminders: ['due-0T15:30'], status: 'Pending', dueDate: '2026-11-18' },
      repeat: { rule: 'FREQ=WEEKLY', from: 'due' },
    },
    { title: 'Odd', description: 'Repeats: 36hours', status: 'Pending' },
  ])
  expect(remarks).toHaveLength(5)
})

test('Trello: lists and labels become labels, checklists stay checklists, and archived cards are completed', () => {
  const board = {
    ...{ id: 'b', name: 'Board' },
    lists: [
      { id: 'l1', name: 'To do', closed: false, pos: 1 },
      { id: 'l2', name: 'Doing', closed: false, pos: 2 },
    ],
    checklists: [
      {
        ...{ id: 'k', idCard: '5f5a0000aaaaaaaaaaaaaaaa', name: 'Steps', pos: 1 },
        checkItems: [
          { name: 'Second', state: 'incomplete', pos: 2 },
          { name: 'First', state: 'complete', pos: 1 },
        ],
      },
    ],
    actions: [{ type: 'commentCard', data: { card: { id: '5f5a0000aaaaaaaaaaaaaaaa' }, text: 'A comment' } }],
    cards: [
      {
        ...{ id: '5f5a0000aaaaaaaaaaaaaaaa', name: 'Write it', desc: 'Text', idList: 'l2', closed: false, pos: 1 },
        ...{
          due: '2026-11-20T15:00:00.000Z',
          start: '2026-11-18T00:00:00.000Z',
          dueComplete: false,
          shortUrl: 'https://trello.com/c/x',
        },
        ...{
          labels: [{ name: '', color: 'red' }, { name: 'Big one' }],
          idMembers: ['m', 'n'],
          attachments: [{ name: 'a.png' }],
        },
      },
      {
        id: '5f5a0000bbbbbbbbbbbbbbbb',
        name: 'Archived',
        desc: '',
        idList: 'l1',
        closed: true,
        pos: 1,
        due: null,
        labels: [],
      },
    ],
  }
  const { format, tasks, remarks } = shownTasks(JSON.stringify(board), '', { timeZone: 'Europe/Berlin' })
  expect(format).toBe('trello')
  expect(tasks).toEqual([
    { title: 'Archived', status: 'Completed', labels: ['to-do'], createdAt: '2020-09-10T10:29:20.000Z' },
    {
      ...{ title: 'Write it', status: 'In Progress', labels: ['doing', 'red', 'big-one'], dueDate: '2026-11-20' },
      ...{ startDate: '2026-11-18', createdAt: '2020-09-10T10:29:20.000Z' },
      description: 'Text\n\n**Steps**\n- [x] First\n- [ ] Second\n\nA comment\n\nhttps://trello.com/c/x',
      reminders: ['due-0T16:00'],
    },
  ])
  expect(remarks).toHaveLength(4)
})

test('Vikunja: descriptions become Markdown, relations become parts and blockers, and a missing date stays missing', () => {
  const none = '0001-01-01T00:00:00Z'
  const projects = [
    {
      ...{ id: 1, title: 'Haus & Garten', description: '' },
      tasks: [
        {
          ...{
            id: 5,
            title: 'Fence',
            done: false,
            due_date: '2026-11-20T23:00:00Z',
            start_date: none,
            priority: 5,
            percent_done: 0.5,
          },
          description:
            '<p>Buy <strong>wood</strong> &amp; nails</p><ul><li data-checked="true" data-type="taskItem"><p>Ask</p></li></ul>',
          ...{
            labels: [{ id: 1, title: 'Outdoor' }],
            created: '2026-11-01T10:00:00Z',
            repeat_after: 1_209_600,
            repeat_mode: 2,
          },
          ...{ related_tasks: { subtask: [{ id: 6 }], blocked: [{ id: 7 }] }, comments: [{ comment: '<p>Soon</p>' }] },
          ...{ reminders: [{ reminder: none }], attachments: null },
        },
        {
          id: 6,
          title: 'Paint',
          done: false,
          due_date: none,
          created: '2026-11-01T10:00:01Z',
          repeat_after: 3_600,
          related_tasks: null,
        },
        {
          id: 7,
          title: 'Saw',
          done: true,
          done_at: '2026-11-02T10:00:00Z',
          due_date: none,
          created: '2026-11-01T10:00:02Z',
        },
      ],
    },
    { id: 2, title: 'Empty', tasks: null },
  ]
  const { format, tasks, remarks } = shownTasks(JSON.stringify(projects), 'data.json', { timeZone: 'Europe/Berlin' })
  expect(format).toBe('vikunja')
  expect(tasks).toEqual([
    {
      ...{
        title: 'Fence',
        status: 'In Progress',
        priority: 'Critical',
        dueDate: '2026-11-21',
        labels: ['outdoor', 'haus-garten'],
      },
      ...{ description: 'Buy wood & nails\n\n- [x] Ask\n\nSoon', createdAt: '2026-11-01T10:00:00.000Z' },
      ...{ repeat: { rule: 'FREQ=WEEKLY;INTERVAL=2', from: 'completion' }, blockedBy: ['Saw'] },
    },
    {
      ...{ title: 'Paint', status: 'Pending', partOf: 'Fence', labels: ['haus-garten'] },
      ...{ description: 'Repeats: every 1 hours', createdAt: expect.any(String) },
    },
    expect.objectContaining({ title: 'Saw', status: 'Completed', completedAt: '2026-11-02T10:00:00.000Z' }),
  ])
  expect(remarks).toHaveLength(1)
})

test('Super Productivity: projects and tags become labels, and tasks of the archive are imported as well', () => {
  const entities = (...all: { id: string }[]) => ({
    ids: all.map(({ id }) => id),
    entities: Object.fromEntries(all.map((one) => [one.id, one])),
  })
  const data = {
    task: entities(
      {
        ...{
          id: 't1',
          title: 'Write',
          notes: 'A note',
          isDone: false,
          created: 1_789_000_000_000,
          projectId: 'p',
          tagIds: ['g', 'TODAY'],
        },
        ...{ dueDay: '2026-11-20', timeEstimate: 5_400_000, repeatCfgId: 'r', subTaskIds: ['t2'], attachments: [] },
      } as { id: string },
      {
        id: 't2',
        title: 'Part',
        isDone: false,
        created: 1_789_000_000_000,
        parentId: 't1',
        projectId: 'INBOX_PROJECT',
        tagIds: [],
        dueWithTime: 1_795_190_400_000,
      } as { id: string },
    ),
    project: entities(
      { id: 'p', title: 'Work' } as { id: string },
      { id: 'INBOX_PROJECT', title: 'Inbox' } as { id: string },
    ),
    tag: entities({ id: 'g', title: 'Deep Work' } as { id: string }, { id: 'TODAY', title: 'Today' } as { id: string }),
    taskRepeatCfg: entities({ id: 'r', repeatCycle: 'WEEKLY', repeatEvery: 2, monday: true, friday: true } as {
      id: string
    }),
    archiveYoung: {
      task: entities({ id: 't9', title: 'Old', isDone: true, doneOn: 1_789_000_000_000, tagIds: [] } as { id: string }),
    },
  }
  for (const backup of [data, { timestamp: 1, data }]) {
    const { format, tasks } = shownTasks(JSON.stringify(backup, undefined, 2), 'sp.json', { timeZone: 'UTC' })
    expect(format).toBe('super-productivity')
    expect(tasks).toMatchObject([
      {
        ...{ title: 'Write', description: 'A note', labels: ['deep-work', 'work'], dueDate: '2026-11-20', estimate: 2 },
        repeat: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', from: 'due' },
      },
      { title: 'Part', partOf: 'Write', dueDate: '2026-11-20', reminders: ['due-0T16:00'] },
      { title: 'Old', status: 'Completed', completedAt: expect.any(String) },
    ])
  }
})

test('iCalendar: lines are unfolded, alarms become reminders, and a rule that has no match is kept as a text', () => {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'SUMMARY:No task',
    'END:VEVENT',
    'BEGIN:VTODO',
    'UID:one@example.com',
    'SUMMARY:Renew\\, please\\; the ac',
    ' count',
    'DESCRIPTION:First line\\nمهم 🚀',
    'DUE;TZID="Europe/Berlin":20261121T150000',
    'DTSTART;VALUE=DATE:20261118',
    'PRIORITY:1',
    'CATEGORIES:Home,Big\\, thing',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=21;UNTIL=20271231T235959Z',
    'BEGIN:VALARM',
    'DESCRIPTION:Reminder',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:two@example.com',
    'RELATED-TO;RELTYPE=PARENT:one@example.com',
    'SUMMARY:Part',
    'DUE:20261120T233000Z',
    'STATUS:COMPLETED',
    'COMPLETED:20261119T100000Z',
    'RRULE:FREQ=HOURLY',
    'END:VTODO',
    'BEGIN:VTODO',
    'SUMMARY:Hourly',
    'STATUS:IN-PROCESS',
    'RRULE:FREQ=HOURLY',
    'END:VTODO',
    'END:VCALENDAR',
  ].join('\r\n')
  const { format, tasks, remarks } = shownTasks(text, 'tasks.ics', { timeZone: 'Europe/Berlin' })
  expect(format).toBe('icalendar')
  expect(tasks).toEqual([
    {
      ...{ title: 'Renew, please; the account', priority: 'Critical', status: 'Pending', dueDate: '2026-11-21' },
      ...{ startDate: '2026-11-18', labels: ['home', 'big-thing'] },
      ...{ description: 'First line\nمهم 🚀\n\nDue time: 15:00', reminders: ['due-4T23:45'] },
      repeat: { rule: 'FREQ=MONTHLY;BYMONTHDAY=21;UNTIL=20271231', from: 'due' },
    },
    {
      ...{ title: 'Part', status: 'Completed', dueDate: '2026-11-21', completedAt: '2026-11-19T10:00:00.000Z' },
      ...{ partOf: 'Renew, please; the account', description: 'Due time: 00:30\nRepeats: FREQ=HOURLY' },
    },
    { title: 'Hourly', status: 'In Progress', description: 'Repeats: FREQ=HOURLY' },
  ])
  expect(remarks).toHaveLength(4)
})

test('Markdown: headings become labels, parents or nothing', () => {
  const text =
    '# Plan\n\n- Loose\n\nRelease 2.4\n-----------\n\n- Write\n  - Draft\n\n### Later ###\n\n- Sleep\n\n# Empty\n'
  const of = (headings: 'labels' | 'parents' | 'none') => shownTasks(text, 'a.md', { headings })
  expect(of('labels').tasks.map(({ labels }) => labels)).toEqual([
    ['plan'],
    ['release-2-4'],
    ['release-2-4'],
    ['later'],
  ])
  expect(of('parents').tasks.map(({ title, partOf }) => [title, partOf])).toEqual([
    ['Plan', undefined],
    ['Loose', 'Plan'],
    ['Release 2.4', 'Plan'],
    ['Write', 'Release 2.4'],
    ['Draft', 'Write'],
    ['Later', 'Release 2.4'],
    ['Sleep', 'Later'],
  ])
  expect(of('none').tasks).toHaveLength(4)
  expect(of('none').remarks[0]).toContain('headings')
})
