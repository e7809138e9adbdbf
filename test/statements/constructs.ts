import type { Statement } from './statement.ts'

/** A part of SQL that at least one distributed engine does not support, or only in some cases. */
export interface Construct {
  name: string
  /** Which engines document a limit, and which. */
  limits: string
  /** Citus refuses it, or asks every server and fails as soon as one of them is gone. No statement may have it. */
  isRefused?: true
  isIn(statement: Statement): boolean
}

const has = (pattern: RegExp) => (statement: Statement) => pattern.test(statement.text)
const isCreate = (text: string) => /^(create|alter) table\b/i.test(text)
const isLock = (text: string) => /^lock\b/i.test(text)
const isChange = (text: string) => /^(insert|update|delete)\b/i.test(text)

/** Rows that a request names, without the owner as a condition of its own. */
const namesPairs = /\(user_id, \w+\) in \(values/i

export const constructs: Construct[] = [
  {
    name: '`listen`, `notify`, `pg_notify`',
    limits: 'CockroachDB and Aurora Limitless: not supported; YugabyteDB: since 2025.2.3; Citus: per coordinator',
    isIn: has(/^(un)?listen\b|^notify\b|pg_notify\(/i),
  },
  {
    name: 'advisory locks',
    limits: 'CockroachDB: without effect; YugabyteDB: newer versions',
    isIn: has(/pg_(try_)?advisory/i),
  },
  { name: '`lock table`', limits: 'YugabyteDB: not supported', isIn: has(/^lock (table )?/i) },
  {
    name: 'rows of owners locked without naming the owner (`for update` and the like)',
    limits: 'Citus: only in queries of one shard',
    isRefused: true,
    isIn: ({ text, ofOwners, namesOwner }) =>
      / for (no key )?(update|share)/i.test(text) && ofOwners.length > 0 && !namesOwner,
  },
  {
    name: 'a subquery in an `insert` into a table of owners',
    limits: 'Citus: not supported',
    isRefused: true,
    isIn: ({ text, ofOwners }) => /^insert\b.*\bselect\b/i.test(text) && ofOwners.length > 0,
  },
  {
    name: 'a function of the time, of chance or of the session in an `update` of rows of owners',
    limits: 'Citus: not supported if volatile',
    isRefused: true,
    isIn: ({ text, ofOwners }) =>
      /^update\b.*\b(now|random|clock_timestamp|gen_random_uuid|uuidv7|nextval|current_setting|pg_\w+)\(/i.test(text) &&
      ofOwners.length > 0,
  },
  {
    name: 'a change of the owner of a row',
    limits: 'Citus, Aurora Limitless: not supported',
    isRefused: true,
    isIn: ({ text, ofOwners }) => /^update\b.*\bset\b(?:(?!\bwhere\b).)*\buser_id =/i.test(text) && ofOwners.length > 0,
  },
  {
    name: '`on conflict` on columns without the owner, in a table of owners',
    limits: 'Citus, Aurora Limitless, partitions: not supported',
    isRefused: true,
    isIn: ({ text, ofOwners }) => {
      const [, columns] = /on conflict \(([^)]*)\)/i.exec(text) ?? []
      return columns !== undefined && ofOwners.length > 0 && !/\buser_id\b/.test(columns)
    },
  },
  {
    name: 'tables of owners and of the directory in one query',
    limits: 'Citus: refused, or slow; Aurora Limitless: the directory must be made of reference tables',
    isRefused: true,
    isIn: ({ text, ofOwners, ofDirectory }) => ofOwners.length > 0 && ofDirectory.length > 0 && !isCreate(text),
  },
  {
    name: 'several tables of owners in one query that does not name the owner',
    limits: 'Citus: joins and correlated subqueries only by the owner',
    isRefused: true,
    isIn: ({ text, ofOwners, namesOwner }) => ofOwners.length > 1 && !namesOwner && !isCreate(text) && !isLock(text),
  },
  {
    name: 'rows of one owner found by pairs with the owner',
    limits: 'Citus: asks every shard',
    isRefused: true,
    isIn: ({ text, namesOwner }) => namesPairs.test(text) && !namesOwner,
  },
  {
    name: 'rows of owners changed without naming the owner',
    limits: 'Citus, Aurora Limitless: on all shards, in one distributed transaction',
    isIn: ({ text, ofOwners, namesOwner }) => isChange(text) && ofOwners.length > 0 && !namesOwner,
  },
  {
    name: 'rows of owners read without naming the owner',
    limits: 'all: works, and asks every shard',
    isIn: ({ text, ofOwners, namesOwner }) => /^(select|with)\b/i.test(text) && ofOwners.length > 0 && !namesOwner,
  },
  {
    name: 'outer joins of rows of owners without naming the owner',
    limits: 'Citus: only on the owner',
    isRefused: true,
    isIn: ({ text, ofOwners, namesOwner }) =>
      /\b(left|right|full)( outer)? join\b/i.test(text) && ofOwners.length > 0 && !namesOwner,
  },
  {
    name: 'recursive queries on rows of owners',
    limits: 'Citus: only in queries of one shard',
    isRefused: true,
    isIn: ({ text, ofOwners, namesOwner }) => /\bwith recursive\b/i.test(text) && ofOwners.length > 0 && !namesOwner,
  },
  {
    name: 'queries that change rows within `with`',
    limits: 'CockroachDB, Citus: limited',
    isIn: has(/\bas (not materialized |materialized )?\( ?(insert|update|delete)\b/i),
  },
  { name: '`merge`', limits: 'Aurora Limitless, CockroachDB: not supported', isIn: has(/^merge\b/i) },
  {
    name: 'grouping sets, `tablesample`',
    limits: 'Citus: only in queries of one shard',
    isIn: has(/\b(grouping sets|rollup|cube|tablesample)\b/i),
  },
  { name: 'window functions', limits: 'older Citus: only partitioned by the owner', isIn: has(/\bover \(/i) },
  { name: '`truncate`', limits: 'Aurora Limitless: limited', isIn: has(/^truncate\b/i) },
  {
    name: 'triggers, rules, functions, domains, exclusion constraints, inheritance',
    limits: 'each is not supported by at least one engine',
    isIn: has(
      /\bcreate (or replace )?(constraint )?(trigger|rule|function|procedure|domain)\b|\bexclude using\b|\binherits\b/i,
    ),
  },
  {
    name: 'sequences and generated columns',
    limits: 'Citus, Aurora Limitless, YugabyteDB: limited',
    isIn: has(/\b(nextval|setval)\(|\b(serial|bigserial)\b|\bgenerated (always|by default) as\b|\bcreate sequence\b/i),
  },
  { name: 'deferrable constraints', limits: 'CockroachDB, YugabyteDB: limited', isIn: has(/\bdeferrable\b/i) },
  {
    name: 'two-phase commit, `where current of`',
    limits: 'Aurora Limitless: not supported',
    isIn: has(/\bprepare transaction\b|\bwhere current of\b/i),
  },
  {
    name: '`ctid`, `xmin`, `tableoid`',
    limits: 'CockroachDB, YugabyteDB, Citus: not supported or without meaning',
    isIn: has(/\b(ctid|xmin|tableoid)\b/i),
  },
  {
    name: 'temporary tables, `copy`, cursors',
    limits: 'CockroachDB, Citus: limited',
    isIn: has(/\b(temp|temporary) table\b|^copy\b|^declare\b/i),
  },
  {
    name: '`skip locked`, `nowait`',
    limits: 'Citus: only in queries of one shard',
    isIn: has(/\b(skip locked|nowait)\b/i),
  },
  {
    name: 'savepoints, `rollback to`',
    limits: 'CockroachDB: locks are kept after `rollback to`; all support them',
    isIn: has(/^(savepoint|release|rollback to)\b/i),
  },
  {
    name: 'a change of the isolation level, `set local`',
    limits: 'all support them; YugabyteDB needs read committed to be enabled',
    isIn: has(/\bisolation level\b|\bset local\b/i),
  },
]
