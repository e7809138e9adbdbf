import { type Kysely, sql } from 'kysely'

/**
 * Finds the notes that wait for the owner: open questions, and answers of visitors that the owner has not read. `open_questions` stays for
 * nodes of the release before.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('waiting_notes')
    .on('notes')
    .columns(['user_id', 'created_at', 'id'])
    .where(sql<boolean>`choices is not null and answer is null and closed is null`)
    .execute()
}
