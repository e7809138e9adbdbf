import { type Kysely, sql } from 'kysely'

/**
 * The values of notes that are questions, and on each task how many of them are open. Older nodes do not know them: the notes and tasks that
 * they add have none. The index holds open questions only, which are few.
 */
export async function up(db: Kysely<unknown>) {
  for (const column of ['choices', 'answer', 'answered_at', 'answered_via', 'read_at', 'closed', 'closed_at']) {
    await db.schema.alterTable('notes').addColumn(column, 'text').execute()
  }
  await db.schema
    .alterTable('tasks')
    .addColumn('question_count', 'integer', (added) => added.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('open_questions')
    .on('notes')
    .columns(['user_id', 'created_at', 'id'])
    .where(sql<boolean>`kind = 'question' and answer is null and closed is null`)
    .execute()
}
