import { type Kysely, sql } from 'kysely'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import { preparedInsert, preparedQuery } from '../database/prepared.ts'
import type { AnswerRow, Schema } from '../database/schema.ts'

/** The bytes that an answer counts besides its body, so that many small ones cannot fill the disk. */
const rowBytes = 200
const bytesOfBody = sql<number>`coalesce(octet_length(body), 0)`

/** The bytes that each subject of an answer counts: a row with its key and subject, and the same in an index. */
const subjectBytes = 300

/** The bytes that an answer counts against its owner's limit of text. */
export const chargedBytes = (body: Uint8Array, subjectCount: number) =>
  body.length + rowBytes + subjectCount * subjectBytes

/** The statements of every call with a key, compiled once, because building them costs more than running them. */
export function answerStatements(db: Kysely<Schema>) {
  return {
    find: preparedQuery(db, (query, owner: string, key: string) =>
      query.selectFrom('answers').select(['fingerprint', 'body']).where('user_id', '=', owner).where('key', '=', key),
    ),
    insert: preparedInsert(db, 'answers', { user_id: true, key: true, fingerprint: true, at: true, body: true }),
    insertSubject: preparedInsert(db, 'answer_subjects', { user_id: true, key: true, subject: true }),
  }
}

export type StoredAnswer = Pick<AnswerRow, 'fingerprint' | 'body'>

const rowsAtOnce = 50
/** The engines limit the number of values in a statement. */
const subjectsAtOnce = 500

/** The stored answers of one owner, in or outside a transaction. */
export function answerTable(db: Kysely<Schema>, owner: string, statements: ReturnType<typeof answerStatements>) {
  const answers = () => db.selectFrom('answers').where('user_id', '=', owner)

  /** The bytes that the subjects of answers with these keys count. */
  async function bytesOfSubjects(keys: string[]): Promise<number> {
    const subjects = db.selectFrom('answer_subjects').where('user_id', '=', owner).where('key', 'in', keys)
    const counted = await subjects.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return Number(counted.count) * subjectBytes
  }

  return {
    find: async (key: string): Promise<StoredAnswer | undefined> => (await statements.find(db, owner, key))[0],
    /** Stores an answer with the subjects that it contains. */
    async insert(row: Omit<AnswerRow, 'user_id'>, subjects: string[]): Promise<void> {
      await statements.insert(db, { user_id: owner, ...row })
      const rows = subjects.map((subject) => ({ user_id: owner, key: row.key, subject }))
      const [only] = rows
      if (only && rows.length === 1) return statements.insertSubject(db, only)
      for (let first = 0; first < rows.length; first += subjectsAtOnce) {
        await db
          .insertInto('answer_subjects')
          .values(rows.slice(first, first + subjectsAtOnce))
          .execute()
      }
    },
    /** Removes the bodies and subjects of some answers that contain a subject. Returns their bytes, or undefined if there were none. */
    async clearBodies(subject: string): Promise<number | undefined> {
      const containing = db.selectFrom('answer_subjects').where('user_id', '=', owner).where('subject', '=', subject)
      const keys = (await containing.select('key').limit(rowsAtOnce).execute()).map(({ key }) => key)
      if (!keys.length) return undefined
      const bodies = await answers().where('key', 'in', keys).select(bytesOfBody.as('bytes')).execute()
      const subjects = await bytesOfSubjects(keys)
      await db
        .updateTable('answers')
        .set({ body: null })
        .where('user_id', '=', owner)
        .where('key', 'in', keys)
        .execute()
      await db.deleteFrom('answer_subjects').where('user_id', '=', owner).where('key', 'in', keys).execute()
      return bodies.reduce((sum, { bytes }) => sum + bytes, subjects)
    },
    /** Removes the answers with these keys. Returns the bytes that they counted. */
    async remove(keys: string[]): Promise<number> {
      const subjects = await bytesOfSubjects(keys)
      const removed = await db
        .deleteFrom('answers')
        .where('user_id', '=', owner)
        .where('key', 'in', keys)
        .returning(bytesOfBody.as('bytes'))
        .execute()
      return removed.reduce((sum, { bytes }) => sum + bytes + rowBytes, subjects)
    },
    /** Removes some answers; returns false if there were none. */
    async erase(): Promise<boolean> {
      const some = answers().select('key').limit(rowsAtOnce)
      const erased = db.deleteFrom('answers').where('user_id', '=', owner).where('key', 'in', some)
      return (await erased.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

const subjectsOfAnswer = sql<number>`(select count(*) from answer_subjects
  where answer_subjects.user_id = answers.user_id and answer_subjects.key = answers.key)`
const countedAtOnce = 200

/** Reads of stored answers outside transactions. */
export function answerReads({ db, readAside }: Database) {
  return {
    /** The oldest answers before a time. Crosses owners: only for background jobs. */
    old: (before: number) =>
      db
        .selectFrom('answers')
        .select(['user_id', 'key'])
        .where('at', '<', before)
        .orderBy('at')
        .limit(rowsAtOnce)
        .execute(),
    /** The bytes that all answers of an owner count. */
    async countBytes(owner: string): Promise<number> {
      const pages = pagesOf(countedAtOnce, (last?: { key: string }) => {
        const rows = db
          .selectFrom('answers')
          .select(['key', bytesOfBody.as('bytes'), subjectsOfAnswer.as('subjects')])
          .where('user_id', '=', owner)
        return readAside(
          owner,
          rows
            .where('key', '>', last?.key ?? '')
            .orderBy('key')
            .limit(countedAtOnce),
        )
      })
      let sum = 0
      for await (const rows of pages) {
        for (const { bytes, subjects } of rows) sum += Number(bytes) + rowBytes + Number(subjects) * subjectBytes
      }
      return sum
    },
  }
}
