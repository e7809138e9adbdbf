import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '..')

/** Every source file of the server except for tests and migrations, by its path. */
const sources = new Map(
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('database/migrations'))
    .map((path) => [path, readFileSync(join(server, path), 'utf8')]),
)

const verbs = '\\b(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\\s*(<[^>]*>)?\\(\\s*'
const statements =
  '\\b(insert\\s+(or\\s+\\w+\\s+)?into|replace\\s+into|update(\\s+only)?|delete\\s+from|merge\\s+into|truncate(\\s+table)?|copy|drop\\s+table|alter\\s+table)\\s+'

/** Each of these statements writes a row of the table. */
const writesOf = (table: string) => [
  new RegExp(`${verbs}\\[?\\s*['"\`]${table}\\b`),
  new RegExp(`\\bpreparedInsert\\s*\\(\\s*[\\w.]+\\s*,\\s*['"\`]${table}\\b`),
  new RegExp(`${statements}["\`']?${table}\\b`, 'i'),
]
const writes = writesOf('(tasks|files|events|decks|answers|answer_subjects)')
/** A table name that is not a literal could be any table. */
const writesAnything = [
  new RegExp(`${verbs}(?![\\s['"\`])`),
  /\b(insert\s+into|replace\s+into|delete\s+from|merge\s+into|truncate)\s+["']?\$\{/i,
  /\b(InsertQueryNode|UpdateQueryNode|DeleteQueryNode)\b/,
]

const any = (patterns: RegExp[]) => (text: string) => patterns.some((pattern) => pattern.test(text))
const where = (test: (text: string, path: string) => boolean) =>
  [...sources].filter(([path, text]) => test(text, path)).map(([path]) => path)

/** The source files that import from a file, and the names that they import. */
function importersOf(file: string) {
  const found: Record<string, string> = {}
  for (const [path, text] of sources) {
    for (const [, what = '', from = ''] of text.matchAll(/(?:import|export)\s+([^'"]*?)\s*from\s+['"]([^'"]+)['"]/g)) {
      if (relative(server, join(server, path, '..', from)) === file) found[path] = what.replace(/\s+/g, ' ')
    }
  }
  return found
}

test('the patterns match every way to write a row, and no read', () => {
  for (const text of [
    "tx.insertInto('tasks')",
    'db.updateTable("files")',
    "db\n  .deleteFrom(\n 'events')",
    "db.updateTable('tasks as t')",
    "db.deleteFrom(['files', 'sessions'])",
    "db.mergeInto('decks')",
    "preparedInsert(db, 'tasks', { id: true })",
    'sql`insert into tasks values (1)`',
    'sql`INSERT OR REPLACE INTO "events" values (1)`',
    'sql`update decks set last_seq = 0`',
    'sql`delete from files`',
    'sql`truncate table events`',
  ]) {
    expect([text, any(writes)(text)]).toEqual([text, true])
  }
  for (const text of ['db.insertInto(table)', 'tx\n.deleteFrom(\nname)', `sql\`delete from $\{sql.table(name)}\``]) {
    expect([text, any(writesAnything)(text)]).toEqual([text, true])
  }
  for (const text of [
    "db.selectFrom('tasks')",
    "db.deleteFrom('sessions')",
    "db.insertInto('attempts')",
    'updateTask: (row) => row',
    '/** Tasks of one owner, and their files. */',
  ]) {
    expect([text, any([...writes, ...writesAnything])(text)]).toEqual([text, false])
  }
})

/** The files that may write each table. */
const writers: Record<string, string[]> = {
  tasks: ['tasks/stored-json.ts', 'tasks/task-batch.ts', 'tasks/task-table.ts', 'tasks/task-writes.ts'],
  files: ['files/file-writes.ts'],
  events: ['history/event-table.ts'],
  decks: ['history/deck-table.ts'],
  answers: ['history/answer-table.ts'],
  answer_subjects: ['history/answer-table.ts'],
}

test('every table is written only by the files of its noun that are listed', () => {
  for (const [table, paths] of Object.entries(writers)) {
    const ofTable = where(any(writesOf(table)))
    expect([table, ofTable.sort()]).toEqual([table, paths])
  }
})

test('outside database/ and the restore of a backup, every write names its table', () => {
  // A restore fills the tables of an empty database, a long transaction writes the rows that it has staged, and a distributed database has no
  // foreign keys that remove the rows of a deleted account.
  const allowed = [
    'database/prepared.ts',
    'database/sqlite-staging.ts',
    'database/distributed.ts',
    'backups/restore-backup.ts',
  ]
  expect(where(any(writesAnything)).filter((path) => !allowed.includes(path))).toEqual([])
})

test('only history/history.ts opens a draft, so that nothing is written without an event', () => {
  const importers = Object.entries(importersOf('history/draft.ts'))
  expect(importers.length).toBeGreaterThan(5)
  expect(importers.filter(([, what]) => !/^type \{[^}]*\}$/.test(what)).map(([path]) => path)).toEqual([
    'history/history.ts',
  ])
  // Without a draft, tasks are written in only two places: to erase a deleted account and to refresh derived columns.
  const writesIn = (path: string) => sources.get(path)?.match(/\b(insertInto|updateTable|deleteFrom)\('\w+|\.set\(.*/g)
  expect(writesIn('tasks/task-table.ts')).toEqual(["deleteFrom('tasks"])
  expect(writesIn('tasks/stored-json.ts')).toEqual(["updateTable('tasks", '.set(derivedColumns(row))'])
})

test('no import has a form that these tests cannot see', () => {
  expect(where((text) => /\b(import|require)\s*\(\s*['"`.].*draft/.test(text))).toEqual([])
  expect(where((text) => /import\s+\*|export\s+\*/.test(text) && /draft\.ts/.test(text))).toEqual([])
})
