/**
 * A moment of a list: the position in the log of its owner, the last revision of what clients have chosen, and what the list depends on besides. It is
 * never a time, so nothing is lost between two changes of one moment.
 */
export interface SyncPoint {
  epoch: string
  seq: number
  revision: number
  mark: string
}

/** Tokens must be URIs (RFC 6578, 4). */
export const tokenOf = ({ epoch, seq, revision, mark }: SyncPoint): string =>
  `data:,${epoch}.${seq}.${revision}.${mark}`

export function readToken(token: string): SyncPoint | undefined {
  const [, epoch, seq, revision, mark] =
    /^data:,([\w-]{1,64})\.(\d{1,15})\.(\d{1,15})\.([\w-]{1,32})$/.exec(token) ?? []
  if (epoch === undefined || mark === undefined) return undefined
  return { epoch, seq: Number(seq), revision: Number(revision), mark }
}
