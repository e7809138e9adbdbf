import type { Change } from '../deck/change.ts'
import { deckNow, remakeChange } from '../deck/current-deck.ts'
import { resolved, withRestored } from '../deck/resolve.ts'

/** A decision about a change that the server has not accepted. */
export interface Decision {
  label: string
  decide: (change: Change) => Promise<void>
}

/** The decisions that the user can make about a change, besides discarding it. */
export function decisionsFor({ problem }: Change): Decision[] {
  switch (problem?.kind) {
    case 'conflict':
      return [
        { label: 'Keep mine', decide: (change) => remakeChange(change, resolved(change, 'wanted')) },
        { label: 'Keep theirs', decide: (change) => remakeChange(change, resolved(change, 'current')) },
      ]
    case 'trashed':
      return [
        { label: 'Restore and apply', decide: (change) => remakeChange(change, withRestored(change, deckNow().byId)) },
      ]
    case 'refused':
      return [{ label: 'Try again', decide: (change) => remakeChange(change, [change]) }]
    default:
      return []
  }
}
