import { deletedTask, type LinkedName } from '../../contract/words/field-words.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { deckNow } from '../deck/current-deck.ts'

/** The number of a linked task of the user's deck. */
export const linkedName: LinkedName = (id) => {
  const task = deckNow().byId.get(id)
  return task ? numberOf(task) : deletedTask
}
