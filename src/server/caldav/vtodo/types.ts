import type { Task, TaskChange } from '../../../contract/schemas/tasks.ts'

/** A task with everything that its VTODO shows. */
export interface TaskForCalendar {
  task: Task
  /** The UID that its client has chosen, or its id. */
  uid: string
  /** The texts of its newest notes, oldest first. */
  notes: string[]
  /** Its parts, without those in the trash. */
  parts: { done: number; total: number }
  /** The properties of clients that Taskdeck does not know, as they were kept by `changesOf`; empty if there are none. */
  kept: string
}

/** Everything that the mapping needs to know beside the task. */
export interface VtodoContext {
  /** The time zone of the owner, as an IANA name. */
  timeZone: string
  /** The current day of the owner: YYYY-MM-DD. */
  today: string
  /** The address of a task in the web app. */
  linkTo: (task: Task) => string
  /** The UID of another task, for RELATED-TO. */
  uidOf: (taskId: string) => string
  /** The id of the task with a UID; undefined if the owner has none. */
  idOf: (uid: string) => string | undefined
  /** For `changesOf`: the task as the text before shows it. With it, values that a VTODO does not show stay as they are. */
  task?: Task
  /** For `changesOf`: the client did not say which version it had, so the text before is the current one. */
  isBlind?: boolean
}

/** The changes of a client. */
export interface TodoChanges {
  /** The fields to set, as those of `updateTask` and `createTask`. Empty if none was changed. */
  fields: Omit<TaskChange, 'place' | 'next'>
  /** The unknown properties to keep from now on. */
  kept: string
  /**
   * Whether the client has completed the task. `moved`: it has moved a repeating to-do to its next date, so the task is completed, the next task gets
   * the to-do's resource and UID, and `fields` are set on that next task. `here`: the task is completed as it is; `fields` are set on it, without a status.
   */
  completed: 'no' | 'here' | 'moved'
  /** Whether the client has cancelled the task, which moves it to the trash. */
  cancelled: boolean
}
