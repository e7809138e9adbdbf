import { expect, test } from 'vitest'
import { shownTasks } from '../../../test/shown-tasks.ts'

const jira = [
  'Summary,Issue key,Issue id,Issue Type,Status,Status Category,Project key,Priority,Assignee,Created,Resolved,Due Date,Labels,Labels,Component/s,Description,Parent,Original Estimate,Comment,Comment,Custom field (Story Points),Custom field (Empty)',
  'Crash on start,SS-1,1001,Bug,In Review,In Progress,SS,Highest,ana,17/Nov/26 10:15 AM,,15/Jul/27 12:00 AM,ui,"needs, care",Core,"Steps:\n1. open ""it""",,7200,"17/Nov/26 11:00 AM;ana;Seen\nagain","18/Nov/26 9:00 AM;bo;Me too",5,',
  "Write a test,SS-2,1002,Sub-task,Won't Do,Done,SS,Trivial,,17/Nov/26 10:20 AM,18/Nov/26 1:00 PM,,,,,,SS-1,,,,,",
]

test('Jira: repeated columns are joined, its dates are read, parts find their parents, and what nothing uses is named', () => {
  const { format, tasks, remarks } = shownTasks(jira.join('\r\n'), 'Jira 2026.csv')
  expect(format).toBe('jira')
  expect(tasks).toEqual([
    {
      ...{ title: 'Crash on start', status: 'In Progress', priority: 'Critical', dueDate: '2027-07-15', estimate: 2 },
      ...{ labels: ['ui', 'needs', 'care', 'core'], createdAt: expect.stringMatching(/^2026-11-1/) },
      description: 'Steps:\n1. open "it"\n\nSeen\nagain\nMe too\n\nJira: SS-1',
    },
    {
      ...{ title: 'Write a test', status: 'Completed', priority: 'Low', partOf: 'Crash on start' },
      ...{ description: 'Jira: SS-2', createdAt: expect.any(String), completedAt: expect.any(String) },
    },
  ])
  expect(remarks).toEqual(['Columns that are not used: issue type, assignee, custom field (story points).'])
})

test('Linear: an apostrophe before a formula goes, cancelled issues are completed, and the name of the file does not matter', () => {
  const head =
    'ID,Team,Title,Description,Status,Estimate,Priority,Project ID,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Cycle Start,Cycle End,Created,Updated,Started,Triaged,Completed,Canceled,Archived,Due Date,Parent issue'
  const rows = [
    `ENG-1,Eng,"'=SUM(1)",,Todo,,Urgent,,Website 🚀,a@b.c,,"Bug, مهم",,,,,2026-05-14T08:53:33Z,,,,,,,2026-12-01,`,
    'ENG-2,Eng,Second,Body,Backlog,3,No priority,,,,,,,,,,2026-05-14T08:53:34Z,,2026-05-15T00:00:00Z,,,,,,ENG-1',
    'ENG-3,Eng,Third,,Duplicate,,Low,,,,,,,,,,2026-05-14T08:53:35Z,,,,,2026-05-16T00:00:00Z,,,',
  ]
  const text = [head, ...rows].join('\n')
  const { format, tasks, ids } = shownTasks(text, 'Export Tue Nov 17 2026.csv')
  expect(format).toBe('linear')
  expect(tasks).toMatchObject([
    {
      title: '=SUM(1)',
      priority: 'Critical',
      dueDate: '2026-12-01',
      labels: ['bug', 'مهم', 'website'],
      status: 'Pending',
    },
    { title: 'Second', status: 'In Progress', description: 'Body\n\nLinear: ENG-2', partOf: '=SUM(1)' },
    { title: 'Third', status: 'Completed', priority: 'Low' },
  ])
  expect(tasks[1]).not.toHaveProperty('priority')
  expect(shownTasks(text, 'other.csv').ids).toEqual(ids)
})

