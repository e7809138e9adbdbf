import { type Kysely, sql } from 'kysely'

/** At which provider a session began, so that signing out there or here ends both. Sessions of passwords, and of nodes of the release before, have none. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['sessions', 'started_sign_ins']) {
    for (const column of ['issuer', 'subject', 'sid', 'id_token']) {
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
    }
  }
  await db.schema
    .createIndex('sessions_of_subject')
    .on('sessions')
    .columns(['issuer', 'subject'])
    .where(sql<boolean>`issuer is not null`)
    .execute()
  await db.schema
    .createIndex('sessions_of_sid')
    .on('sessions')
    .columns(['issuer', 'sid'])
    .where(sql<boolean>`sid is not null`)
    .execute()
}
