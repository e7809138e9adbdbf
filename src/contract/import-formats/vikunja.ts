import type { Repeat } from '../repeat.ts'
import type { Priority } from '../tasks.ts'
import { momentsIn, timesIn } from './days.ts'
import { textOfHtml } from './html-text.ts'
import { isListWith, isObject, numberOf, objectsIn, present, textOf, type Values } from './json-values.ts'
import type { Remark } from './remarks.ts'
import type { Source, SourceTask } from './source-task.ts'

/** The `data.json` of an export: Settings > Export your data. A list of projects with their tasks. */
export const isVikunja = (value: unknown): value is Values[] =>
  isListWith(value, 'id', 'title') &&
  value.some(({ tasks }) => Array.isArray(tasks)) &&
  value.every(({ tasks }) => tasks === undefined || tasks === null || Array.isArray(tasks))

const priorities: (Priority | undefined)[] = [undefined, 'Low', 'Medium', 'High', 'Critical', 'Critical']
const daySeconds = 86_400

/** A repetition after so many seconds, each month, or counted from the completion. */
function repeatOf({ repeat_after, repeat_mode }: Values): Pick<SourceTask, 'repeat' | 'lostRepeat'> {
  const mode = numberOf(repeat_mode) ?? 0
  const seconds = numberOf(repeat_after) ?? 0
  if (mode === 1) return { repeat: { rule: 'FREQ=MONTHLY', from: 'due' } }
  if (seconds <= 0) return {}
  const days = seconds / daySeconds
  if (!Number.isInteger(days) || days > 999) return { lostRepeat: `every ${seconds / 3_600} hours` }
  const from: Repeat['from'] = mode === 2 ? 'completion' : 'due'
  const [frequency, interval] = days % 7 === 0 ? ['WEEKLY', days / 7] : ['DAILY', days]
  return { repeat: { rule: `FREQ=${frequency}${interval === 1 ? '' : `;INTERVAL=${interval}`}`, from } }
}

/** Tasks of all projects of Vikunja. Projects become labels, and descriptions of its editor become Markdown. */
export function readVikunja(projects: Values[], timeZone: string): Source {
  const momentOf = momentsIn(timeZone)
  const timeOf = timesIn(timeZone)
  const remarks: Remark[] = []
  const made = new Map<string, SourceTask>()
  const entries: { entry: Values; task: SourceTask }[] = []
  for (const project of projects) {
    for (const entry of objectsIn(project.tasks)) {
      const line = entries.length + 1
      const id = textOf(entry.id)
      const due = momentOf(textOf(entry.due_date))
      const done = entry.done === true
      const comments = objectsIn(entry.comments).map(({ comment }) => textOfHtml(textOf(comment)))
      if (objectsIn(entry.attachments).length)
        remarks.push({ line, kind: 'file', message: 'Its attachments are left out.' })
      const reminders = objectsIn(entry.reminders).flatMap(({ reminder }) => timeOf(textOf(reminder)) ?? [])
      const priority = priorities[numberOf(entry.priority) ?? 0]
      const task: SourceTask = {
        ...{ line, id: `${id} ${textOf(entry.created)}`, isIdGlobal: true, title: textOf(entry.title) },
        description: [textOfHtml(textOf(entry.description)), ...comments].filter(Boolean).join('\n\n'),
        labels: [...objectsIn(entry.labels).map(({ title }) => textOf(title)), textOf(project.title)].filter(Boolean),
        status: done ? 'Completed' : (numberOf(entry.percent_done) ?? 0) > 0 ? 'In Progress' : 'Pending',
        ...present({
          priority,
          dueDate: due?.day,
          dueTime: due?.time,
          startDate: momentOf(textOf(entry.start_date))?.day,
        }),
        ...present({ createdAt: textOf(entry.created), completedAt: done ? textOf(entry.done_at) : '' }),
        ...(reminders.length ? { reminders } : {}),
        ...repeatOf(entry),
      }
      made.set(id, task)
      entries.push({ entry, task })
    }
  }
  for (const { entry, task } of entries) {
    const related = isObject(entry.related_tasks) ? entry.related_tasks : {}
    const others = (kind: string) => objectsIn(related[kind]).flatMap(({ id }) => made.get(textOf(id)) ?? [])
    const [parent] = others('parenttask')
    if (parent && parent !== task) task.parent = parent
    for (const part of others('subtask')) if (part !== task) part.parent ??= task
    task.blockedBy = [...(task.blockedBy ?? []), ...others('blocked'), ...others('follows')]
  }
  return { tasks: entries.map(({ task }) => task), problems: [], remarks }
}
