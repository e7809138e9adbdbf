import type { NewTask } from '../../../contract/schemas/tasks.ts'
import { defaults } from '../../../contract/tasks.ts'
import { savedState } from '../../ui/client-state.ts'

/** The specification requires a description and a due date in this form; tasks themselves may have neither. */
export type Draft = Required<Pick<NewTask, 'title' | 'description' | 'labels' | 'status' | 'priority'>> & {
  dueDate: string
}

export const emptyDraft: Draft = { title: '', description: '', dueDate: '', labels: [], ...defaults }

/** The draft of a new task. It survives a change of screens, a reload and a lost session; adding it, Cancel and Logout remove it. */
export function draftOf(userId: string) {
  const saved = savedState<Partial<Draft>>(userId, 'new-task')
  return {
    read: (): Draft | undefined => {
      const found = saved.read()
      return found && { ...emptyDraft, ...found }
    },
    save: (draft: Draft) => (isEmpty(draft) ? saved.remove() : saved.save(draft)),
    remove: saved.remove,
  }
}

export const isEmpty = (draft: Draft) => JSON.stringify(draft) === JSON.stringify(emptyDraft)
