import type { Given } from '../../contract/quick-add/lines.ts'
import { runCommand } from '../commands/use-commands.ts'
import { createCell } from '../ui/client-state.ts'
import { draftWith } from './draft.ts'

export interface Place {
  anchor: Element
  /** Beside the element instead of below it. */
  isBeside: boolean
}

/** The place at which quick add opens; undefined for the middle of the window. */
export const placeOfQuickAdd = createCell<Place | undefined>(undefined)

/** Opens quick add at an element, with values such as the day of a calendar. */
export function openQuickAddAt(anchor: Element, given: Given, isBeside = false) {
  draftWith(given)
  placeOfQuickAdd.set({ anchor, isBeside })
  runCommand('quickAdd')
}
