import { Type } from 'typebox'

/** A task's id, or its number: `12` or `#12`. */
export const taskId = Type.String({ minLength: 1, maxLength: 64 })
