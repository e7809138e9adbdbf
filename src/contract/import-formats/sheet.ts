import type { Priority, Status } from '../tasks.ts'
import type { Table } from './csv.ts'
import type { Source, SourceTask } from './source.ts'

/** The fields of a task that a column can have, with the names by which columns are recognised. */
const names = {
  title: ['title', 'summary', 'name', 'task', 'subject', 'content', 'issue'],
  id: ['id', 'key', 'issue key', 'identifier', 'uuid', 'number'],
  description: ['description', 'notes', 'note', 'body', 'details', 'text'],
  labels: ['labels', 'label', 'tags', 'tag', 'project', 'list', 'category'],
  priority: ['priority', 'importance'],
  due: ['due date', 'due', 'due on', 'deadline', 'date'],
  start: ['start date', 'start', 'starts', 'defer date'],
  status: ['status', 'state', 'done', 'completed'],
  created: ['created', 'created at', 'created date', 'date created'],
  completed: ['completed at', 'closed at', 'completion date', 'resolved', 'date completed'],
  parent: ['parent', 'parent id', 'parent task', 'parent issue', 'part of'],
} as const
export type SheetField = keyof typeof names
export const sheetFields = Object.keys(names) as SheetField[]
/** The columns that fields are read from. */
export type SheetColumns = Partial<Record<SheetField, string>>

/** The columns of a table that look like fields of a task: each is proposed for one field at most. */
export function proposedColumns(columns: readonly string[]): SheetColumns {
  const free = new Set(columns)
  const proposed: SheetColumns = {}
  for (const field of sheetFields) {
    const found = names[field].find((name) => free.has(name))
    if (found === undefined) continue
    proposed[field] = found
    free.delete(found)
  }
  return proposed
}

const priorityWords: [RegExp, Priority][] = [
  [/^(critical|urgent|highest|blocker|p0|p1|1)$/, 'Critical'],
  [/^(high|major|important|p2|2)$/, 'High'],
  [/^(medium|normal|p3|3)$/, 'Medium'],
  [/^(low|lowest|minor|trivial|p4|p5|4|5)$/, 'Low'],
]
const isDone = /^(done|completed?|closed|resolved|finished|cancell?ed|yes|true|x|1)$/
const isStarted = /^(in progress|started|doing|in review|active)$/

function statusOf(word: string): Status {
  if (isDone.test(word)) return 'Completed'
  return isStarted.test(word) ? 'In Progress' : 'Pending'
}

/** The rows of any table. Columns are those that were chosen, or else those that look like fields. A column that nothing uses is named. */
export function readSheet({ columns, rows }: Table, chosen: SheetColumns): Source {
  const used: SheetColumns = { ...proposedColumns(columns), ...chosen }
  const unknown = Object.values(chosen).find((column) => !columns.includes(column))
  if (unknown !== undefined) throw new Error(`There is no column “${unknown}”. The columns: ${columns.join(', ')}.`)
  if (used.title === undefined) throw new Error(`Which column is the title? The columns: ${columns.join(', ')}.`)
  const left = columns.filter((column) => column && !Object.values(used).includes(column))
  const made = rows.map(({ line, cells }) => {
    const cell = (field: SheetField) => cells[used[field] ?? '']?.trim() ?? ''
    const word = cell('status').toLowerCase()
    const priority = priorityWords.find(([words]) => words.test(cell('priority').toLowerCase()))?.[1]
    const task: SourceTask = {
      ...{ line, title: cell('title'), description: cell('description'), status: statusOf(word) },
      labels: cell('labels').split(/[,;]/).filter(Boolean),
      ...{ dueDate: cell('due'), startDate: cell('start') },
      ...(priority ? { priority } : {}),
      ...(cell('id') ? { id: cell('id') } : {}),
      ...(cell('created') ? { createdAt: cell('created') } : {}),
      ...(cell('completed') ? { completedAt: cell('completed') } : {}),
    }
    return { task, parent: cell('parent') }
  })
  const byName = new Map(
    made.flatMap(({ task }) => [[task.id ?? task.title, task] as const, [task.title, task] as const]),
  )
  for (const { task, parent } of made) {
    const above = parent ? byName.get(parent) : undefined
    if (above && above !== task) task.parent = above
  }
  const remarks = left.length ? [{ line: 1, message: `Columns that are not used: ${left.join(', ')}.` }] : []
  return { tasks: parentsFirst(made.map(({ task }) => task)), problems: [], remarks }
}

/** A part comes after its parent. A task that is part of itself, over others, becomes a task of its own. */
function parentsFirst(tasks: SourceTask[]): SourceTask[] {
  const ordered = new Set<SourceTask>()
  for (const task of tasks) {
    const chain: SourceTask[] = []
    for (let one: SourceTask | undefined = task; one && !ordered.has(one); one = one.parent) {
      if (chain.includes(one)) {
        delete chain.at(-1)?.parent
        break
      }
      chain.push(one)
    }
    for (const one of chain.reverse()) ordered.add(one)
  }
  return [...ordered]
}
