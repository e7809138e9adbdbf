import type { NewTask } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { fieldName } from '../../contract/words/field-words.ts'
import type { Change, NamedTask, Wish } from '../deck/change.ts'

const textFields = ['title', 'description'] as const

interface ShownText {
  key: string
  about: string
  lines: string[]
}

/** The texts that the user has written and that only this browser has, because the server has not accepted their change. */
export function textsIn({ intent }: Pick<Change, 'intent'>): ShownText[] {
  const written: Partial<NewTask>[] =
    intent.kind === 'create' ? intent.tasks : intent.kind === 'update' ? [intent.values] : []
  return written.flatMap((values, index) =>
    textFields.flatMap((field): ShownText[] => {
      const text = values[field]
      return text ? [{ key: `${index} ${field}`, about: capitalised(fieldName(field)), lines: text.split('\n') }] : []
    }),
  )
}

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
  }
  return [{ intent: { kind: 'create', tasks: [task] } }]
}