test('GitLab: times are in UTC, the estimate is in seconds, and the address is the id', () => {
  const text = [
    'Title,Description,Issue ID,URL,State,Author,Author Username,Assignee,Assignee Username,Confidential,Locked,Due Date,Created At (UTC),Updated At (UTC),Closed At (UTC),Milestone,Weight,Labels,Time Estimate,Time Spent',
    'Fix "it",,7,https://gitlab.com/a/b/-/issues/7,Open,Ana,ana,,,No,No,2026-12-01,2026-11-01 10:00:00,,,v2.4,,"bug,priority::1",5400,0',
    'Done,Text,8,https://gitlab.com/a/b/-/issues/8,Closed,Ana,ana,,,No,No,,2026-11-01 10:00:00,,2026-11-02 11:30:00,,,,,',
  ].join('\n')
  const { format, tasks } = shownTasks(text)
  expect(format).toBe('gitlab')
  expect(tasks).toEqual([
    {
      ...{
        title: 'Fix "it"',
        status: 'Pending',
        description: 'https://gitlab.com/a/b/-/issues/7',
        dueDate: '2026-12-01',
      },
      ...{ labels: ['bug', 'priority-1', 'v2-4'], createdAt: '2026-11-01T10:00:00.000Z', estimate: 2 },
    },
    {
      ...{ title: 'Done', status: 'Completed', description: 'Text\n\nhttps://gitlab.com/a/b/-/issues/8' },
      ...{ createdAt: '2026-11-01T10:00:00.000Z', completedAt: '2026-11-02T11:30:00.000Z' },
    },
  ])
})

test('Kanboard: dates have the month first, in a table and in answers of its API the seconds since 1970', () => {
  const table = [
    'Task Id,Reference,Project,Status,Category,Swimlane,Column,Position,Color,Due date,Creator,Creator Name,Assignee Username,Assignee Name,Complexity,Title,Creation date,Modification date,Completion date,Start date,Time estimated,Time spent,Priority,Tags',
    '12,,Office,Open,Admin,Default,Work in progress,1,Yellow,03/04/2027,ana,,,,0,Renew it,11/01/2026,11/02/2026,,,1.5,0,3,"a, b"',
    '13,,Office,Closed,,Default,Done,1,Yellow,,ana,,,,0,Old,11/01/2026,,11/02/2026,,0,0,0,',
  ].join('\n')
  const sheet = shownTasks(table)
  expect(sheet.format).toBe('kanboard')
  expect(sheet.tasks).toMatchObject([
    {
      ...{ title: 'Renew it', status: 'In Progress', priority: 'Critical', dueDate: '2027-03-04', estimate: 2 },
      labels: ['a', 'b', 'office', 'admin', 'default'],
    },
    { title: 'Old', status: 'Completed' },
  ])
  const task = {
    ...{
      id: '1',
      title: 'From the API',
      description: 'Text',
      date_creation: '1409961789',
      color_id: 'blue',
      project_id: '1',
    },
    ...{ is_active: '1', date_due: 1_409_963_400, priority: '1', time_estimated: '2', date_started: '0' },
  }
  const answer = shownTasks(JSON.stringify({ jsonrpc: '2.0', id: 1, result: [task] }), '', { timeZone: 'Asia/Tokyo' })
  expect(answer.format).toBe('kanboard')
  expect(answer.tasks).toEqual([
    {
      ...{ title: 'From the API', description: 'Text', reminders: ['due-0T09:30'], status: 'Pending', priority: 'Low' },
      ...{ dueDate: '2014-09-06', estimate: 2, createdAt: '2014-09-06T00:03:09.000Z' },
    },
  ])
})

test('dates with slashes are understood if one of them says their order', () => {
  const dates = (...given: string[]) =>
    shownTasks(['title,due', ...given.map((date, index) => `Task ${index},${date}`)].join('\n')).tasks.map(
      ({ dueDate }) => dueDate,
    )
  expect(dates('03/04/2026', '13/04/2026')).toEqual(['2026-04-03', '2026-04-13'])
  expect(dates('03/04/2026', '04/13/2026')).toEqual(['2026-03-04', '2026-04-13'])
  expect(dates('03/04/2026', '05/06/2026')).toEqual([undefined, undefined])
  expect(dates('3.4.2026', '"Nov 7, 2026"', '30 Feb 2026')).toEqual(['2026-04-03', '2026-11-07', undefined])
})
