import { type Kysely, sql } from 'kysely'

/** The maximum length of a search text: see contract/search.ts. */
const maxSearchText = 12_000

/** Indexes for the trash in the order in which it is listed, and a limit on the length of search texts. */
export async function up(db: Kysely<unknown>) {
  await sql`create index tasks_in_trash_of_owner on tasks (user_id, trashed_at, id) where trashed_at is not null`.execute(
    db,
  )
  await sql`create index files_in_trash_of_owner on files (user_id, removed_at, id) where removed_at is not null`.execute(
    db,
  )
  // The engine knows the number of bytes without reading the text, and no character has more than four.
  await sql`update tasks set words = substr(words, 1, ${sql.lit(maxSearchText)})
    where octet_length(words) > ${sql.lit(maxSearchText * 4)}`.execute(db)
}
