/** About the characters that fit in one line of a card, a label and its distance to the next one included. */
const maxCharacters = 34
const distance = 3

/** The labels that fit in one line beside something of this length, and those that do not. */
export function fittingLabels(labels: string[], taken = 0): { shown: string[]; more: string[] } {
  let length = taken
  const first = labels.findIndex((label) => {
    length += [...label].length + distance
    return length > maxCharacters
  })
  // One label is always shown; its end is cut off if it is too long.
  const fitting = first < 0 ? labels.length : Math.max(1, first)
  return { shown: labels.slice(0, fitting), more: labels.slice(fitting) }
}
