import type { Task } from '../schemas/tasks.ts'

/** Numbers from here on belong to tasks that the server has not numbered yet. They sort as the newest. */
export const unnumbered = 1_000_000_000

/** The number of a task as users read it: `#12`, or `new` until the server has numbered it. */
export const numberOf = ({ number }: Pick<Task, 'number'>) => (number < unnumbered ? `#${number}` : 'new')

/** The name of a task in messages: `#12 Fix login`, or only its title until the server has numbered it. */
export const nameOf = ({ number, title }: Pick<Task, 'number' | 'title'>) =>
  number < unnumbered ? `#${number} ${title}` : title
