import type { NewTask } from '../../../contract/schemas/tasks.ts'
import { defaults } from '../../../contract/tasks.ts'

export type Draft = Required<Pick<NewTask, 'title' | 'description' | 'dueDate' | 'labels' | 'status' | 'priority'>>

export const emptyDraft: Draft = { title: '', description: '', dueDate: '', labels: [], ...defaults }

/** A task that was begun and not added yet. Waits in this tab, over a change of screens, a reload and a sign-in. */
export function draftOf(userId: string) {
  const key = `taskdeck-draft-${userId}`
  const forget = () => sessionStorage.removeItem(key)
  return {
    read: (): Draft | undefined => {
      const kept = sessionStorage.getItem(key)
      return kept ? { ...emptyDraft, ...JSON.parse(kept) } : undefined
    },
    keep: (draft: Draft) => {
      const text = JSON.stringify(draft)
      if (text === JSON.stringify(emptyDraft)) forget()
      else sessionStorage.setItem(key, text)
    },
    forget,
  }
}
