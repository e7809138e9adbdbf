import type { Priority } from '../tasks.ts'
import { type Dialect, statusOf } from './sheet.ts'

const hasAll = (columns: readonly string[], ...names: string[]) => names.every((name) => columns.includes(name))
const hours = (text: string, perHour: number) => (Number(text) > 0 ? Number(text) / perHour : undefined)

/** Issues of GitLab: Plan > Issues > Export as CSV. The address is the id. */
export const gitlab: Dialect = {
  columns: {
    ...{ title: 'title', id: 'url', description: 'description', labels: 'labels', due: 'due date', status: 'state' },
    ...{ created: 'created at (utc)', completed: 'closed at (utc)' },
  },
  labels: ['milestone'],
  idOf: (cell) => cell('url'),
  referenceOf: (cell) => cell('url'),
  statusOf: (cell) => statusOf(cell('state')),
  hoursOf: (cell) => hours(cell('time estimate'), 3_600),
  ignored: /^(issue (id|iid)|updated at \(utc\)|confidential|locked|time spent)$/,
}

/** Issues of Linear: Settings > Administration > Import/export > Export CSV. An id such as ENG-12 exists in several workspaces, its time of creation does not. */
export const linear: Dialect = {
  columns: {
    ...{ title: 'title', id: 'id', description: 'description', labels: 'labels', priority: 'priority' },
    ...{ due: 'due date', status: 'status', created: 'created', completed: 'completed', parent: 'parent issue' },
  },
  labels: ['project'],
  idOf: (cell) => [cell('id'), cell('created')].join(' ').trim(),
  referenceOf: (cell) => (cell('id') ? `Linear: ${cell('id')}` : ''),
  statusOf(cell) {
    if (cell('completed') || cell('canceled')) return 'Completed'
    return cell('started') ? 'In Progress' : statusOf(cell('status'))
  },
  ignored:
    /^(uuid|team|creator|project id|updated|started|triaged|canceled|archived|cycle .*|project milestone id|time in status.*)$/,
}

const commentMark = /^(?:[^;\n]{4,40};[^;\n]{1,120};)/
/** Comments of Jira are cells such as `17/Nov/26 10:15 AM;user;text`. */
const commentsIn = (cells: string) =>
  cells
    ? [
        cells
          .split('\n')
          .map((line) => line.replace(commentMark, ''))
          .join('\n'),
      ]
    : []

/** Issues of Jira: Filters > Export > CSV (all fields), where columns such as Labels and Comment are repeated. */
export const jira: Dialect = {
  columns: {
    ...{ title: 'summary', id: 'issue key', description: 'description', labels: 'labels', priority: 'priority' },
    ...{ due: 'due date', status: 'status', created: 'created', completed: 'resolved' },
    ...{ start: 'custom field (start date)' },
  },
  labels: ['component/s', 'components', 'fix version/s', 'fix versions'],
  idOf: (cell) => [cell('issue key'), cell('issue id')].join(' ').trim(),
  referenceOf: (cell) => (cell('issue key') ? `Jira: ${cell('issue key')}` : ''),
  statusOf(cell) {
    const category = cell('status category')
    if (category) return statusOf(category)
    return cell('resolved') || statusOf(cell('resolution')) === 'Completed' ? 'Completed' : statusOf(cell('status'))
  },
  hoursOf: (cell) => hours(cell('original estimate'), 3_600),
  namesOf: (cell) => [cell('issue key'), cell('issue id')].filter(Boolean),
  parentsOf: (cell) => [cell('parent key'), cell('parent'), cell('parent id'), cell('custom field (epic link)')],
  textsOf: (cell) => commentsIn(cell('comment')),
  ignored:
    /^(issue id|parent.*|project .*|status category.*|resolution|creator.*|reporter.*|assignee id|updated|last viewed|votes|watchers.*|work ratio|comment|.*estimate|time spent|security level|custom field \(epic link\)|[Σς].*)$/u,
}

const kanboardPriorities: Partial<Record<string, Priority>> = { 1: 'Low', 2: 'High', 3: 'Critical' }
/** Kanboard counts from 0, which is usual, upwards. */
export const kanboardPriority = (text: string): Priority | undefined => kanboardPriorities[text.trim()]

/** Tasks of a project of Kanboard: Exports > Tasks. Dates are written with the month first. */
export const kanboardSheet: Dialect = {
  columns: {
    ...{ title: 'title', id: 'task id', labels: 'tags', priority: 'priority', due: 'due date', start: 'start date' },
    ...{ status: 'status', created: 'creation date', completed: 'completion date' },
  },
  labels: ['project', 'category', 'swimlane'],
  idOf: (cell) => [cell('task id'), cell('project')].join(' ').trim(),
  referenceOf: () => '',
  statusOf: (cell) => (statusOf(cell('status')) === 'Completed' ? 'Completed' : statusOf(cell('column'))),
  priorityOf: kanboardPriority,
  hoursOf: (cell) => hours(cell('time estimated'), 1),
  slashed: 'month first',
  ignored: /^(position|color|creator.*|column|modification date|time spent|complexity|reference)$/,
}

export const dialects = { gitlab, linear, jira, kanboard: kanboardSheet } as const
export type DialectName = keyof typeof dialects

/** The program whose tables have these columns. */
export function dialectOf(columns: readonly string[]): DialectName | undefined {
  if (hasAll(columns, 'issue key', 'summary') && (hasAll(columns, 'issue id') || hasAll(columns, 'issue type')))
    return 'jira'
  if (hasAll(columns, 'id', 'team', 'title', 'status', 'cycle number')) return 'linear'
  if (hasAll(columns, 'title', 'url', 'state', 'created at (utc)')) return 'gitlab'
  return hasAll(columns, 'task id', 'title', 'swimlane', 'column') ? 'kanboard' : undefined
}
