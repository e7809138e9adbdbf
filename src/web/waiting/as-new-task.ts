import { amountFields } from '../../contract/task-fields.ts'
import { taskLimits } from '../../contract/tasks.ts'
import type { Change, NamedTask, Wish } from '../deck/change.ts'

/** Makes a new task of the texts of a change whose task does not exist, with the other values that the change has set. */
export function asNewTask({ intent, base }: Change, newId: () => string): Wish[] {
  if (intent.kind !== 'update') return []
  const { title, description, labels, priority, dueDate, startDate, repeat } = intent.values
  const firstLine = [...(description?.split('\n')[0] ?? '')].slice(0, taskLimits.title).join('')
  const task: NamedTask = {
    _id: newId(),
    title: title || base[intent.task]?.task?.title || firstLine || 'Kept text',
    ...(description !== undefined && { description }),
    ...(labels && { labels }),
    ...(priority && { priority }),
    ...(dueDate !== undefined && { dueDate }),
    ...(startDate !== undefined && { startDate }),
    ...(repeat !== undefined && { repeat }),
    ...Object.fromEntries(
      amountFields.flatMap(({ field }) => (intent.values[field] == null ? [] : [[field, intent.values[field]]])),
    ),
  }
  return [{ intent: { kind: 'create', tasks: [task] } }]
}
