import type { Repeat } from '../repeat.ts'
import type { Priority, Status } from '../tasks.ts'
import type { LocalMoment } from './days.ts'
import type { Remark } from './remarks.ts'

/** A task as it is at its source, before it is made to fit. */
export interface SourceTask {
  /** Where it is in the file, for people: the number of a line or of an element. */
  line: number
  /** Its id at the source, if it has one. */
  id?: string
  /** Whether no other file has another task with this id. */
  isIdGlobal?: boolean
  /** The task that it is a part of. */
  parent?: SourceTask
  /** Tasks that have to be completed before. */
  blockedBy?: SourceTask[]
  title: string
  description?: string
  /** Labels in any form. */
  labels?: string[]
  priority?: Priority
  /** Days in any form. One that is not understood is kept in the description. */
  dueDate?: string
  startDate?: string
  /** The time of day at which it is due. It becomes a reminder, unless the task has other ones: then it is kept in the description. */
  dueTime?: string
  /** When the user is reminded of it there. One that the task has here is a day and a time where the user is. */
  reminders?: Required<LocalMoment>[]
  repeat?: Repeat
  /** A repetition that cannot be carried over, in words or as a rule. */
  lostRepeat?: string
  estimateHours?: number
  status?: Status
  createdAt?: string
  completedAt?: string
  /** The address of its page there. */
  page?: string
}

/** The result of reading a file. */
export interface Source {
  tasks: SourceTask[]
  problems: Remark[]
  /** Parts that cannot be carried over. */
  remarks: Remark[]
}
