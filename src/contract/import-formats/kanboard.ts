import { momentsIn, timeAt } from './days.ts'
import { isListWith, isObject, numberOf, present, textOf, type Values } from './json-values.ts'
import type { Source } from './source-task.ts'
import { kanboardPriority } from './trackers.ts'

/** Tasks as the API of Kanboard answers `getAllTasks`, with or without its envelope. */
export function kanboardTasks(value: unknown): Values[] | undefined {
  const list = isObject(value) ? value.result : value
  return isListWith(list, 'id', 'title', 'project_id', 'is_active') ? list : undefined
}

/** Its times are in seconds; 0 means that there is no time. */
const secondsOf = (value: unknown) => (numberOf(value) ?? 0) * 1_000 || -1

/** Tasks of Kanboard in JSON. */
export function readKanboard(tasks: Values[], timeZone: string): Source {
  const momentOf = momentsIn(timeZone)
  return {
    tasks: tasks.map((entry, index) => {
      const isOpen = numberOf(entry.is_active) === 1
      const due = momentOf(secondsOf(entry.date_due))
      const names = [entry.project_name, entry.category_name, entry.swimlane_name].map(textOf)
      const created = textOf(entry.date_creation)
      return {
        ...{ line: index + 1, id: `${textOf(entry.id)} ${textOf(entry.project_id)} ${created}`, isIdGlobal: true },
        title: textOf(entry.title),
        description: [textOf(entry.description), textOf(entry.url)].filter(Boolean).join('\n\n'),
        labels: names.filter(Boolean),
        status: isOpen ? (secondsOf(entry.date_started) > 0 ? 'In Progress' : 'Pending') : 'Completed',
        ...present({ priority: kanboardPriority(textOf(entry.priority)), dueDate: due?.day, dueTime: due?.time }),
        ...present({ startDate: momentOf(secondsOf(entry.date_started))?.day }),
        ...present({ createdAt: timeAt(secondsOf(created)), completedAt: timeAt(secondsOf(entry.date_completed)) }),
        ...present({ estimateHours: numberOf(entry.time_estimated) || undefined }),
      }
    }),
    problems: [],
    remarks: [],
  }
}
