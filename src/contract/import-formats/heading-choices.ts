/** The uses of headings: labels of the items below them, tasks with these items as parts, or nothing. */
export const headingChoices = ['labels', 'parents', 'none'] as const
export type HeadingChoice = (typeof headingChoices)[number]
