import { BackupError } from '../backup-places/backup-error.ts'
import type { BackupPlace } from '../backup-places/place.ts'
import { chainsIn, installationsIn, type Part, partsIn } from './parts.ts'

/** A whole database, and the logs that lead from it to a moment. */
export interface Moment {
  installation: string
  base: Part
  logs: Part[]
  /** The wanted time in milliseconds since 1970. */
  wanted: number
}

export const timeText = (at: number) => `${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`

/** The time that an operator gives, in UTC unless it says otherwise: `2026-11-19 10:15:07`. The last moment of that second. */
export function timeGiven(text: string): number {
  const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,3})?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim())
  const [, day, time = '', part = '', zone = 'Z'] = form ?? []
  const whole = time.length === 5 ? `${time}:00` : time
  const at = form ? Date.parse(`${day}T${whole}${part || '.000'}${zone}`) : Number.NaN
  if (Number.isNaN(at)) {
    throw new BackupError(`"${text}" is not a time: give it as 2026-11-19 10:15:07 in UTC, or with +01:00 at its end.`)
  }
  return at
}

/** The installation whose copies an operator means. */
export async function installationMeant(place: BackupPlace, given: string | undefined): Promise<string | undefined> {
  const found = await installationsIn(place)
  if (given !== undefined && !found.includes(given)) throw new BackupError(`${place.name} has no copies of ${given}.`)
  if (given !== undefined || found.length < 2) return given ?? found[0]
  throw new BackupError(
    `${place.name} has copies of several installations: add --installation with one of ${found.join(', ')}.`,
  )
}

/** Finds what is needed for a moment, by default the last one. Throws a BackupError if it cannot be restored. */
export async function momentAt(
  place: BackupPlace,
  installation: string,
  wanted = Number.POSITIVE_INFINITY,
): Promise<Moment> {
  let first: number | undefined
  for (const chain of (await chainsIn(place, installation)).reverse()) {
    const parts = await partsIn(place, chain)
    const bases = parts.filter(({ kind }) => kind === 'base')
    const base = bases.findLast(({ at }) => at <= wanted)
    if (base) return { installation, base, logs: logsUntil(place, base, parts, wanted), wanted }
    first = bases[0]?.at ?? first
  }
  throw new BackupError(
    first === undefined
      ? `${place.name} has no complete copies of ${installation}.`
      : `The first moment in ${place.name} is ${timeText(first + 999)}.`,
  )
}

/** Throws a BackupError if one is missing, because the moment that is meant would be another one. */
function logsUntil(place: BackupPlace, base: Part, parts: Part[], wanted: number): Part[] {
  const logs: Part[] = []
  let [last, at] = [base.last, base.at]
  for (const log of parts) {
    if (log.kind !== 'log' || log.last <= last) continue
    if (at > wanted) break
    if (log.first > last + 1) {
      throw new BackupError(
        `A part before ${place.nameOf(`${log.chain}/${log.name}`)} is missing. The last moment before it is ${timeText(at)}: give it with --at.`,
      )
    }
    logs.push(log)
    ;[last, at] = [log.last, log.at]
  }
  const other = logs.find(({ ending }) => ending !== base.ending)
  if (other) throw new BackupError(`${place.nameOf(`${other.chain}/${other.name}`)} is encrypted with another key.`)
  return logs
}

/** The time of the last part of an installation; 0 if there is none. */
export async function lastTime(place: BackupPlace, installation: string): Promise<number> {
  for (const chain of (await chainsIn(place, installation)).reverse()) {
    const parts = await partsIn(place, chain)
    if (parts.some(({ kind }) => kind === 'base')) return Math.max(...parts.map(({ at }) => at))
  }
  return 0
}
