import { type Expression, sql } from 'kysely'

/** In a query: whether this owner has this task, outside the trash. Both may be columns. */
export const hasTask = (owner: Expression<unknown>, id: Expression<unknown>) => sql<boolean>`exists (select 1 from tasks
  where tasks.user_id = ${owner} and tasks.id = ${id} and tasks.trashed_at is null)`
