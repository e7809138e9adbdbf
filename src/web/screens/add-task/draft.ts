import type { NewTask } from '../../../contract/schemas/tasks.ts'
import { defaults } from '../../../contract/tasks.ts'
import { savedState } from '../../ui/client-state.ts'

export type Draft = Required<Pick<NewTask, 'title' | 'description' | 'dueDate' | 'labels' | 'status' | 'priority'>>

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
