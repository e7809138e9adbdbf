/**
 * A position in the log of an owner: the number of an event, and the epoch of the history that it belongs to. Numbers of two epochs have
 * nothing to do with each other: the server was restored from a backup, or has lost its last changes.
 */
export interface LogPosition {
  seq: number
  /** Undefined if an older version of Taskdeck has written the position. */
  epoch: string | undefined
}

/** A position as it is written into tags and the ids of events: `12~Zk3eT0a9bQ1x`. */
export const positionText = ({ seq, epoch }: LogPosition): string =>
  epoch === undefined ? `${seq}` : `${seq}~${epoch}`

/** Reads a position. Older versions write only the number. */
export function readPosition(text: string): LogPosition | undefined {
  const [, seq, epoch] = /^(\d{1,15})(?:~([\w-]{1,64}))?$/.exec(text) ?? []
  return seq === undefined ? undefined : { seq: Number(seq), epoch }
}

/** The position in the tag of a list: `W/"owner.12~Zk3eT0a9bQ1x"`. */
export function positionInTag(tag: string): LogPosition | undefined {
  return readPosition(/^(?:W\/)?"[^".]+\.([\w~-]+)/.exec(tag)?.[1] ?? '')
}

/** Whether two epochs are known and differ. */
export const isOtherEpoch = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

/** The header in which a client names the epoch on which its change is based. Of another epoch, the call is refused with `other_history`. */
export const epochHeader = 'taskdeck-epoch'
