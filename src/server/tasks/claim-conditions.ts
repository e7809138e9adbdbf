import { type RawBuilder, sql } from 'kysely'
import { absentValue, presentValue } from '../../contract/task-fields.ts'
import { viaOfAgent, viaOfToken } from '../../contract/via.ts'
import type { Draft } from '../history/draft.ts'
import { isBlocked, partIds } from './link-conditions.ts'

/** The place of the end of a claim in its JSON, which begins with it. */
const untilStart = '{"until":"'
const untilLength = '2026-11-18T00:00:00.000Z'.length

/** Whether somebody holds a row at a moment. */
export const isHeldAt = (now: string): RawBuilder<boolean> =>
  sql<boolean>`claim is not null and substr(claim, ${sql.lit(untilStart.length + 1)}, ${sql.lit(untilLength)}) > ${now}`

/**
 * A claim whose holder is named so, whatever the letter case; SQLite knows only that of ASCII. Filters write hyphens for spaces, and the JSON
 * has no other spaces. The end of the name is a quote, which is escaped within names.
 */
function isBy(via: string): RawBuilder<boolean> {
  const text = `%"by":${JSON.stringify(via.replaceAll(' ', '-'))}%`.replace(/[\\_]|(?<!^)%(?!$)/g, '\\$&')
  const claim = sql`replace(claim, ' ', '-')`
  return sql<boolean>`(${claim} like ${text} escape ${'\\'} or lower(${claim}) like ${text.toLowerCase()} escape ${'\\'})`
}

/** Whether a row has a claim as filters name them. It ends by itself, so the time of the query decides. */
export function hasClaim(value: string, now = new Date().toISOString()): RawBuilder<boolean> {
  const isHeld = isHeldAt(now)
  if (value === presentValue) return isHeld
  if (value === absentValue) return sql<boolean>`not (${isHeld})`
  if (value === 'stale') return sql<boolean>`claim is not null and not (${isHeld})`
  const holders = value === 'you' ? ['session'] : [viaOfToken(value), viaOfAgent(value)]
  return sql<boolean>`${isHeld} and (${sql.join(holders.map(isBy), sql` or `)})`
}

/** Whether a row has no open parts. */
export const hasNoOpenParts = sql<boolean>`not exists (select 1 from tasks as part
  where part.user_id = tasks.user_id and part.id in (${partIds(sql`tasks.user_id`, sql`tasks.id`)})
    and part.status <> 'Completed' and part.trashed_at is null)`

/** Tasks that are looked at before all others: mostly the first one can be claimed. */
const fewIds = 4

/** The first of these tasks that can be claimed, within a change; undefined if none can. */
export async function firstReady(draft: Draft, ids: string[], today: string): Promise<string | undefined> {
  return (
    (await firstOf(draft, ids.slice(0, fewIds), today)) ??
    (ids.length > fewIds ? await firstOf(draft, ids.slice(fewIds), today) : undefined)
  )
}

async function firstOf({ tx, owner, at }: Draft, ids: string[], today: string): Promise<string | undefined> {
  const isReady = sql<boolean>`trashed_at is null and status <> 'Completed' and (start_date is null or start_date <= ${today})
    and not (${isHeldAt(at)}) and question_count = 0 and not (${isBlocked}) and ${hasNoOpenParts}`
  const found = tx.selectFrom('tasks').select('id').where('user_id', '=', owner).where('id', 'in', ids).where(isReady)
  const ready = new Set((await found.execute()).map(({ id }) => id))
  return ids.find((id) => ready.has(id))
}
