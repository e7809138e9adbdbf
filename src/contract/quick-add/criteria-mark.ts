/** Criteria go to the end of the line: `done when: tests pass :: npm test; docs say so`. */
export const criteriaMark = /(?<=^|\s)done\s+when:\s*(?=\S)/iu

/** Whether a line of a pasted text has criteria of the task before it. */
export const hasCriteriaOnly = (text: string) => text.search(criteriaMark) === 0

/** A text that continues with the criteria of the line below it. */
export const withCriteria = (text: string, below: string) =>
  criteriaMark.test(text) ? `${text}; ${below.replace(criteriaMark, '')}` : `${text} ${below}`
