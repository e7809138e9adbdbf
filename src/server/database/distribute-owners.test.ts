import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase, migratedDatabase } from '../../../test/database.ts'
import { eraseOwner, ownerTables } from './distributed.ts'
import { migrate } from './migrate.ts'
import { migrationsInFolder } from './migrations-in-folder.ts'
import { openDatabase } from './open.ts'

const onPostgres = engines.filter((engine) => engine === 'postgres')

/**
 * Functions with the names of those of Citus, which keep its rule for foreign keys and its catalog, and leave the rows where they are. The real
 * ones are tried by `npm run distributed`.
 */
const standIns = `
  create table pg_dist_partition (logicalrelid regclass, partmethod "char", colocated_with text);
  create function create_distributed_table(name regclass, owner text, colocate_with text) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and (conrelid = name or confrelid = name)) then
      raise exception '% has foreign keys', name;
    end if;
    insert into pg_dist_partition values (name, 'h', colocate_with);
  end $$;
  create function create_reference_table(name regclass) returns void language sql as $$
    insert into pg_dist_partition values (name, 'n', null) $$;
  create function truncate_local_data_after_distributing_table(name regclass) returns void language sql as 'select'`

/** A migrated database that then gets Citus. */
async function world() {
  const url = await freshDatabase('postgres')
  const open = () => {
    const database = openDatabase(url)
    onTestFinished(() => database.close())
    return database
  }
  const database = open()
  await migrate(database)
  expect(database.isDistributed).toBe(false)
  await sql.raw(standIns).execute(database.db)
  return { database, open }
}

const distributed = async (db: QueryExecutorProvider) => {
  const { rows } = await sql<{ table: string; method: string; beside: string | null }>`
    select logicalrelid::text as table, partmethod::text as method, colocated_with as beside from pg_dist_partition`.execute(
    db,
  )
  return rows.map(({ table, method, beside }) => `${table} ${method} ${beside}`)
}

const foreignKeys = async (db: QueryExecutorProvider) => {
  const { rows } = await sql<{ key: string }>`
    select distinct conrelid::regclass || ' -> ' || confrelid::regclass as key from pg_constraint where contype = 'f'`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

test.for(onPostgres)(
  '%s: a server distributes the tables of owners where it finds Citus',
  { tags: ['long'] },
  async () => {
    const { open } = await world()
    const database = open()
    const done: string[] = []
    await migrate(database, undefined, { onDistributed: (tables) => done.push(...tables) })
    expect([database.isDistributed, done]).toEqual([true, [...ownerTables]])
    const [epochs, decks, ...others] = await distributed(database.db)
    expect([epochs, decks]).toEqual(['epochs n null', 'decks h none'])
    expect(others).toEqual(ownerTables.filter((name) => name !== 'decks').map((name) => `${name} h decks`))
    const keys = await foreignKeys(database.db)
    expect(keys).toEqual(expect.arrayContaining(['notes -> tasks', 'caldav_views -> saved_views', 'sessions -> users']))
    for (const name of ownerTables) expect(keys).not.toContain(`${name} -> users`)

    await migrate(open(), undefined, { onDistributed: (tables) => done.push(...tables) })
    expect(done).toHaveLength(ownerTables.length)
  },
)

test.for(onPostgres)(
  '%s: a table that a later release adds is distributed when it is created',
  { tags: ['long'] },
  async () => {
    const { database, open } = await world()
    await migrate(database)
    // The migration that has created it is the last one of the next release.
    await sql`drop table caldav_todos`.execute(database.db)
    await sql`delete from pg_dist_partition where logicalrelid::text !~ '[a-z]'`.execute(database.db)
    const later = {
      up: (db: Kysely<unknown>) =>
        db.schema
          .createTable('caldav_todos')
          .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('task_id', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('todos_key', ['user_id', 'task_id'])
          .addForeignKeyConstraint('of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'])
          .execute(),
    }
    const next = open()
    await migrate(next, async () => ({ ...(await migrationsInFolder()), '999-later': later }))
    expect((await distributed(next.db)).at(-1)).toBe('caldav_todos h decks')
    const keys = await foreignKeys(next.db)
    expect(keys.filter((key) => key.startsWith('caldav_todos'))).toEqual(['caldav_todos -> tasks'])
  },
)

test.for(engines)('%s: nothing is left of an erased owner, and everything of the others', async (engine) => {
  const database = openDatabase(await migratedDatabase(engine))
  onTestFinished(() => database.close())
  const user = { password_hash: null, image: null, preferences: '{}', created_at: 0, removed_at: null }
  for (const id of ['ana', 'bo']) {
    await database.db
      .insertInto('users')
      .values({ ...user, id, username: id, email: id, email_key: id })
      .execute()
    const view = { user_id: id, id: 'v', name: 'v', address: '/list', pinned: 0, place: 1 }
    await database.db.insertInto('saved_views').values(view).execute()
  }
  await eraseOwner(database.db, 'ana')
  const left = await database.db.selectFrom('saved_views').select('user_id').execute()
  expect(left).toEqual([{ user_id: 'bo' }])
})
