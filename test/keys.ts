import { keyHeader } from '../src/contract/idempotency-key.ts'
import type { Database } from '../src/server/database/database.ts'
import { unpackAnswer } from '../src/server/history/answers.ts'
import { type Browser, verbs } from './browser.ts'

/** Sends the requests of a user with an `Idempotency-Key`. */
export const withKey = (person: Pick<Browser, 'send'>, key: string) =>
  verbs((method, url, payload, more = {}) =>
    person.send(method, url, payload, { ...more, headers: { ...more.headers, [keyHeader]: key } }),
  )

/** The stored answers of all users, as JSON or null. */
export async function answersIn({ db }: Pick<Database, 'db'>): Promise<(string | null)[]> {
  const rows = await db.selectFrom('answers').select('body').orderBy('at').orderBy('key').execute()
  return rows.map(({ body }) => body && unpackAnswer(body))
}

/** The kinds of all events, in the order of the log. */
export async function kindsIn({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const events = await db.selectFrom('events').select('kind').orderBy('user_id').orderBy('seq').execute()
  return events.map(({ kind }) => kind)
}
