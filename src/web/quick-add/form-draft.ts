import { newLine } from '../../contract/quick-add/lines.ts'
import type { Parsed } from '../../contract/quick-add/parse.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { defaults } from '../../contract/tasks.ts'
import { savedState } from '../ui/client-state.ts'

/** The specification requires a description and a due date in the form; tasks themselves may have neither. */
export type FormDraft = Required<Pick<NewTask, 'title' | 'description' | 'labels' | 'status' | 'priority'>> & {
  dueDate: string
  /** Words of a line for which the form has no field: `every week part of #12`. */
  words: string
}

export const emptyDraft: FormDraft = { title: '', description: '', dueDate: '', labels: [], words: '', ...defaults }

/**
 * The unfinished form for a new task. It survives a change of screens, a reload and a lost session; adding it, Cancel and Logout remove it.
 */
export function formDraftOf(userId: string) {
  const saved = savedState<Partial<FormDraft>>(userId, 'new-task')
  return {
    read: (): FormDraft | undefined => {
      const found = saved.read()
      return found && { ...emptyDraft, ...found }
    },
    save: (draft: FormDraft) => (isEmpty(draft) ? saved.remove() : saved.save(draft)),
    remove: saved.remove,
  }
}

export const isEmpty = (draft: FormDraft) => JSON.stringify(draft) === JSON.stringify(emptyDraft)

const inForm = new Set(['due', 'priority', 'label'])

/** The form with everything that a line says. */
export const formOf = ({ task, pieces }: Parsed, isTyped: boolean): FormDraft => ({
  ...emptyDraft,
  title: isTyped ? task.title : '',
  description: task.description ?? '',
  dueDate: task.dueDate ?? '',
  labels: task.labels,
  status: task.status,
  priority: task.priority,
  words: pieces
    .filter(({ kind }) => !inForm.has(kind))
    .map(({ text }) => text)
    .join(' '),
})

/** The words of a form as a line, to be parsed. */
export const lineOf = ({ words }: Pick<FormDraft, 'words'>) => newLine(words)

/** The values of a task that the form has no fields for. */
export function otherValues({ task }: Parsed): Partial<NewTask> {
  const { title: _, description: __, dueDate: ___, priority: ____, status: _____, labels: ______, ...others } = task
  return others
}
