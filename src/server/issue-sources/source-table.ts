import type { Kysely } from 'kysely'
import { onOneServer } from '../database/distributed.ts'
import type { IssueSourceRow, Schema, SourceIssueRow } from '../database/schema.ts'
import { hasUnreadEvents } from '../history/unread-events.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

type Source = Pick<IssueSourceRow, 'user_id' | 'id'>
export type SourceChange = Partial<Omit<IssueSourceRow, 'user_id' | 'id' | 'forge' | 'address' | 'created_at'>>
type IssueChange = Partial<Omit<SourceIssueRow, 'user_id' | 'source_id' | 'number' | 'task_id'>>

/** How many issues of a source are in each state. */
export interface Counts {
  open: number
  closed: number
  left: number
  unsent: number
}
export const noCounts: Counts = { open: 0, closed: 0, left: 0, unsent: 0 }

/** Beyond these, closed issues are forgotten, the oldest ones first. Their tasks stay, and are found again by their ids. */
const maxKept = 5_000

/** Repositories whose issues are tasks, and their issues, on the database or within a transaction. */
export function sourceTable(db: Kysely<Schema>) {
  const sources = db.selectFrom('issue_sources').selectAll()
  const issues = ({ user_id, id }: Source) =>
    db.selectFrom('source_issues').where('user_id', '=', user_id).where('source_id', '=', id)
  const following = () =>
    db
      .selectFrom('issue_sources')
      .where('writes', '=', 1)
      .where('paused_at', 'is', null)
      .where(isEnabled('issue_sources.user_id'))

  return {
    /** Those that follow the log, of all owners, each with whether the log has events that it has not read. */
    active: (): Promise<{ user_id: string; id: string; unread: boolean | number }[]> =>
      following()
        .modifyFront(onOneServer)
        .select(['user_id', 'id', hasUnreadEvents('issue_sources').as('unread')])
        .execute(),
    /** The same with the number of the event that each has read, for a database that cannot join them with the log. */
    activeWithSeq: (): Promise<{ user_id: string; id: string; seq: number }[]> =>
      following().select(['user_id', 'id', 'seq']).execute(),
    activeOf: (owner: string): Promise<{ id: string }[]> =>
      db
        .selectFrom('issue_sources')
        .select('id')
        .where('user_id', '=', owner)
        .where('writes', '=', 1)
        .where('paused_at', 'is', null)
        .execute(),
    find: (owner: string, id: string): Promise<IssueSourceRow | undefined> =>
      sources.where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    ofOwner: (owner: string): Promise<IssueSourceRow[]> =>
      sources.where('user_id', '=', owner).orderBy('created_at').orderBy('id').execute(),
    insert: (row: IssueSourceRow) => db.insertInto('issue_sources').values(row).execute(),
    change: ({ user_id, id }: Source, values: SourceChange) =>
      db.updateTable('issue_sources').set(values).where('user_id', '=', user_id).where('id', '=', id).execute(),
    /** For the sync, which may still work when the user has paused it: then nothing changes any more, and the result is false. */
    async changeUnlessPaused({ user_id, id }: Source, values: SourceChange): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('issue_sources')
        .set(values)
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .where('paused_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    remove: (owner: string, id: string) =>
      db.deleteFrom('issue_sources').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('issue_sources').where('user_id', '=', owner).execute(),

    async counts(owner: string): Promise<Map<string, Counts>> {
      const grouped = await db
        .selectFrom('source_issues')
        .select((row) => [
          'source_id',
          'is_open',
          row.case().when('left_at', 'is', null).then(0).else(1).end().as('has_left'),
          row.case().when('problem', 'is', null).then(0).else(1).end().as('is_unsent'),
          row.fn.countAll<number | string>().as('count'),
        ])
        .where('user_id', '=', owner)
        .groupBy(['source_id', 'is_open', 'has_left', 'is_unsent'])
        .execute()
      const counts = new Map<string, Counts>()
      for (const { source_id, is_open, has_left, is_unsent, count } of grouped) {
        const known = counts.get(source_id) ?? { ...noCounts }
        const state = has_left ? 'left' : is_open ? 'open' : 'closed'
        known[state] += Number(count)
        if (is_unsent) known.unsent += Number(count)
        counts.set(source_id, known)
      }
      return counts
    },
    /** Why an issue could not be closed or reopened. */
    async unsentProblem(source: Source): Promise<string | null> {
      const first = issues(source).select('problem').where('problem', 'is not', null).orderBy('number').limit(1)
      return (await first.executeTakeFirst())?.problem ?? null
    },
    async issues(source: Source, numbers: number[]): Promise<Map<number, SourceIssueRow>> {
      if (!numbers.length) return new Map()
      const rows = await issues(source).selectAll().where('number', 'in', numbers).execute()
      return new Map(rows.map((row) => [row.number, row]))
    },
    /** The numbers of the open issues that are followed. */
    openNumbers: async (source: Source): Promise<number[]> =>
      (
        await issues(source)
          .select('number')
          .where('is_open', '=', 1)
          .where('left_at', 'is', null)
          .orderBy('number')
          .execute()
      ).map(({ number }) => number),
    ofTasks: (source: Source, tasks: string[]): Promise<SourceIssueRow[]> =>
      tasks.length ? issues(source).selectAll().where('task_id', 'in', tasks).execute() : Promise.resolve([]),
    /** Those to be closed or reopened, the longest waiting first. */
    unsent: (source: Source, limit: number): Promise<SourceIssueRow[]> =>
      issues(source).selectAll().where('send_at', 'is not', null).orderBy('send_at').limit(limit).execute(),
    async addIssues(rows: SourceIssueRow[]): Promise<void> {
      if (rows.length) await db.insertInto('source_issues').values(rows).execute()
    },
    changeIssue: ({ user_id, source_id, number }: SourceIssueRow, values: IssueChange) =>
      db
        .updateTable('source_issues')
        .set(values)
        .where('user_id', '=', user_id)
        .where('source_id', '=', source_id)
        .where('number', '=', number)
        .execute(),
    /** Sends nothing of a source any more. */
    dropUnsent: ({ user_id, id }: Source) =>
      db
        .updateTable('source_issues')
        .set({ send_at: null, attempts: 0, problem: null })
        .where('user_id', '=', user_id)
        .where('source_id', '=', id)
        .execute(),
    /** Forgets closed issues beyond the newest ones. */
    async trim(source: Source): Promise<void> {
      const newest = issues(source).select('number').orderBy('number', 'desc').offset(maxKept).limit(1)
      const tooOld = await newest.executeTakeFirst()
      if (!tooOld) return
      await db
        .deleteFrom('source_issues')
        .where('user_id', '=', source.user_id)
        .where('source_id', '=', source.id)
        .where('number', '<=', tooOld.number)
        .where((row) => row.or([row('is_open', '=', 0), row('left_at', 'is not', null)]))
        .execute()
    },
  }
}

export type SourceTable = ReturnType<typeof sourceTable>
