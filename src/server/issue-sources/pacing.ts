const minute = 60_000
/** A forge is a stranger: it cannot stop the sync for longer than this. */
const maxWaitMs = 6 * 60 * minute
const firstRetryMs = minute

type Headers = Record<string, string | undefined>

const seconds = (text: string | undefined) => (text && /^\d{1,10}$/.test(text) ? Number(text) : undefined)

/** When a forge can be asked again, if an answer says so: after a time, or when its count of calls begins anew. */
export function freeAt(headers: Headers, now: number): number | undefined {
  const after = headers['retry-after']
  const pause = seconds(after)
  const reset = seconds(headers['x-ratelimit-reset']) ?? seconds(headers['ratelimit-reset'])
  const date = after === undefined ? Number.NaN : Date.parse(after)
  const at = pause !== undefined ? now + pause * 1_000 : reset !== undefined ? reset * 1_000 : date
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at, now + 1_000), now + maxWaitMs)
}

/** Whether an answer says that no calls are left. */
export const isUsedUp = (headers: Headers): boolean =>
  (headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining']) === '0'

/** Whether an answer refuses a call because there were too many. GitHub uses 403 for that as well. */
export const isTooMany = (status: number, headers: Headers): boolean =>
  status === 429 || (status === 403 && (headers['retry-after'] !== undefined || isUsedUp(headers)))

/** The pause after a number of failures in a row: 1 min, 2 min, 4 min … up to 6 hours. */
export const retryPauseMs = (failures: number): number =>
  Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 20), maxWaitMs)
