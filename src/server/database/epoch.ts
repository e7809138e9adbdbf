import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'

/**
 * Every history has an epoch. A position in a log, a version of a task and a cached list mean something only together with it. Another epoch
 * begins when the history may not be the one that clients and nodes have seen: after a restore, and when the database is found at another
 * place. Then everything that is derived from positions is read again.
 *
 * The place of a PostgreSQL database includes its timeline (postgres-epoch.ts). That of a SQLite file is a mark beside it (sqlite-epoch.ts).
 */
export const newEpoch = () => randomBytes(9).toString('base64url')

/** Selects the epoch in the same statement as a position, so that both belong together. */
export const epochNow = sql<string>`(select id from epochs where key = 1)`.as('epoch')
