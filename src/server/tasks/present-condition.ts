import { sql } from 'kysely'

/** In a query: whether the owner in one column has the task in another one, outside the trash. */
export const hasTask = (owner: string, id: string) => sql<boolean>`exists (select 1 from tasks
  where tasks.user_id = ${sql.ref(owner)} and tasks.id = ${sql.ref(id)} and tasks.trashed_at is null)`
