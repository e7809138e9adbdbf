import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { formatDay } from '../ui/format-day.ts'

/** What was changed, and to what: `#12: due Nov 20, 2026.` */
export function changeWords(
  tasks: Pick<Task, 'number'>[],
  { status, priority, dueDate, addLabels = [], removeLabels = [] }: ManyChange,
  dateStyle: Preferences['dateStyle'],
): string {
  const [first] = tasks
  const which = tasks.length === 1 && first ? `#${first.number}` : `${tasks.length} tasks`
  const what = [
    status,
    priority && `${priority} priority`,
    dueDate && `due ${formatDay(dueDate, dateStyle)}`,
    ...addLabels.map((label) => `with #${label}`),
    ...removeLabels.map((label) => `without #${label}`),
  ]
  return `${which}: ${what.filter(Boolean).join(', ')}.`
}
