/** More than a response takes. A larger difference means that one of the clocks was set. */
const maxDriftMs = 2_000

let offsetMs: number | undefined

/** The time by the clock of the server; this device's clock may be wrong. */
export const serverNow = () => Date.now() + (offsetMs ?? 0)

/**
 * Learns from the `Date` of a response. It is rounded down to seconds and old on arrival, so the clock of the server is never behind it: of
 * several responses, the one that shows the latest time is the most precise.
 */
export function noteServerTime(date: string | null) {
  const atLeastMs = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(atLeastMs)) return
  const isNear = offsetMs !== undefined && Math.abs(atLeastMs - offsetMs) < maxDriftMs
  offsetMs = isNear ? Math.max(offsetMs ?? atLeastMs, atLeastMs) : atLeastMs
}
