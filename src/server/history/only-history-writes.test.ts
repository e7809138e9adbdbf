import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '..')

/** Every source of the server but for tests and migrations, by its path. */
const sources = new Map(
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('database/migrations'))
    .map((path) => [path, readFileSync(join(server, path), 'utf8')]),
)

const kept = '(tasks|files|events|decks)'
const verbs = '\\b(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\\s*(<[^>]*>)?\\(\\s*'
const statements =
  '\\b(insert\\s+(or\\s+\\w+\\s+)?into|replace\\s+into|update(\\s+only)?|delete\\s+from|merge\\s+into|truncate(\\s+table)?|copy|drop\\s+table|alter\\s+table)\\s+'

/** Each of these writes a row of the history's tables. */
const writes = [
  new RegExp(`${verbs}\\[?\\s*['"\`]${kept}\\b`),
  new RegExp(`\\bkeptInsert\\s*\\(\\s*\\w+\\s*,\\s*['"\`]${kept}\\b`),
  new RegExp(`${statements}["\`']?${kept}\\b`, 'i'),
]
/** A table that is named by something else than its name could be any of them. */
const writesAnything = [
  new RegExp(`${verbs}(?![\\s['"\`])`),
  /\b(insert\s+into|replace\s+into|delete\s+from|merge\s+into|truncate)\s+["']?\$\{/i,
  /\b(InsertQueryNode|UpdateQueryNode|DeleteQueryNode)\b/,
]

const any = (patterns: RegExp[]) => (text: string) => patterns.some((pattern) => pattern.test(text))
const where = (test: (text: string, path: string) => boolean) =>
  [...sources].filter(([path, text]) => test(text, path)).map(([path]) => path)

/** The sources that import from a file, and what they import. */
function importersOf(file: string) {
  const found: Record<string, string> = {}
  for (const [path, text] of sources) {
    for (const [, what = '', from = ''] of text.matchAll(/(?:import|export)\s+([^'"]*?)\s*from\s+['"]([^'"]+)['"]/g)) {
      if (relative(server, join(server, path, '..', from)) === file) found[path] = what.replace(/\s+/g, ' ')
    }
  }
  return found
}

test('the patterns find every way to write, and no reading', () => {
  for (const text of [
    "tx.insertInto('tasks')",
    'db.updateTable("files")',
    "db\n  .deleteFrom(\n 'events')",
    "db.updateTable('tasks as t')",
    "db.deleteFrom(['files', 'sessions'])",
    "db.mergeInto('decks')",
    "keptInsert(db, 'tasks', { id: true })",
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

test('there are sources to look at', () => {
  expect(sources.size).toBeGreaterThan(40)
  for (const path of ['app.ts', 'history/rows.ts', 'tasks/tasks.ts', 'files/files.ts', 'trash/trash.ts']) {
    expect([...sources.keys()]).toContain(path)
  }
})

test('every statement that writes tasks, files, events or decks stands in history/rows.ts', () => {
  expect(where(any(writes))).toEqual(['history/rows.ts'])
})

test('what writes to whatever table it is given is given one by history/rows.ts alone', () => {
  const writers = where(any(writesAnything))
  expect(writers.filter((path) => path !== 'database/prepared.ts')).toEqual([])
  const users = where((text, path) => /\bkeptInsert\b/.test(text) && path !== 'database/prepared.ts')
  expect(users.filter((path) => path !== 'history/rows.ts')).toEqual([])
})

test('history/rows.ts is reached through history/draft.ts alone', () => {
  expect(Object.keys(importersOf('history/rows.ts'))).toEqual(['history/draft.ts'])
  expect(where((text, path) => /\bownRows\b/.test(text) && path !== 'history/rows.ts')).toEqual(['history/draft.ts'])
})

test('a draft is opened by history/history.ts alone: others know only its type', () => {
  const importers = Object.entries(importersOf('history/draft.ts'))
  expect(importers.filter(([, what]) => !/^type \{[^}]*\}$/.test(what)).map(([path]) => path)).toEqual([
    'history/history.ts',
  ])
})

test('nothing is imported in a way that these tests do not see', () => {
  expect(where((text) => /\b(import|require)\s*\(\s*['"`.].*(rows|draft)/.test(text))).toEqual([])
  expect(where((text) => /import\s+\*|export\s+\*/.test(text) && /(rows|draft)\.ts/.test(text))).toEqual([])
})
