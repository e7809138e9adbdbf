export const statuses = ['Pending', 'In Progress', 'Completed'] as const
export type Status = (typeof statuses)[number]

export const priorities = ['Critical', 'High', 'Medium', 'Low'] as const
export type Priority = (typeof priorities)[number]

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

export const defaults = { status: 'Pending', priority: 'Medium' } as const
export const taskLimits = {
  title: 200,
  description: 10_000,
  /** Tasks that are created at once. */
  bulk: 100,
  /** Tasks that are changed or deleted at once. */
  bulkChange: 10_000,
  label: 30,
  labels: 10,
  reminders: 10,
  /** Links of one kind that begin at a task. */
  links: 50,
  /** Parts of a task that are listed with its links, and tasks whose other links end at it. */
  listedLinks: 500,
  query: 200,
  /** Tasks of a page of a sorted list, and those before it. */
  page: 500,
  offset: 10_000,
} as const

/** Kinds of links between two tasks: the first one is part of the second one, and so on. */
export const linkKinds = ['part of', 'blocked by', 'related'] as const
export type LinkKind = (typeof linkKinds)[number]
/** The levels of tasks that are parts of each other, counting the topmost task. */
export const maxPartLevels = 5

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text can be the id of a new task: a UUID of any version in lower case. */
export const isNewId = (text: string) => idShape.test(text)

const labelShape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*$/u

/** A label as it is stored. Labels that differ only in letter case, or in the encoding of an accent, are the same. */
export const cleanLabel = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC')

/** Whether a text is a label, without its `#`: letters, digits, `-` and `_`. */
export function isLabel(text: string): boolean {
  const label = cleanLabel(text)
  return labelShape.test(label) && [...label].length <= taskLimits.label
}
