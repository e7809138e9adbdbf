import { expect, test } from 'vitest'
import { refusalsOf, sentStatements } from './refusals.ts'
import { normalized } from './statement.ts'

const reasonsFor = (...texts: string[]) => refusalsOf(sentStatements(texts.map(normalized))).map(({ reason }) => reason)

test('statements on rows of one owner, and those on the directory, can be sent to a distributed database', () => {
  const good = [
    'select "content" from "tasks" where "user_id" = $1 and "id" = $2',
    'select "session_id" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" where "token_hash" = $1',
    'select (select last_seq from decks where decks.user_id = $1) as "last_seq", (select id from epochs where key = 1) as "epoch"',
    'insert into "labels" ("user_id", "name") values ($1, $2) on conflict ("user_id", "name") do nothing',
    'select "user_id", "task_id" from "caldav_todos" left join "tasks" on "tasks"."id" = "task_id" where "caldav_todos"."user_id" = $1',
    'delete from "answers" where "made_at" < $1',
    'lock table decks, tasks in share mode',
    'insert into "outgoing_hooks" ("id", "user_id", "url", "events") values ($1, $2, $3, $4)',
    'select "id", "events" from "outgoing_hooks" where "id" = $1',
  ]
  expect(reasonsFor(...good)).toEqual([])
})

test.for([
  [
    'the session with its deck',
    'select "id", (select last_seq from decks where decks.user_id = "users"."id") from "users" where "id" = $1',
    ['tables of owners and of the directory in one query'],
  ],
  [
    'a list of tables',
    'select "title" from "sessions", "tasks" where "tasks"."user_id" = $1',
    ['tables of owners and of the directory in one query'],
  ],
  [
    'tasks found by pairs with the owner',
    'select "id" from "tasks" where (user_id, number) in (values (cast($1 as text), cast($2 as integer)))',
    ['rows of one owner found by pairs with the owner'],
  ],
  [
    'a join of two owners',
    'select "title" from "tasks" inner join "notes" on "notes"."task_id" = "tasks"."id" where "notes"."id" = $1',
    ['several tables of owners in one query that does not name the owner'],
  ],
  [
    'an outer join without the owner',
    'select "title" from "tasks" left join lateral (select 1) on true where "id" = $1',
    ['outer joins of rows of owners without naming the owner'],
  ],
  [
    'decks of several owners that are locked',
    'select "user_id" from "decks" where "user_id" in ($1, $2) for no key update',
    ['rows of owners locked without naming the owner (`for update` and the like)'],
  ],
  [
    'a row that gets another owner',
    'update "tasks" set "user_id" = $1 where "user_id" = $2',
    ['a change of the owner of a row'],
  ],
  [
    'a conflict on a key without the owner',
    'insert into "tasks" ("user_id", "id") values ($1, $2) on conflict ("id") do nothing',
    ['`on conflict` on columns without the owner, in a table of owners'],
  ],
] as const)('%s is refused', ([, text, reasons]) => {
  expect(reasonsFor(text)).toEqual(reasons)
})

test('a statement that is sent only to one server is left out', () => {
  expect(reasonsFor('select /* one server */ "id", (select last_seq from decks) from "users"')).toEqual([])
})
