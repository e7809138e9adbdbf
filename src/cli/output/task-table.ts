import type { Task } from '../../contract/schemas/tasks.ts'
import { type AmountName, amountFields, isShownIn } from '../../contract/task-fields.ts'
import { dayOf, dueOf, type Urgency } from '../../contract/task-lists/due.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import { amountOf } from '../../contract/words/amount-words.ts'
import { oneLine } from './clean.ts'
import type { Style, StyleName } from './style.ts'
import { type Column, table } from './table.ts'
import { cut } from './width.ts'

const states: Record<Status, { mark: string; style: StyleName }> = {
  Pending: { mark: '○', style: 'dim' },
  'In Progress': { mark: '◐', style: 'blue' },
  Completed: { mark: '✓', style: 'green' },
}
const priorityStyles: Partial<Record<Priority, StyleName>> = { Critical: 'red', High: 'yellow', Low: 'dim' }
const urgencyStyles: Partial<Record<Urgency, StyleName>> = { overdue: 'red', today: 'yellow', none: 'dim', done: 'dim' }

interface Shown {
  style: Style
  today: string
  /** All tasks, to name the parents of parts. */
  all?: readonly Task[]
}

/** Longer titles of parents are cut. */
const maxParent = 28

export const markOf = (status: Status, style: Style) => style(states[status].style, states[status].mark)

/** The columns in which tasks are shown. */
export function taskColumns({ style, today, all = [] }: Shown) {
  const titles = new Map(all.map(({ _id, title }) => [_id, title]))
  const styled = (name: StyleName | undefined, cell: string) => (name ? style(name, cell) : cell)
  return {
    number: { text: ({ number }) => `#${number}`, align: 'end', style: (_, cell) => style('dim', cell) },
    state: {
      text: ({ status }) => states[status].mark,
      style: ({ status }, cell) => style(states[status].style, cell),
    },
    title: {
      text: ({ title }) => title,
      isFlexible: true,
      style: ({ status }, cell) => styled(status === 'Completed' ? 'dim' : undefined, cell),
    },
    parent: {
      text: ({ partOf }) => {
        const title = partOf && titles.get(partOf)
        return title ? `↳ of ${cut(oneLine(title), maxParent)}` : ''
      },
      style: (_, cell) => style('dim', cell),
      dropFirst: 3,
    },
    priority: {
      text: ({ priority }) => priority,
      style: ({ priority }, cell) => styled(priorityStyles[priority], cell),
      dropFirst: 1,
    },
    ...(Object.fromEntries(
      amountFields
        .filter(({ field }) => isShownIn('terminal', field))
        .map((field) => [
          field.field,
          { text: (task) => amountOf(task, field), align: 'end', style: (_, cell) => style('dim', cell), dropFirst: 1 },
        ]),
    ) as Record<AmountName, Column<Task>>),
    due: {
      text: (task) => (task.status !== 'Completed' && !task.dueDate ? '' : dueOf(task, today).words),
      style: (task, cell) => styled(urgencyStyles[dueOf(task, today).urgency], cell),
      dropFirst: 2,
    },
    labels: {
      text: ({ labels }) => labels.map((label) => `#${label}`).join(' '),
      style: (_, cell) => style('cyan', cell),
      dropFirst: 4,
    },
  } satisfies Record<string, Column<Task>> as Record<
    'number' | 'state' | 'title' | 'parent' | 'priority' | AmountName | 'due' | 'labels',
    Column<Task>
  >
}

/** Tasks in columns for a terminal of this width. */
export const taskTable = (tasks: readonly Task[], shown: Shown, columns: number) =>
  table(tasks, Object.values(taskColumns(shown)), columns)

/** A task for other programs: values with tabs between them, nothing cut. */
export function tabbed(task: Task, ...more: string[]): string {
  const { number, status, priority, title, labels } = task
  const values = [String(number), status, priority, dayOf(task) ?? '', title, labels.join(','), ...more]
  return values.map(oneLine).join('\t')
}
