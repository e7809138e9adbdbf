import { createHash, randomBytes } from 'node:crypto'
import { plainName } from '../../contract/plain-names.ts'
import type { Share, ShareQuestion } from '../../contract/schemas/shares.ts'
import { linkFolder, type SharePart, shareParts } from '../../contract/shares.ts'
import type { ShareRow } from '../database/schema.ts'

export const newSecret = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
/** The secret follows after #, which browsers keep to themselves. */
export const pathOf = (basePath: string, secret: string) => `${basePath}${linkFolder}#${secret}`

export const partsIn = ({ parts }: Pick<ShareRow, 'parts'>): SharePart[] => {
  const chosen: string[] = JSON.parse(parts)
  return shareParts.filter((part) => chosen.includes(part))
}
export const questionIn = ({ question }: Pick<ShareRow, 'question'>): ShareQuestion | null =>
  question === null ? null : JSON.parse(question)

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** A row in wire format. */
export const shareOf = (row: ShareRow, target: Share['target']): Share => ({
  id: row.id,
  name: plainName(row.name),
  kind: row.kind,
  target,
  parts: partsIn(row),
  question: questionIn(row),
  answered: row.answer === null ? null : { text: row.answer, at: iso(row.answered_at ?? row.created_at) },
  createdAt: iso(row.created_at),
  via: row.via,
  days: row.days,
  expiresAt: isoOrNull(row.expires_at),
  visits: row.visits,
  visitedAt: isoOrNull(row.visited_at),
})
