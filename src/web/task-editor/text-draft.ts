import type { Task } from '../../contract/schemas/tasks.ts'
import { savedState } from '../ui/client-state.ts'
import { partOf } from './merge.ts'

export type Text = Pick<Task, 'title' | 'description'>

export const textOf = (task: Task): Text => partOf(task, ['title', 'description'])

/** A text as the server stores it. */
export const trimmed = ({ title, description }: Text): Text => ({
  title: title.trim(),
  description: description.trim(),
})

export const isSameText = (one: Text, other: Text) => one.title === other.title && one.description === other.description

/** Words of a task that are not saved yet, and the version that they are based on. */
interface TextDraft {
  version: number
  base: Text
  mine: Text
}

/**
 * The words that a pause has not saved yet, or that cannot be saved. They survive a reload and a lost session; saving them, discarding them
 * and Logout remove them.
 */
export const textDraftOf = (userId: string, taskId: string) => savedState<TextDraft>(userId, `text-${taskId}`)
