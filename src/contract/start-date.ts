import type { Task } from './schemas/tasks.ts'

/** The start date of a task that is put off without a day. It is a day like others, so that old clients and filters understand it. */
export const someday = '9999-12-31'

/** Whether an open task starts after today. */
export const isSnoozed = ({ startDate, status }: Pick<Task, 'startDate' | 'status'>, today: string) =>
  startDate !== null && status !== 'Completed' && startDate.slice(0, 10) > today
