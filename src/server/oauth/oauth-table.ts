import type { Kysely } from 'kysely'
import type { OAuthCodeRow, OAuthGrantRow, Schema } from '../database/schema.ts'

/** Codes and refresh tokens, on the database or within a transaction. */
export function oauthTable(db: Kysely<Schema>) {
  const ofCode = (codeHash: string) => db.deleteFrom('oauth_codes').where('code_hash', '=', codeHash)
  const ofFamily = (familyHash: string) => db.deleteFrom('oauth_grants').where('family_hash', '=', familyHash)
  return {
    insertCode: (row: OAuthCodeRow) => db.insertInto('oauth_codes').values(row).execute(),
    findCode: (codeHash: string) =>
      db.selectFrom('oauth_codes').selectAll().where('code_hash', '=', codeHash).executeTakeFirst(),
    /** Notes that a token was given. */
    useCode: (codeHash: string, token_id: string) =>
      db.updateTable('oauth_codes').set({ token_id }).where('code_hash', '=', codeHash).execute(),
    removeCode: (codeHash: string) => ofCode(codeHash).execute(),
    removeOldCodes: (before: number) => db.deleteFrom('oauth_codes').where('expires_at', '<', before).execute(),

    insertGrant: (row: OAuthGrantRow) => db.insertInto('oauth_grants').values(row).execute(),
    findGrant: (familyHash: string) =>
      db.selectFrom('oauth_grants').selectAll().where('family_hash', '=', familyHash).executeTakeFirst(),
    findGrantOfToken: (owner: string, tokenId: string) =>
      db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('user_id', '=', owner)
        .where('token_id', '=', tokenId)
        .executeTakeFirst(),
    renewGrant: (familyHash: string, given: Pick<OAuthGrantRow, 'secret_hash' | 'renewed_at'>) =>
      db.updateTable('oauth_grants').set(given).where('family_hash', '=', familyHash).execute(),
    removeGrant: (familyHash: string) => ofFamily(familyHash).execute(),
    removeOldGrants: (renewedBefore: number, endedBefore: number) =>
      db
        .deleteFrom('oauth_grants')
        .where((row) => row.or([row('renewed_at', '<', renewedBefore), row('ends_at', '<', endedBefore)]))
        .execute(),
    removeCodesOfUser: (userId: string) => db.deleteFrom('oauth_codes').where('user_id', '=', userId).execute(),
    removeGrantsOfUser: (userId: string) => db.deleteFrom('oauth_grants').where('user_id', '=', userId).execute(),
  }
}
