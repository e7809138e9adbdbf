/** The colours that a label can have. Red is not among them, because it means overdue. */
export const labelColours = ['violet', 'blue', 'teal', 'green', 'lime', 'amber', 'brown', 'pink'] as const
export type LabelColour = (typeof labelColours)[number]

/** A label keeps its colour when no task has it any more, so that an undo brings both back. */
export const maxColouredLabels = 2_000
