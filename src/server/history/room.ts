import type { EventKind } from '../../contract/history.ts'
import type { EventRow } from '../database/schema.ts'

/** Whether an event takes room, makes room, or brings back what had room before. */
export type Room = 'takes' | 'frees' | 'returns'

/** How the limits apply to events of a kind: an owner who has reached a limit can still delete things and restore them. */
export interface RoomRule {
  room: Room | ((event: Pick<EventRow, 'before' | 'after'>) => Room)
}

export type RoomRules = Record<EventKind, RoomRule>
