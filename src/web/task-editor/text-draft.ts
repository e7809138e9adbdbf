import type { Task } from '../../contract/schemas/tasks.ts'
import { savedState } from '../ui/client-state.ts'

export type Text = Pick<Task, 'title' | 'description'>

/** Unsaved text of a task, and the version that it is based on. */
interface TextDraft {
  version: number
  base: Text
  mine: Text
}

/** The unsaved text of a task. It survives a reload and a lost session; saving it, discarding it and Logout remove it. */
export const textDraftOf = (userId: string, taskId: string) => savedState<TextDraft>(userId, `text-${taskId}`)
