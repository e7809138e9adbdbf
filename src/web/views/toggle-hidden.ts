import { type HiddenName, hiddenNames } from '../../contract/task-lists/view-address.ts'

/** The hidden parts of a view after one of them was shown or hidden, in their order. */
export const toggleHidden = (hidden: readonly HiddenName[], part: HiddenName) =>
  hiddenNames.filter((name) => (name === part) !== hidden.includes(name))
