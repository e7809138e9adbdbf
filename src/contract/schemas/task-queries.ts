import { Type } from 'typebox'
import type { FieldParameters } from '../task-fields.ts'
import { sortKeys } from '../task-lists/sort-keys.ts'
import { type SortOrder, sortOrders, taskLimits } from '../tasks.ts'
import { oneOf, strict } from './shapes.ts'
import { filterParameters } from './task-fields.ts'

/** The parameters that filter a list. `filterOf` reads them as a filter. */
export type TaskQuery = FieldParameters & {
  hasFiles?: 'true' | 'false' | ''
  partOf?: string
  blocked?: 'true' | 'false' | ''
  needs?: 'you' | ''
  q?: string
}

/** The orders of a page. */
export const pageSorts = [...sortKeys, 'urgency', 'id'] as const
export type PageQuery = Omit<TaskQuery, 'q'> & {
  open?: 'true' | ''
  sort?: (typeof pageSorts)[number]
  order?: SortOrder
  today?: string
  limit?: string
  offset?: string
  after?: string
}

const filterFields = {
  ...filterParameters,
  hasFiles: Type.Optional(oneOf('', 'true', 'false')),
  partOf: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only the parts of this task, named by its id or number.' }),
  ),
  blocked: Type.Optional(
    Type.Unsafe<'true' | 'false' | ''>({
      ...oneOf('', 'true', 'false'),
      description: 'With true, only open tasks that wait for another open task; with false, all others.',
    }),
  ),
  needs: Type.Optional(
    Type.Unsafe<'you' | ''>({
      ...oneOf('', 'you'),
      description: 'With you, only tasks that are not completed and have an open question to the owner.',
    }),
  ),
}
export const taskQuery = Type.Unsafe<TaskQuery>(
  Type.Object({ ...filterFields, q: Type.Optional(Type.String({ maxLength: taskLimits.query })) }, strict),
)
export const pageQuery = Type.Unsafe<PageQuery>(
  Type.Object(
    {
      ...filterFields,
      open: Type.Optional(Type.Unsafe({ ...oneOf('', 'true'), description: 'With true, leave out completed tasks.' })),
      sort: Type.Optional(
        Type.Unsafe({
          ...oneOf(...pageSorts),
          description:
            'By due date unless given. urgency lists the open tasks that can be worked on today, as Next does. id is for reading all tasks, page after page.',
        }),
      ),
      order: Type.Optional(oneOf(...sortOrders)),
      today: Type.Optional(
        Type.String({ format: 'day', description: 'The current day where the user is, for urgency.' }),
      ),
      limit: Type.Optional(
        Type.String({ pattern: '^[1-9]\\d{0,2}$', description: `At most ${taskLimits.page}; 25 unless given.` }),
      ),
      offset: Type.Optional(Type.String({ pattern: '^\\d{1,7}$', description: `At most ${taskLimits.offset}.` })),
      after: Type.Optional(
        Type.String({ maxLength: 64, description: 'With sort=id: the nextAfter of the page before.' }),
      ),
    },
    strict,
  ),
)
