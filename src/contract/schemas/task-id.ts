import { Type } from 'typebox'

export const taskId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The number of a task, such as 12 or #12, or its id.',
})
