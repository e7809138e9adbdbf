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

/** The rest of an answer that a client has limited. */
export interface Rest {
  /** The moment that the answer began at; undefined for the first one, which lists everything. */
  since: Omit<SyncPoint, 'epoch'> | undefined
  /** The id of the last task in it. Newer tasks come first. */
  after: string
}

/** A moment, up to which the client knows everything unless there is a rest. */
export interface SyncToken extends SyncPoint {
  rest?: Rest | undefined
}

const written = ({ seq, revision, mark }: Omit<SyncPoint, 'epoch'>) => `${seq}.${revision}.${mark}`

/** Tokens must be URIs (RFC 6578, 4). */
export function tokenOf({ epoch, rest, ...point }: SyncToken): string {
  const token = `data:,${epoch}.${written(point)}`
  return rest ? `${token}${rest.since ? `.${written(rest.since)}` : ''}.${rest.after}` : token
}

const point = String.raw`(\d{1,15})\.(\d{1,15})\.([\w-]{1,32})`
const form = new RegExp(String.raw`^data:,([\w-]{1,64})\.${point}(?:(?:\.${point})?\.([\w-]{1,64}))?$`)

export function readToken(token: string): SyncToken | undefined {
  const [, epoch, seq, revision, mark, sinceSeq, sinceRevision, sinceMark, after] = form.exec(token) ?? []
  if (epoch === undefined || mark === undefined) return undefined
  const since =
    sinceMark === undefined ? undefined : { seq: Number(sinceSeq), revision: Number(sinceRevision), mark: sinceMark }
  const rest = after === undefined ? undefined : { since, after }
  return { epoch, seq: Number(seq), revision: Number(revision), mark, rest }
}
