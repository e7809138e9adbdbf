import { Type } from 'typebox'
import { doneWhenLimits, type GivenCriterion } from '../done-when.ts'
import { strict } from './shapes.ts'

/** The criteria of a task as they are sent. */
export const criteria = Type.Array(
  Type.Object({
    id: Type.String(),
    text: Type.String(),
    command: Type.Optional(Type.String()),
    isMet: Type.Boolean(),
  }),
)

/** The fields of a criterion as input, without its id. */
const said = {
  text: Type.String({ format: 'criterion' }),
  command: Type.Optional(Type.String({ format: 'criterion-command' })),
  isMet: Type.Optional(Type.Boolean({ description: 'Ticked by hand. If left out, the tick stays as it was.' })),
}
const list = {
  maxItems: doneWhenLimits.criteria,
  description: 'Criteria by which it is done: one sentence each, and the command that shows it.',
}

/** The criteria of a task as input. */
export const givenCriteria = Type.Unsafe<GivenCriterion[]>(
  Type.Array(
    Type.Object(
      {
        id: Type.Optional(
          Type.String({
            format: 'new-id',
            description:
              'Without an id, the criterion with the same sentence is meant; if there is none, a new one is added.',
          }),
        ),
        ...said,
      },
      strict,
    ),
    list,
  ),
)

/** Criteria that are named by their sentences only. */
export const criteriaBySentence = Type.Optional(Type.Array(Type.Object(said, strict), list))
