import { localDay } from '../../contract/calendar-day.ts'
import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Share } from '../../contract/schemas/shares.ts'
import type { SharePart } from '../../contract/shares.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { nameOfHolder } from '../../contract/words/claim-words.ts'

export const partNames: Record<SharePart, string> = {
  dates: 'Dates',
  priority: 'Priority',
  labels: 'Labels',
  parents: 'Parents in the view',
  description: 'Description',
  criteria: 'Done when',
  parts: 'Titles of parts',
  notes: 'Notes',
  files: 'Files',
}

/** The choices of how long an address works, in days. */
export const lifetimes: Record<string, string> = {
  '1': '1 day',
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': '1 year',
  never: 'Never',
}

export const daysOf = (lifetime: string): number | null => (lifetime === 'never' ? null : Number(lifetime))
export const lifetimeOf = (days: number | null) => (days === null ? 'never' : String(days))

/** The parts that a link shows, in a few words. */
export const shownWords = ({ parts }: Pick<Share, 'parts'>) =>
  `shows ${['titles', 'status', ...parts.map((part) => partNames[part].toLowerCase())].join(', ')}`

/** Why a link does not work, or until when it does. */
export function stateWords(share: Share, style: Preferences['dateStyle'], now: number) {
  const { kind, target, expiresAt } = share
  if (!target) return { isDead: true, words: `does not work, because the ${kind} was deleted` }
  if (expiresAt === null) return { isDead: false, words: 'works until you revoke it' }
  const isDead = Date.parse(expiresAt) <= now
  const day = formatDay(localDay(new Date(expiresAt)), style)
  return { isDead, words: isDead ? `expired ${day}` : `expires ${day}` }
}

export const visitWords = ({ visits, visitedAt }: Pick<Share, 'visits' | 'visitedAt'>) =>
  visitedAt === null
    ? 'not visited yet'
    : `${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'}, last ${timeAgo(visitedAt)}`

/** The token with which a link was made; empty if you have made it in the web app. */
export const madeWords = ({ via }: Pick<Share, 'via'>) => (via === 'session' ? '' : `made by ${nameOfHolder(via)}`)
