/** The formats of files, with the names that people read. */
export const formatNames = {
  lines: 'Taskdeck lines',
  todoist: 'Todoist CSV',
  github: 'GitHub issues',
  gitlab: 'GitLab CSV',
  jira: 'Jira CSV',
  linear: 'Linear CSV',
  trello: 'Trello board',
  taskwarrior: 'Taskwarrior',
  'todo-txt': 'todo.txt',
  markdown: 'Markdown list',
  icalendar: 'iCalendar tasks',
  vikunja: 'Vikunja export',
  'super-productivity': 'Super Productivity backup',
  kanboard: 'Kanboard tasks',
  csv: 'CSV',
} as const
export type FormatName = keyof typeof formatNames
export type ReadFormatName = Exclude<FormatName, 'lines'>

const tables: ReadonlySet<FormatName> = new Set(['csv', 'todoist', 'gitlab', 'jira', 'linear', 'kanboard'])
/** Whether files of a format can be tables, which have a delimiter. */
export const isTable = (format: FormatName): boolean => tables.has(format)
